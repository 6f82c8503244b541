#pragma once

#include "result.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack {

// Lists of words, as options and messages have them.

/// The parts of a text between separators, also empty ones; at least one.
[[nodiscard]] std::vector<std::string_view> parts(std::string_view text, char separator);

/// The names of rows of a table.
template <typename Rows>
[[nodiscard]] std::vector<std::string_view> names_of(const Rows& rows) {
  std::vector<std::string_view> names;
  names.reserve(rows.size());
  for (const auto& row : rows) names.push_back(row.name);
  return names;
}

/// "a, b, c".
[[nodiscard]] std::string comma_list(std::span<const std::string_view> names);

/// "a, b or c".
[[nodiscard]] std::string alternatives(std::span<const std::string_view> names);

/// The error of a name that is none of these: unknown_name.
[[nodiscard]] tl::unexpected<Error> not_among(std::span<const std::string_view> names, std::string_view wanted);

/// The name that a mistyped one is nearest to; empty: several are, or none is near, i.e. within a third of its letters changed, added, left
/// out or exchanged with the next. Capital letters count as small ones.
[[nodiscard]] std::string_view nearest(std::span<const std::string_view> names, std::string_view wanted);

/// What comes between an unknown name and the list of those known: "; did you mean 'X'? ", or "; " if none is near.
[[nodiscard]] std::string did_you_mean(std::span<const std::string_view> names, std::string_view wanted);
[[nodiscard]] std::string did_you_mean(std::span<const std::string> names, std::string_view wanted);

}  // namespace tuplepack
