#pragma once

#include "tuplepack/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tuplepack {

inline constexpr std::string_view zip_magic = "PK\x03\x04";
inline constexpr std::string_view empty_zip_magic = "PK\x05\x06";

/// A file in a zip archive.
struct ZipMember {
  std::string name;
  std::string_view bytes;
};

/// The members of an archive, in the order of its directory, with zip64 or without. Their bytes are views of it and
/// have the right checksum.
/// errors  malformed (no zip archive, or damaged) · unsupported (a member is compressed or encrypted)
[[nodiscard]] Result<std::vector<ZipMember>> zip_members(std::string_view archive);

}  // namespace tuplepack
