#include "stored_members.hpp"

#include "zip_records.hpp"

namespace tuplepack::formats {

static std::string aligned_header(const StoredMember& member) {
  constexpr std::uint64_t alignment = 64;
  constexpr std::uint64_t min_padding = 4;  // the head of an extra field
  const std::uint64_t end = member.offset + zip_local_header(member.name, member.size).size();
  std::uint64_t padding = (alignment - end % alignment) % alignment;
  if (padding > 0 && padding < min_padding) padding += alignment;
  return zip_local_header(member.name, member.size, padding);
}

StoredMembers place_members(std::vector<StoredMember> members) {
  StoredMembers archive{.members = std::move(members)};
  for (StoredMember& member : archive.members) {
    member.offset = archive.directory;
    member.header = aligned_header(member);
    archive.directory += member.header.size() + member.size + zip_descriptor(member.size, 0).size();
  }
  archive.bytes = archive.directory;
  for (const StoredMember& member : archive.members) {
    archive.bytes += zip_directory_entry(member.name, member.offset, member.size, 0).size();
  }
  archive.bytes += zip_end(archive.members.size(), archive.directory, archive.bytes - archive.directory).size();
  return archive;
}

}  // namespace tuplepack::formats
