#pragma once

#include "tuplepack/base/words.hpp"

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace tuplepack {

/// The names of an enumeration's values, each value once. Files, bindings and the command line use names, not numbers.
template <typename Value, std::size_t N>
using NameTable = std::array<std::pair<Value, std::string_view>, N>;

template <typename Value, std::size_t N>
[[nodiscard]] std::string_view name_in(const NameTable<Value, N>& table, Value wanted) {
  for (const auto& [value, name] : table) {
    if (value == wanted) return name;
  }
  return {};
}

/// Every name, in the table's order.
template <typename Value, std::size_t N>
[[nodiscard]] std::vector<std::string_view> names_in(const NameTable<Value, N>& table) {
  std::vector<std::string_view> names;
  names.reserve(N);
  for (const auto& [value, name] : table) names.push_back(name);
  return names;
}

/// errors  unknown_name (the message lists the valid names)
template <typename Value, std::size_t N>
[[nodiscard]] Result<Value> value_in(const NameTable<Value, N>& table, std::string_view wanted) {
  for (const auto& [value, name] : table) {
    if (name == wanted) return value;
  }
  return not_among(names_in(table), wanted);
}

}  // namespace tuplepack
