#include "thrift_writer.hpp"

#include "formats/tensorflow/wire.hpp"

#include <algorithm>

namespace tuplepack::formats {

static std::uint64_t to_zigzag(std::int64_t value) {
  return static_cast<std::uint64_t>(value) << 1U ^ static_cast<std::uint64_t>(value >> 63);
}

/// assumes  id is greater than that of the field before, by 15 at most
void ThriftWriter::head(std::int16_t id, ThriftType type) {
  bytes_ += static_cast<char>((id - last_.back()) << 4 | static_cast<int>(type));
  last_.back() = id;
}

void ThriftWriter::integer(std::int16_t id, std::int64_t value, ThriftType type) {
  head(id, type);
  element(value);
}

void ThriftWriter::text(std::int16_t id, std::string_view value) {
  head(id, ThriftType::bytes);
  element(value);
}

void ThriftWriter::structure(std::int16_t id) {
  head(id, ThriftType::structure);
  open();
}

void ThriftWriter::list(std::int16_t id, ThriftType type, std::size_t size) {
  head(id, ThriftType::list);
  constexpr std::size_t size_follows = 15;
  bytes_ += static_cast<char>(std::min(size, size_follows) << 4U | static_cast<unsigned>(type));
  if (size >= size_follows) put_varint(bytes_, size);
}

void ThriftWriter::element(std::int64_t value) {
  put_varint(bytes_, to_zigzag(value));
}

void ThriftWriter::element(std::string_view value) {
  put_varint(bytes_, value.size());
  bytes_ += value;
}

void ThriftWriter::close() {
  bytes_ += '\0';
  last_.pop_back();
}

std::string ThriftWriter::take() && {
  close();
  return std::move(bytes_);
}

}  // namespace tuplepack::formats
