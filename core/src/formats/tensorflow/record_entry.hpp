#pragma once

#include "tuplepack/graph/schema/feature_column.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace tuplepack::formats {

/// One feature of the tf.Example. Names and columns are fixed, the rest is of the current subgraph.
struct RecordEntry {
  enum class Content : std::uint8_t { numbers, lengths, values };
  std::string name;
  Content content{};
  const graph::FeatureColumn* column = nullptr;  ///< null: numbers
  std::size_t depth = 0;  ///< which ragged dimension the lengths are of; of values: how many there are

  std::size_t kind = 3;  ///< the field of Feature: 1 bytes, 2 floats, 3 integers

  std::span<const std::uint32_t> rows{};                      ///< of the column, or the numbers themselves
  std::uint32_t bits = 0;                                     ///< of any of the numbers
  std::size_t payload = 0, list = 0, feature = 0, entry = 0;  ///< bytes of the nested messages, innermost first
};

/// Finds the bytes of an entry for its rows.
void measure_entry(RecordEntry& entry);

/// Of a field of bytes.
[[nodiscard]] std::size_t delimited_size(std::size_t content);

/// Write as many bytes as were measured, and return their end.
[[nodiscard]] char* put_head_at(char* at, std::size_t field, std::size_t size);
[[nodiscard]] char* put_entry_at(char* at, const RecordEntry& entry);

}  // namespace tuplepack::formats
