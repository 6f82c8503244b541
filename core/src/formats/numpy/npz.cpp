#include "tuplepack/formats/numpy/npz.hpp"

#include "formats/bytes/crc32.hpp"
#include "formats/bytes/zip_records.hpp"

#include <cassert>

namespace tuplepack::formats {

/// Bytes of a number: the last digit of its type.
static std::uint64_t width(std::string_view type) {
  return static_cast<std::uint64_t>(type.back() - '0');
}

std::string_view numpy_type(Dtype dtype) {
  switch (dtype) {
    case Dtype::int32: return "<i4";
    case Dtype::int64: return "<i8";
    default: return "<f8";
  }
}

std::string npy_header(std::string_view type, std::span<const std::int64_t> shape) {
  static constexpr std::size_t alignment = 64;
  static constexpr std::size_t before_text = 10;  // magic, version, length
  std::string text = "{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': (";
  for (std::size_t i = 0; i < shape.size(); ++i) text += (i == 0 ? "" : " ") + std::to_string(shape[i]) + ",";
  if (shape.size() > 1) text.pop_back();
  text += "), }";
  while ((before_text + text.size() + 1) % alignment != 0) text += ' ';
  text += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(text.size() & 255U);
  header += static_cast<char>(text.size() >> 8U);
  return header + text;
}

std::string npy_header(Dtype dtype, std::span<const std::int64_t> shape) {
  return npy_header(numpy_type(dtype), shape);
}

static std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

NpzWriter::NpzWriter(std::function<void(std::span<const std::byte>)> write) : write_(std::move(write)) {}

void NpzWriter::put(std::span<const std::byte> bytes) {
  write_(bytes);
  position_ += bytes.size();
}

void NpzWriter::begin(std::string_view name, std::string_view type, std::span<const std::int64_t> shape) {
  assert(due_ == 0);
  const std::string header = npy_header(type, shape);
  std::uint64_t size = header.size();
  due_ = width(type);
  for (const std::int64_t extent : shape) due_ *= static_cast<std::uint64_t>(extent);
  size += due_;
  members_.push_back({.name = std::string(name) + ".npy", .offset = position_, .size = size, .crc = 0});
  put(bytes_of(zip_local_header(members_.back().name, size)));
  members_.back().crc = crc32(0, bytes_of(header));
  put(bytes_of(header));
}

void NpzWriter::begin(std::string_view name, Dtype dtype, std::span<const std::int64_t> shape) {
  begin(name, numpy_type(dtype), shape);
}

void NpzWriter::append(std::span<const std::byte> elements) {
  assert(elements.size() <= due_);
  due_ -= elements.size();
  members_.back().crc = crc32(members_.back().crc, elements);
  put(elements);
}

void NpzWriter::end() {
  assert(due_ == 0);
  put(bytes_of(zip_descriptor(members_.back().size, members_.back().crc)));
}

void NpzWriter::add(std::string_view name, std::span<const std::int32_t> array) {
  const auto shape = static_cast<std::int64_t>(array.size());
  begin(name, Dtype::int32, std::span(&shape, 1));
  append(std::as_bytes(array));
  end();
}

void NpzWriter::add(std::string_view name, std::span<const std::int64_t> array) {
  const auto shape = static_cast<std::int64_t>(array.size());
  begin(name, Dtype::int64, std::span(&shape, 1));
  append(std::as_bytes(array));
  end();
}

void NpzWriter::finish() {
  assert(due_ == 0);
  const std::uint64_t directory = position_;
  for (const Member& member : members_) {
    put(bytes_of(zip_directory_entry(member.name, member.offset, member.size, member.crc)));
  }
  put(bytes_of(zip_end(members_.size(), directory, position_ - directory)));
}

}  // namespace tuplepack::formats
