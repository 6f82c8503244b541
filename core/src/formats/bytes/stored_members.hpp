#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tuplepack::formats {

/// A member of an archive of stored members, of which all sizes are known before it is written.
struct StoredMember {
  std::string name;
  std::uint64_t size = 0;
  std::uint64_t offset = 0;  ///< of its local header in the archive
  std::string header;        ///< the local header; the data begin at a multiple of 64 after it
};

/// Where everything is in an archive.
struct StoredMembers {
  std::vector<StoredMember> members;
  std::uint64_t directory = 0;  ///< where it begins
  std::uint64_t bytes = 0;      ///< of the archive
};

/// Members in this order. Sets all but their names and sizes.
[[nodiscard]] StoredMembers place_members(std::vector<StoredMember> members);

}  // namespace tuplepack::formats
