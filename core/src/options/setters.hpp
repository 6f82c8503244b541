#pragma once

#include "tuplepack/options/options.hpp"
#include "tuplepack/options/settings.hpp"

#include <concepts>
#include <optional>
#include <type_traits>

namespace tuplepack::options {

// What Option::set is made of.

using Components = std::span<const std::string>;

/// Stores the value of a result.
template <typename T>
Result<void> read(T& field, Result<std::type_identity_t<T>> value) {
  if (!value) return tl::unexpected(value.error());
  field = std::move(*value);
  return {};
}

/// The text of a value that is one.
inline std::string_view text_of(const OptionValue& value) {
  return *std::get_if<std::string_view>(&value);
}

/// Stores a number, a text or a switch, which may be the text "on" or "off".
template <typename T>
Result<void> read(T& field, const OptionValue& value) {
  if constexpr (std::same_as<T, bool> || std::same_as<T, std::optional<bool>>) {
    const bool* const given = std::get_if<bool>(&value);
    field = given != nullptr ? *given : text_of(value) == "on";
  } else if constexpr (std::same_as<T, std::string>) {
    field = text_of(value);
  } else if constexpr (std::integral<T>) {
    field = static_cast<T>(*std::get_if<std::int64_t>(&value));
  } else {
    field = *std::get_if<double>(&value);
  }
  return {};
}

}  // namespace tuplepack::options
