#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace tuplepack::formats {

/// A number as files have it: its lowest byte first.
template <typename T>
[[nodiscard]] T little_endian(const char* bytes) {
  T value{};
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&value, bytes, sizeof(T));
  } else {
    char swapped[sizeof(T)];
    for (std::size_t i = 0; i < sizeof(T); ++i) swapped[i] = bytes[sizeof(T) - 1 - i];
    std::memcpy(&value, swapped, sizeof(T));
  }
  return value;
}

/// Appends a number.
template <typename T>
void put_little_endian(std::string& bytes, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    bytes += static_cast<char>(static_cast<unsigned char>(static_cast<std::uint64_t>(value) >> (8 * i)));
  }
}

}  // namespace tuplepack::formats
