#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tuplepack::formats {

// Protobuf's wire format: what a message is in bytes.

enum class WireType : std::uint8_t { varint = 0, fixed64 = 1, bytes = 2, group = 3, group_end = 4, fixed32 = 5 };

/// A field of a message: its number is that of the .proto file.
struct WireField {
  std::uint32_t number = 0;
  WireType type{};
  std::uint64_t value = 0;   ///< of a varint
  std::string_view bytes{};  ///< of bytes (a string, a message, packed numbers) and of fixed types
};

/// Reads a varint and moves past it; false when it is longer than ten bytes or does not end.
[[nodiscard]] bool take_varint(const char*& at, const char* end, std::uint64_t& value);

/// Reads the fields of a message in order. Groups are skipped.
class WireReader {
 public:
  explicit WireReader(std::string_view message) : at_(message.data()), end_(message.data() + message.size()) {}

  /// False at the end, and where the message is malformed.
  [[nodiscard]] bool next(WireField& field);
  /// What is wrong with it; empty: nothing.
  [[nodiscard]] std::string_view wrong() const { return wrong_; }
  /// Where that is, or what comes next.
  [[nodiscard]] const char* position() const { return at_; }

 private:
  const char* at_;
  const char* end_;
  std::string_view wrong_;

  bool refuse(std::string_view reason);
  bool take(WireField& field);
  bool skip_group(std::uint32_t number);
};

[[nodiscard]] constexpr std::size_t varint_size(std::uint64_t value) {
  return static_cast<std::size_t>(70 - std::countl_zero(value | 1U)) / 7;
}

void put_varint(std::string& out, std::uint64_t value);

/// A tag of one byte.
/// assumes  number < 16
inline void put_tag(std::string& out, unsigned number, WireType type) {
  out += static_cast<char>(number << 3U | static_cast<unsigned>(type));
}

}  // namespace tuplepack::formats
