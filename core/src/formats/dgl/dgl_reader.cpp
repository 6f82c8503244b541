#include "dgl_reader.hpp"

#include "dgl_records.hpp"

#include <algorithm>
#include <limits>

namespace tuplepack::formats {

void DglReader::wrong(ErrorCode code, std::size_t at, const std::string& what) {
  if (!error_) error_ = Error{.code = code, .message = what + ", at byte " + std::to_string(at)};
}

std::string_view DglReader::bytes(std::uint64_t size, std::string_view what) {
  if (size > left()) {
    const std::string expected =
        "the file is truncated: expected " + std::to_string(size) + " bytes of " + std::string(what);
    wrong(ErrorCode::malformed, at_, expected + ", found " + std::to_string(left()));
  }
  if (!ok()) return {};
  at_ += static_cast<std::size_t>(size);
  return file_.substr(at_ - static_cast<std::size_t>(size), static_cast<std::size_t>(size));
}

std::uint64_t DglReader::number(std::string_view what, std::size_t width) {
  const std::string_view digits = bytes(width, what);
  std::uint64_t value = 0;
  for (std::size_t i = digits.size(); i-- > 0;) value = value << 8U | static_cast<unsigned char>(digits[i]);
  return value;
}

void DglReader::expect(std::uint64_t value, std::string_view what, ErrorCode code, std::size_t width) {
  const std::size_t begin = at_;
  const std::uint64_t found = number(what, width);
  if (found == value) return;
  wrong(code, begin, std::string(what) + " is " + std::to_string(found) + ", not " + std::to_string(value));
}

void DglReader::magic(std::uint64_t value, std::string_view what) {
  const std::size_t begin = at_;
  if (number("its magic number") != value) {
    wrong(ErrorCode::malformed, begin, "not " + std::string(what) + ": another magic number");
  }
}

bool DglReader::flag(std::string_view what) {
  const std::size_t begin = at_;
  const std::uint64_t value = number(what, 1);
  if (value > 1) wrong(ErrorCode::malformed, begin, std::string(what) + " is " + std::to_string(value));
  return value == 1;
}

std::size_t DglReader::length(std::size_t item_bytes, std::string_view what) {
  const std::size_t begin = at_;
  const std::uint64_t n = number(what);
  if (n <= left() / item_bytes) return static_cast<std::size_t>(n);
  wrong(ErrorCode::malformed, begin,
        std::to_string(n) + " " + std::string(what) + " exceed the remaining " + std::to_string(left()) + " bytes");
  return 0;
}

static constexpr std::size_t array_head_bytes = 40;  // of an array without dimensions

TensorType DglReader::type() {
  const std::size_t begin = position();
  const std::uint64_t code = number("an element type", 1);
  const std::uint64_t bits = number("an element type", 1);
  const std::uint64_t lanes = number("an element type", 2);
  for (const DglType& type : dgl_types) {
    if (type.in_files && type.code == code && type.bits == bits && lanes == 1) return type.type;
  }
  wrong(ErrorCode::unsupported, begin,
        "elements of code " + std::to_string(code) + ", " + std::to_string(bits) + " bits and " +
            std::to_string(lanes) + " lanes");
  return TensorType::uint8;
}

/// Bytes of an array. None if its extents other than 0 have a product that does not fit: whoever multiplies them one by
/// one stays within 64 bits.
static std::optional<std::uint64_t> array_bytes(std::span<const std::int64_t> shape, TensorType type) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  std::int64_t bytes = width(type);
  for (const std::int64_t extent : shape) {
    if (extent > 0 && extent > most / bytes) return std::nullopt;
    bytes *= std::max<std::int64_t>(extent, 1);
  }
  const bool is_empty = std::find(shape.begin(), shape.end(), 0) != shape.end();
  return is_empty ? 0 : static_cast<std::uint64_t>(bytes);
}

TensorView DglReader::array() {
  magic(dgl_magic::array, "an array");
  expect(0, "the reserved number of an array");
  expect(dgl_cpu, "the device of an array", ErrorCode::unsupported, 4);
  expect(0, "the number of the device of an array", ErrorCode::unsupported, 4);
  const std::size_t begin = position();
  const std::uint64_t dimensions = number("an array", 4);
  TensorView array;
  array.type = type();
  if (dimensions > left() / 8) {
    wrong(ErrorCode::malformed, begin, "an array of " + std::to_string(dimensions) + " dimensions");
  }
  for (std::uint64_t i = 0; i < dimensions && ok(); ++i) {
    const std::size_t at = position();
    array.shape.push_back(static_cast<std::int64_t>(number("a shape")));
    if (array.shape.back() < 0) {
      wrong(ErrorCode::malformed, at, "an extent of " + std::to_string(array.shape.back()));
    }
  }
  const std::size_t size_at = position();
  const std::uint64_t size = number("an array");
  if (size <= left() && ok()) {
    const auto due = array_bytes(array.shape, array.type);
    if (due != size) {
      wrong(ErrorCode::malformed, size_at,
            "an array of " + std::to_string(size) + " bytes has a shape that needs " +
                (due ? std::to_string(*due) : "more than 2^63"));
    }
  }
  array.data = bytes(size, "an array");
  return array;
}

std::vector<TensorView> DglReader::tensors() {
  std::vector<TensorView> tensors;
  const std::size_t n = length(8 + array_head_bytes, "tensors");
  for (std::size_t i = 0; i < n && ok(); ++i) {
    const std::string_view name = bytes(length(1, "bytes of a name"), "a name");
    tensors.push_back(array());
    tensors.back().name = name;
  }
  return tensors;
}

}  // namespace tuplepack::formats
