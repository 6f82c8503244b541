#pragma once

#include "tuplepack/base/visible.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::cli {

/// What standard output can show.
struct Terminal {
  bool colour = false;
  std::size_t width = 80;
};

/// Colour only for a terminal, and never when NO_COLOR is set.
[[nodiscard]] Terminal standard_output();

/// "16,279,552".
[[nodiscard]] std::string grouped(std::int64_t number);

/// "one item", "2 items".
[[nodiscard]] std::string counted(std::int64_t number, std::string_view noun);

/// "99.95%". Only exactly 1 is written "100%", and only 0 "0%".
[[nodiscard]] std::string percent(double fraction);

/// "8.3 µs", "0.42 ms", "3.1 s".
[[nodiscard]] std::string duration(double seconds);

/// "512 bytes", "53.1 GB".
[[nodiscard]] std::string byte_count(std::int64_t bytes);

/// A bar of block characters, with a resolution of an eighth of a character.
[[nodiscard]] std::string bar(double fraction, std::size_t width);

[[nodiscard]] std::string bold(std::string_view text, const Terminal& terminal);

/// "FIRST … LAST", or the only one.
/// files  not empty
[[nodiscard]] std::string first_and_last(const std::vector<std::string>& files);

[[nodiscard]] std::string join(std::span<const std::string> parts, std::string_view separator);

/// A table for a terminal. Cells are printed as visible() text.
struct Table {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  std::vector<bool> left;             ///< columns aligned left; the others are aligned right
  std::optional<std::size_t> marked;  ///< the row to highlight

  [[nodiscard]] std::string text(const Terminal& terminal) const;
};

}  // namespace tuplepack::cli
