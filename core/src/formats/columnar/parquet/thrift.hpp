#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

// Thrift's compact protocol: what the metadata of Parquet is in bytes.

enum class ThriftType : std::uint8_t {
  stop = 0,
  yes = 1,  // booleans are a type each
  no = 2,
  byte = 3,
  i16 = 4,
  i32 = 5,
  i64 = 6,
  decimal = 7,
  bytes = 8,
  list = 9,
  set = 10,
  map = 11,
  structure = 12,
};  // maps do not occur

/// Reads structs field by field. What is wrong with the bytes is remembered, and ends every struct and list:
///
///     for (reader.open(); reader.next();) {
///       if (reader.id() == 3) count = reader.integer(); else reader.skip();
///     }
class ThriftReader {
 public:
  explicit ThriftReader(std::string_view bytes) : begin_(bytes.data()), at_(begin_), end_(begin_ + bytes.size()) {}

  /// Enters a struct: the outermost, or the value that comes next.
  void open();
  /// The next field of the struct entered last; false at its end, which leaves it. The value of the field must be read
  /// or skipped.
  [[nodiscard]] bool next();
  [[nodiscard]] std::int16_t id() const { return open_.back(); }

  // The value that comes next: of a field, or an element of a list. 0 or empty where it has another type.
  [[nodiscard]] std::int64_t integer();
  [[nodiscard]] bool flag();
  [[nodiscard]] std::string_view bytes();
  /// The number of elements of a list, whose values come next. `type()` is theirs.
  [[nodiscard]] std::size_t list();
  void skip();

  [[nodiscard]] ThriftType type() const { return type_; }
  /// False from the first malformed byte on.
  [[nodiscard]] bool good() const { return good_; }
  /// Bytes read so far.
  [[nodiscard]] std::size_t position() const { return static_cast<std::size_t>(at_ - begin_); }

 private:
  const char* begin_;
  const char* at_;
  const char* end_;
  ThriftType type_ = ThriftType::structure;  // of the value that comes next
  std::vector<std::int16_t> open_;           // structs: the last field of each
  bool good_ = true;

  void refuse() { good_ = false; }
  [[nodiscard]] std::uint64_t varint();
  [[nodiscard]] std::uint8_t byte();
  void pass(std::uint64_t count);
  [[nodiscard]] bool field(std::int16_t& id);
};

}  // namespace tuplepack::formats
