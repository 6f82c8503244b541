#pragma once

#include "thrift.hpp"

#include <string>

namespace tuplepack::formats {

/// Writes structs of Thrift's compact protocol, field by field in the order of their numbers.
class ThriftWriter {
 public:
  ThriftWriter() { open(); }

  void integer(std::int16_t id, std::int64_t value, ThriftType type = ThriftType::i32);
  void text(std::int16_t id, std::string_view value);
  /// A struct, whose fields follow until close().
  void structure(std::int16_t id);
  /// A list, whose elements follow: open() and close() around each struct, or element() for the others.
  void list(std::int16_t id, ThriftType type, std::size_t size);
  void element(std::int64_t value);
  void element(std::string_view value);
  void open() { last_.push_back(0); }
  void close();

  /// The bytes of the outermost struct, after all of its fields.
  [[nodiscard]] std::string take() &&;

 private:
  std::string bytes_;
  std::vector<std::int16_t> last_;  // structs: the last field of each

  void head(std::int16_t id, ThriftType type);
};

}  // namespace tuplepack::formats
