#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace tuplepack::codecs {

/// Unpacks gzip or zlib piece by piece: members that follow each other, and zeros between and after them.
class Inflater {
 public:
  /// Of a raw stream there is one member, without header and checksum.
  enum class Wrapper { gzip_or_zlib, none };
  explicit Inflater(Wrapper wrapper = Wrapper::gzip_or_zlib);
  ~Inflater();
  Inflater(Inflater&&) noexcept;
  Inflater& operator=(Inflater&&) noexcept;

  /// Hands over packed bytes, which stay where they are until they are used up.
  /// assumes  left() == 0
  void feed(std::string_view packed);
  /// Bytes that were fed and are not used yet.
  [[nodiscard]] std::size_t left() const;
  /// Whether the bytes used so far end within a member.
  [[nodiscard]] bool inside_member() const;

  /// Unpacks until `out` is full or nothing is left, and returns how many bytes that gave. None: the data is corrupt.
  [[nodiscard]] std::optional<std::size_t> unpack(std::span<char> out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tuplepack::codecs
