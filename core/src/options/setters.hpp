#pragma once

#include "tuplepack/options.hpp"
#include "tuplepack/settings.hpp"

#include <concepts>
#include <optional>
#include <type_traits>

namespace tuplepack {

// What Option::set is made of.

using Components = std::span<const std::string>;

/// Stores the value of a result.
template <typename T>
Result<void> read(T& field, Result<std::type_identity_t<T>> value) {
  if (!value) return tl::unexpected(value.error());
  field = std::move(*value);
  return {};
}

/// Stores a number, a text or a switch.
template <typename T>
Result<void> read(T& field, std::string_view text) {
  if constexpr (std::same_as<T, bool> || std::same_as<T, std::optional<bool>>) {
    return read(field, Result<T>(text == "on"));
  } else if constexpr (std::same_as<T, std::string>) {
    return read(field, Result<T>(std::string(text)));
  } else if constexpr (std::integral<T>) {
    return read(field, read_count(text).map([](std::int64_t number) { return static_cast<T>(number); }));
  } else {
    return read(field, read_decimal(text));
  }
}

}  // namespace tuplepack
