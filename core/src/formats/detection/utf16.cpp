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

std::optional<std::string> utf16_text(std::string_view first) {
  using namespace std::string_view_literals;
  if (first.starts_with("\xff\xfe\0\0"sv) || first.starts_with("\0\0\xfe\xff"sv))
    return "text in UTF-32; convert it with iconv -f UTF-32 -t UTF-8";
  if (first.starts_with("\xff\xfe") || first.starts_with("\xfe\xff")) {
    return "text in UTF-16; convert it with iconv -f UTF-16 -t UTF-8";
  }
  const bool is_little = has_nul_in_pairs(first, 1);
  if (!is_little && !has_nul_in_pairs(first, 0)) return std::nullopt;
  return std::string("either text in UTF-16 (convert it with iconv -f UTF-16") + (is_little ? "LE" : "BE") +
         " -t UTF-8) or raw 16-bit integers (read them with numpy.fromfile and save a .npy file)";
}

}  // namespace tuplepack::formats
