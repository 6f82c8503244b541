#include "thrift.hpp"

namespace tuplepack::formats {

static constexpr std::size_t deepest_nesting = 64;

std::uint8_t ThriftReader::byte() {
  if (at_ == end_) refuse();
  return good_ ? static_cast<std::uint8_t>(*at_++) : std::uint8_t{0};
}

std::uint64_t ThriftReader::varint() {
  constexpr unsigned longest = 70;
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < longest && good_; shift += 7) {
    const std::uint8_t next_byte = byte();
    value |= static_cast<std::uint64_t>(next_byte & 127U) << shift;
    if (next_byte < 128) return value;
  }
  refuse();
  return 0;
}

void ThriftReader::pass(std::uint64_t count) {
  if (count > static_cast<std::uint64_t>(end_ - at_)) refuse();
  if (good_) at_ += count;
}

static std::int64_t from_zigzag(std::uint64_t value) {
  return static_cast<std::int64_t>(value >> 1U) ^ -static_cast<std::int64_t>(value & 1U);
}

/// Reads the head of a field; false at the end of the struct.
bool ThriftReader::field(std::int16_t& id) {
  const std::uint8_t head = byte();
  type_ = static_cast<ThriftType>(head & 15U);
  if (!good_ || type_ == ThriftType::stop) {
    type_ = ThriftType::structure;  // the next element, if this was one of a list
    return false;
  }
  if (type_ > ThriftType::structure) refuse();
  const unsigned delta = head >> 4U;
  id = static_cast<std::int16_t>(delta != 0 ? id + static_cast<int>(delta) : from_zigzag(varint()));
  return good_;
}

void ThriftReader::open() {
  if (type_ != ThriftType::structure || open_.size() == deepest_nesting) refuse();
  open_.push_back(0);
}

bool ThriftReader::next() {
  if (field(open_.back())) return true;
  open_.pop_back();
  return false;
}

std::int64_t ThriftReader::integer() {
  if (type_ == ThriftType::byte) return static_cast<std::int8_t>(byte());
  if (type_ == ThriftType::i16 || type_ == ThriftType::i32 || type_ == ThriftType::i64) return from_zigzag(varint());
  skip();
  return 0;
}

bool ThriftReader::flag() {
  const bool yes = type_ == ThriftType::yes;
  skip();
  return yes;
}

std::string_view ThriftReader::bytes() {
  if (type_ != ThriftType::bytes) {
    skip();
    return {};
  }
  const std::uint64_t size = varint();
  const char* const first = at_;
  pass(size);
  return good_ ? std::string_view(first, static_cast<std::size_t>(size)) : std::string_view();
}

std::size_t ThriftReader::list() {
  if (type_ != ThriftType::list && type_ != ThriftType::set) {
    skip();
    return 0;
  }
  constexpr unsigned size_follows = 15;
  const std::uint8_t head = byte();
  type_ = static_cast<ThriftType>(head & 15U);
  const std::uint64_t size = head >> 4U == size_follows ? varint() : head >> 4U;
  if (size > static_cast<std::uint64_t>(end_ - at_)) refuse();  // every element has a byte
  return good_ ? static_cast<std::size_t>(size) : 0;
}

void ThriftReader::skip() {
  struct Pending {
    bool fields;       // of a struct, or elements of a list
    ThriftType type;   // of the elements
    std::size_t left;  // elements
  };
  std::vector<Pending> pending{{.fields = false, .type = type_, .left = 1}};
  bool element_of_list = false;
  while (good_ && !pending.empty()) {
    Pending& last = pending.back();
    std::int16_t ignored = 0;
    if (last.fields ? !field(ignored) : last.left-- == 0) {
      pending.pop_back();
      continue;
    }
    element_of_list = !last.fields && pending.size() > 1;
    if (!last.fields) type_ = last.type;
    if (pending.size() == deepest_nesting) refuse();
    switch (type_) {
      case ThriftType::yes:
      case ThriftType::no: pass(element_of_list ? 1 : 0); break;
      case ThriftType::byte: pass(1); break;
      case ThriftType::i16:
      case ThriftType::i32:
      case ThriftType::i64: (void)varint(); break;
      case ThriftType::decimal: pass(8); break;
      case ThriftType::bytes: pass(varint()); break;
      case ThriftType::list:
      case ThriftType::set: {
        const std::size_t elements = list();
        pending.push_back({.fields = false, .type = type_, .left = elements});
        break;
      }
      case ThriftType::structure: pending.push_back({.fields = true, .type = type_, .left = 0}); break;
      default: refuse();
    }
  }
}

}  // namespace tuplepack::formats
