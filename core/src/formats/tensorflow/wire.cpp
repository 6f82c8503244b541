#include "wire.hpp"

#include <vector>

namespace tuplepack::formats {

bool take_varint(const char*& at, const char* end, std::uint64_t& value) {
  constexpr unsigned longest = 70;
  value = 0;
  const char* here = at;
  for (unsigned shift = 0; shift < longest && here != end; shift += 7) {
    const auto byte = static_cast<unsigned char>(*here++);
    value |= static_cast<std::uint64_t>(byte & 127U) << shift;
    if (byte < 128) {
      at = here;
      return true;
    }
  }
  return false;
}

bool WireReader::refuse(std::string_view reason) {
  wrong_ = reason;
  return false;
}

/// Any field, also the beginning or end of a group.
bool WireReader::take(WireField& field) {
  std::uint64_t tag = 0;
  if (!take_varint(at_, end_, tag) || tag > UINT32_MAX || tag < 8) return refuse("invalid field tag");
  field.number = static_cast<std::uint32_t>(tag >> 3U);
  field.type = static_cast<WireType>(tag & 7U);
  const auto left = static_cast<std::size_t>(end_ - at_);
  std::uint64_t size = 0;
  switch (field.type) {
    case WireType::varint:
      if (!take_varint(at_, end_, field.value)) return refuse("truncated varint");
      return true;
    case WireType::bytes:
      if (!take_varint(at_, end_, size)) return refuse("truncated length prefix");
      break;
    case WireType::fixed64: size = 8; break;
    case WireType::fixed32: size = 4; break;
    case WireType::group:
    case WireType::group_end: return true;
    default: return refuse("unknown wire type");
  }
  if (size > left || size > static_cast<std::size_t>(end_ - at_))
    return refuse("field extends past the end of its message");
  field.bytes = {at_, static_cast<std::size_t>(size)};
  at_ += size;
  return true;
}

bool WireReader::skip_group(std::uint32_t number) {
  constexpr std::size_t deepest = 100;  // as protobuf
  std::vector<std::uint32_t> open{number};
  WireField field;
  while (!open.empty()) {
    if (at_ == end_) return refuse("unterminated group");
    if (!take(field)) return false;
    if (field.type == WireType::group) {
      if (open.size() == deepest) return refuse("groups nested too deeply");
      open.push_back(field.number);
    } else if (field.type == WireType::group_end) {
      if (field.number != open.back()) return refuse("unmatched end-group tag");
      open.pop_back();
    }
  }
  return true;
}

bool WireReader::next(WireField& field) {
  while (at_ != end_ && wrong_.empty()) {
    if (!take(field)) return false;
    if (field.type == WireType::group_end) return refuse("unmatched end-group tag");
    if (field.type != WireType::group) return true;
    if (!skip_group(field.number)) return false;
  }
  return false;
}

void put_varint(std::string& out, std::uint64_t value) {
  for (; value > 127; value >>= 7U) out += static_cast<char>((value & 127U) | 128U);
  out += static_cast<char>(value);
}

}  // namespace tuplepack::formats
