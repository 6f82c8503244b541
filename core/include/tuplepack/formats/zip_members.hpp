#pragma once

#include "tuplepack/result.hpp"

#include <cstdint>
#include <functional>
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
  std::uint32_t crc = 0;  ///< the checksum that the bytes should have
};

/// The members of an archive, in the order of its directory, with zip64 or without. Their bytes are views of it, which do
/// not overlap; they are not read.
/// errors  malformed (no zip archive, or damaged) · unsupported (a member is compressed or encrypted)
[[nodiscard]] Result<std::vector<ZipMember>> list_zip_members(std::string_view archive);

/// Reads the bytes of a member.
/// after_slice  called whenever 16 MiB or the rest of them have been read
/// errors       malformed (another checksum)
[[nodiscard]] Result<void> check_zip_member(const ZipMember& member, const std::function<void()>& after_slice = {});

/// Both: the members, with the right checksum.
[[nodiscard]] Result<std::vector<ZipMember>> zip_members(std::string_view archive);

}  // namespace tuplepack
