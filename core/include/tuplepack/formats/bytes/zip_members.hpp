#pragma once

#include "tuplepack/base/result.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

inline constexpr std::string_view zip_magic = "PK\x03\x04";
inline constexpr std::string_view empty_zip_magic = "PK\x05\x06";

/// A file in a zip archive.
struct ZipMember {
  std::string name;
  std::string_view bytes;
  std::uint32_t crc = 0;   ///< the checksum that the bytes should have
  std::uint64_t size = 0;  ///< bytes, once unpacked
  /// How `bytes` are packed: not, with deflate, or in a way that is not read.
  enum class Packing : std::uint8_t { none, deflate, other } packing = Packing::none;
};

/// The members of an archive, packed or not, in the order of its directory, with zip64 or without.
/// errors  malformed (no zip archive, or damaged: also where the directory says something else than the records before the
///         members, or its end records something else than the directory)
[[nodiscard]] Result<std::vector<ZipMember>> list_packed_members(std::string_view archive);

/// Unpacks a raw deflate stream of so many bytes as `out` has.
/// errors  malformed (corrupt, or not as many bytes)
using Inflate = std::function<Result<void>(std::string_view packed, std::span<char> out)>;

/// Unpacks a member into `room`, which `bytes` then view, and holds it against its checksum.
/// inflate  may be empty: then nothing can be unpacked
/// errors   malformed (corrupt) · unsupported (another method, encrypted, or nothing to unpack it with) · too_large (far
///          larger than its packed bytes)
[[nodiscard]] Result<void> unpack_zip_member(ZipMember& member, const Inflate& inflate, std::string& room);

/// Takes some bytes of a member; the next ones follow them.
using MemberSink = std::function<Result<void>(std::span<const char> bytes)>;

/// Unpacks a raw deflate stream and hands its bytes over in pieces.
/// errors  malformed (corrupt); those of the sink
using InflatePieces = std::function<Result<void>(std::string_view packed, const MemberSink& sink)>;

/// Hands over the bytes of a member, unpacked, in pieces, and then holds them against its size and checksum.
/// errors  those of unpack_zip_member; those of the sink, as they are
/// cost    memory of a piece
[[nodiscard]] Result<void> unpack_zip_member(const ZipMember& member, const InflatePieces& inflate,
                                             const MemberSink& sink);

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

/// What its members make of an archive that has no arrays, and the way out: "an Excel workbook; …". Empty: nothing that is known.
[[nodiscard]] std::string_view foreign_archive(std::span<const ZipMember> members);

/// The same where nothing but arrays is read, also of an archive whose files are all others: "a ZIP archive without arrays; …".
[[nodiscard]] std::string_view other_than_arrays(std::span<const ZipMember> members);

}  // namespace tuplepack::formats
