#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace tuplepack {

/// "12" or "(222, 502)": a size as messages write it.
[[nodiscard]] inline std::string describe(std::span<const std::int64_t> size) {
  if (size.size() == 1) return std::to_string(size[0]);
  std::string text = "(";
  for (std::size_t c = 0; c < size.size(); ++c) text += (c == 0 ? "" : ", ") + std::to_string(size[c]);
  return text + ")";
}

}  // namespace tuplepack
