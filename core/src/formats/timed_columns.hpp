#pragma once

#include "tuplepack/result.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tuplepack {

/// Tables whose rows have a time.
enum class TimedTable : std::uint8_t {
  events,  ///< source, destination, time
  roots,   ///< node, time
};

/// How messages call the rows of a table: "interactions".
[[nodiscard]] std::string_view rows_of(TimedTable table);

/// The columns of sources, destinations and times; of roots, the nodes stand in the place of both.
/// names   of all columns; empty when the table has no header
/// width   how many columns there are
/// wanted  names or numbers of the columns, in this order; empty: as their names tell
/// errors  missing_column · component_mismatch (more or fewer are wanted) · malformed (ambiguous) · unsupported (one
///         is wanted twice)
[[nodiscard]] Result<std::array<std::size_t, 3>> choose_timed_columns(TimedTable table,
                                                                      std::span<const std::string> names,
                                                                      std::size_t width,
                                                                      std::span<const std::string> wanted);

}  // namespace tuplepack
