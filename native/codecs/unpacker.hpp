#pragma once

#include "tuplepack/formats/detection/format_table.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace tuplepack::codecs {

/// Unpacks a compressed stream piece by piece: members (frames, streams) that follow each other, and zeros between and
/// after them where the format has such. `gzip` unpacks zlib too.
class Unpacker {
 public:
  /// errors  unsupported (built without the library)
  [[nodiscard]] static Result<Unpacker> create(formats::Compression compression);
  ~Unpacker();
  Unpacker(Unpacker&&) noexcept;
  Unpacker& operator=(Unpacker&&) noexcept;

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
  explicit Unpacker(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace tuplepack::codecs
