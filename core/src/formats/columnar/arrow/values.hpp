#pragma once

#include "batch_buffers.hpp"
#include "types.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

/// A range of the rows or the values of a field.
struct ValueRange {
  std::size_t first = 0, count = 0;
};

/// Whether its offsets have 64 bits.
[[nodiscard]] bool is_wide(const ArrowField& field);

/// Adds the lengths of some lists.
/// errors  those of BatchBuffers · malformed (negative lengths, too few offsets)
[[nodiscard]] Result<void> add_list_lengths(BatchBuffers& buffers, const ArrowField& field, ValueRange range,
                                            std::vector<std::int64_t>& lengths);

/// The buffers of a field with values.
struct FieldValues {
  const ArrowField& field;
  std::string_view valid, bytes, text;
};

/// errors  those of BatchBuffers
[[nodiscard]] Result<FieldValues> values_of(BatchBuffers& buffers, const ArrowField& field);

/// Adds some of the values, and which are there. False: there are too few, or offsets contradict each other.
/// assumes  the range lies within the bits of nulls
[[nodiscard]] bool add_range(const FieldValues& from, ValueRange range, ColumnRows& rows);

}  // namespace tuplepack::formats
