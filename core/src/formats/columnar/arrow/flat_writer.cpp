#include "flat_writer.hpp"

#include <algorithm>

namespace tuplepack::formats {

/// Appends zeros, until what comes after `more` further bytes is at a multiple of 8.
void FlatWriter::align(std::size_t more) {
  while ((bytes_.size() + more) % sizeof(std::uint64_t) != 0) bytes_ += '\0';
}

void FlatWriter::set(std::size_t at, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    bytes_[at + i] = static_cast<char>(static_cast<unsigned char>(value >> (8 * i)));
  }
}

std::size_t FlatWriter::table(std::size_t from, std::initializer_list<FlatField> fields) {
  constexpr std::size_t slot = sizeof(std::uint16_t), head = sizeof(std::int32_t);
  std::size_t slots = 2, size = head;  // the slots begin with the sizes of both
  for (const FlatField& field : fields) {
    slots = std::max(slots, field.number + 3);
    size += field.size;
  }
  align(slots * slot + head);
  const std::size_t slots_at = bytes_.size(), at = slots_at + slots * slot;
  bytes_.resize(at + size);
  set(slots_at, slots * slot, slot);
  set(slots_at + slot, size, slot);
  set(at, at - slots_at, head);
  set(from, at - from, sizeof(std::uint32_t));
  std::size_t place = head;
  for (const FlatField& field : fields) {
    set(slots_at + (field.number + 2) * slot, place, slot);
    set(at + place, field.value, field.size);
    place += field.size;
  }
  return at + head;
}

void FlatWriter::text(std::size_t from, std::string_view value) {
  const std::size_t first = vector(from, value.size(), 1);
  value.copy(bytes_.data() + first, value.size());
  bytes_ += '\0';
}

std::size_t FlatWriter::vector(std::size_t from, std::size_t size, std::size_t stride) {
  align(sizeof(std::uint32_t));
  const std::size_t at = bytes_.size(), first = at + sizeof(std::uint32_t);
  bytes_.resize(first + size * stride);
  set(at, size, sizeof(std::uint32_t));
  set(from, at - from, sizeof(std::uint32_t));
  return first;
}

std::string FlatWriter::take() && {
  align(0);
  return std::move(bytes_);
}

}  // namespace tuplepack::formats
