#pragma once

#include <cstdio>
#include <optional>
#include <string>

namespace tuplepack::bench {

/// As printf writes it: up to 511 characters.
template <typename... Values>
[[nodiscard]] std::string formatted(const char* format, Values... values) {
  char buffer[512];
  std::snprintf(buffer, sizeof buffer, format, values...);
  return buffer;
}

/// A number, or nothing.
[[nodiscard]] inline std::string text_of(const char* format, const std::optional<double>& value) {
  return value ? formatted(format, *value) : "";
}

/// Whether a goal is met, or nothing.
[[nodiscard]] inline const char* text_of(const std::optional<bool>& reached) {
  return !reached ? "" : *reached ? "yes" : "no";
}

}  // namespace tuplepack::bench
