#pragma once

#include "formats/bytes/little_endian.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tuplepack::formats {

// FlatBuffers: the metadata of Arrow. Reading beyond the bytes gives zeros, and is remembered.

class FlatBytes {
 public:
  explicit FlatBytes(std::string_view bytes) : bytes_(bytes) {}

  template <typename T>
  [[nodiscard]] T at(std::size_t position) {
    if (position <= bytes_.size() && bytes_.size() - position >= sizeof(T)) {
      return little_endian<T>(bytes_.data() + position);
    }
    good_ = false;
    return T{};
  }
  /// Where an offset points to.
  [[nodiscard]] std::size_t target(std::size_t position) { return position + at<std::uint32_t>(position); }
  [[nodiscard]] std::string_view text(std::size_t position);
  /// Makes sure that elements are there.
  void require(std::size_t position, std::size_t count, std::size_t stride) {
    good_ &= position <= bytes_.size() && count <= (bytes_.size() - position) / stride;
  }
  [[nodiscard]] bool good() const { return good_; }

 private:
  std::string_view bytes_;
  bool good_ = true;
};

/// A vector: where its first element is, and how many there are.
struct FlatVector {
  std::size_t first = 0, size = 0;
};

/// A table, whose fields go by their numbers in the .fbs file.
class FlatTable {
 public:
  FlatTable(FlatBytes& bytes, std::size_t position);
  /// The outermost.
  explicit FlatTable(FlatBytes& bytes) : FlatTable(bytes, bytes.target(0)) {}

  [[nodiscard]] bool has(std::size_t field) const { return place(field) != 0; }
  template <typename T>
  [[nodiscard]] T number(std::size_t field, T otherwise = {}) const {
    const std::size_t at = place(field);
    return at == 0 ? otherwise : bytes_->at<T>(at);
  }
  /// assumes  has(field)
  [[nodiscard]] FlatTable table(std::size_t field) const { return {*bytes_, bytes_->target(place(field))}; }
  [[nodiscard]] std::string_view text(std::size_t field) const;
  /// Its elements, of `stride` bytes, are all there.
  [[nodiscard]] FlatVector vector(std::size_t field, std::size_t stride) const;

 private:
  FlatBytes* bytes_;
  std::size_t position_, fields_, fields_size_;

  [[nodiscard]] std::size_t place(std::size_t field) const;
};

}  // namespace tuplepack::formats
