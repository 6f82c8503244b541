#pragma once

#include "tuplepack/formats/events.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <string>

namespace tuplepack {

/// The columns of sources, destinations and times.
/// names   of all columns; empty when the table has no header
/// width   how many columns there are
/// wanted  EventReadOptions::columns
/// errors  missing_column · component_mismatch (other than three are wanted) · malformed (ambiguous) · unsupported (one
///         is wanted twice)
[[nodiscard]] Result<std::array<std::size_t, 3>> choose_event_columns(std::span<const std::string> names,
                                                                      std::size_t width,
                                                                      std::span<const std::string> wanted);

}  // namespace tuplepack
