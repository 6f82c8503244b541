#include "flat_table.hpp"

namespace tuplepack::formats {

std::string_view FlatBytes::text(std::size_t position) {
  const std::size_t size = at<std::uint32_t>(position);
  if (good_ && size <= bytes_.size() - position - sizeof(std::uint32_t)) {
    return bytes_.substr(position + sizeof(std::uint32_t), size);
  }
  good_ = false;
  return {};
}

FlatTable::FlatTable(FlatBytes& bytes, std::size_t position)
    : bytes_(&bytes),
      position_(position),
      fields_(position - static_cast<std::size_t>(static_cast<std::ptrdiff_t>(bytes.at<std::int32_t>(position)))),
      fields_size_(bytes.at<std::uint16_t>(fields_)) {}

std::size_t FlatTable::place(std::size_t field) const {
  const std::size_t slot = sizeof(std::uint16_t) * (field + 2);  // behind the sizes of this and of the table
  if (slot + sizeof(std::uint16_t) > fields_size_) return 0;
  const std::size_t offset = bytes_->at<std::uint16_t>(fields_ + slot);
  return offset == 0 ? 0 : position_ + offset;
}

std::string_view FlatTable::text(std::size_t field) const {
  const std::size_t at = place(field);
  return at == 0 ? std::string_view() : bytes_->text(bytes_->target(at));
}

FlatVector FlatTable::vector(std::size_t field, std::size_t stride) const {
  const std::size_t at = place(field);
  if (at == 0) return {};
  const std::size_t begin = bytes_->target(at);
  FlatVector found{.first = begin + sizeof(std::uint32_t), .size = bytes_->at<std::uint32_t>(begin)};
  bytes_->require(found.first, found.size, stride);
  if (!bytes_->good()) found.size = 0;
  return found;
}

}  // namespace tuplepack::formats
