#include "utf16.hpp"

#include <algorithm>

namespace tuplepack::formats {

/// Whether of the first pairs of bytes one is NUL, and the other a byte of text.
/// nul  which one: 0 or 1
static bool has_nul_in_pairs(std::string_view first, std::size_t nul) {
  constexpr std::size_t least = 4, looked_at = 16;
  first = first.substr(0, std::min(looked_at, first.size() / 2 * 2));
  for (std::size_t at = 0; at < first.size(); ++at) {
    if (at % 2 == nul ? first[at] != '\0' : !is_text_byte(first[at])) return false;
  }
  return first.size() >= least;
}

/// As iconv calls it; empty: it is another.
static std::string_view encoding_of(std::string_view first) {
  if (first.starts_with("\xff\xfe") || first.starts_with("\xfe\xff")) return "UTF-16";
  if (has_nul_in_pairs(first, 1)) return "UTF-16LE";
  return has_nul_in_pairs(first, 0) ? "UTF-16BE" : "";
}

std::optional<std::string> utf16_text(std::string_view first) {
  const std::string_view encoding = encoding_of(first);
  if (encoding.empty()) return std::nullopt;
  return "text in UTF-16; convert it with iconv -f " + std::string(encoding) + " -t UTF-8";
}

}  // namespace tuplepack::formats
