#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tuplepack::tests {

// What Parquet files are made of, as an independent writer makes them: structs of Thrift's compact protocol, levels.

[[nodiscard]] inline std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value > 127; value >>= 7U) bytes += static_cast<char>((value & 127U) | 128U);
  return bytes += static_cast<char>(value);
}

[[nodiscard]] inline std::string zigzag(std::int64_t value) {
  return varint(static_cast<std::uint64_t>(value) << 1U ^ static_cast<std::uint64_t>(value >> 63));
}

/// A field: its number, type and bytes.
struct ThriftBytes {
  int id = 0;
  int type = 0;
  std::string bytes;
};

inline ThriftBytes i32(int id, std::int64_t value) {
  return {id, 5, zigzag(value)};
}
inline ThriftBytes i64(int id, std::int64_t value) {
  return {id, 6, zigzag(value)};
}
inline ThriftBytes text(int id, std::string_view value) {
  return {id, 8, varint(value.size()) + std::string(value)};
}
inline ThriftBytes structure(int id, std::string bytes) {
  return {id, 12, std::move(bytes)};
}
/// elements  bytes of structs
inline ThriftBytes list(int id, const std::vector<std::string>& elements) {
  std::string bytes = "\xfc" + varint(elements.size());
  for (const std::string& element : elements) bytes += element;
  return {id, 9, bytes};
}

[[nodiscard]] inline std::string thrift(const std::vector<ThriftBytes>& fields) {
  std::string bytes;
  int last = 0;
  for (const ThriftBytes& field : fields) {
    bytes += static_cast<char>((field.id - last) << 4 | field.type);
    bytes += field.bytes;
    last = field.id;
  }
  return bytes + '\0';
}

/// Numbers as runs: eight at a time packed, or repeated where they are the same.
[[nodiscard]] inline std::string runs(const std::vector<unsigned>& numbers, unsigned width) {
  std::string bytes;
  for (std::size_t at = 0; at < numbers.size();) {
    std::size_t same = at;
    while (same < numbers.size() && numbers[same] == numbers[at]) ++same;
    if (same - at >= 8 || same == numbers.size()) {
      bytes += varint((same - at) << 1U);
      for (unsigned bit = 0; bit < width; bit += 8) bytes += static_cast<char>(numbers[at] >> bit);
      at = same;
      continue;
    }
    std::uint64_t packed = 0;
    for (std::size_t i = 0; i < 8 && at + i < numbers.size(); ++i) {
      packed |= std::uint64_t{numbers[at + i]} << (i * width);
    }
    bytes += '\x03';
    for (unsigned byte = 0; byte < width; ++byte) bytes += static_cast<char>(packed >> (8 * byte));
    at += 8;
  }
  return bytes;
}

}  // namespace tuplepack::tests
