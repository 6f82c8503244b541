#pragma once

#include "tuplepack/formats/rows/previewed.hpp"
#include "usual_columns.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace tuplepack::formats {

// What previews of all formats have in common.

inline constexpr std::size_t sampled_rows = 20;

/// Gives the columns their roles.
/// first_row  as of usual_roles
void add_roles(std::span<const FirstCell> first_row, Preview& found);

/// Cuts off the next line.
[[nodiscard]] std::string_view next_line(std::string_view& text);

/// Without the last line of a sample, which may be cut.
[[nodiscard]] std::string_view complete_lines(std::string_view text, bool whole);

}  // namespace tuplepack::formats
