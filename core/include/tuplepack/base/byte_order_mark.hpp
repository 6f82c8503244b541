#pragma once

#include <string_view>

namespace tuplepack {

/// U+FEFF in UTF-8, which editors on Windows write before a text.
inline constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

[[nodiscard]] constexpr std::string_view without_byte_order_mark(std::string_view text) {
  return text.substr(text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
}

}  // namespace tuplepack
