#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace tuplepack::formats {

/// A field of a table that is written: its number in the .fbs file, its bytes, and its value unless that is an offset.
struct FlatField {
  std::size_t number = 0;
  std::size_t size = 0;  ///< 1, 2, 4 or 8
  std::uint64_t value = 0;
};

/// Writes FlatBuffers from their root on: what an offset leads to comes after it.
class FlatWriter {
 public:
  FlatWriter() : bytes_(sizeof(std::uint32_t), '\0') {}

  /// Appends a table, to which the offset at `from` leads. Returns where its first field is: the others follow in the
  /// order given, in which none is greater than the one before.
  std::size_t table(std::size_t from, std::initializer_list<FlatField> fields);
  /// The outermost.
  std::size_t root(std::initializer_list<FlatField> fields) { return table(0, fields); }
  void text(std::size_t from, std::string_view value);
  /// Appends a vector of zeros or offsets. Returns where its first element is, at a multiple of 8.
  std::size_t vector(std::size_t from, std::size_t size, std::size_t stride);
  /// Sets a number in what was appended.
  void set(std::size_t at, std::uint64_t value, std::size_t size = sizeof(std::uint64_t));

  /// All bytes, a multiple of 8.
  [[nodiscard]] std::string take() &&;

 private:
  std::string bytes_;

  void align(std::size_t more);
};

}  // namespace tuplepack::formats
