#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tuplepack::formats {

/// The records of a zip archive whose members are stored, written front to back: the CRC of a member is known only
/// after it and is in a descriptor there. Sizes and offsets that four bytes cannot hold move to zip64 fields.
/// Names of sections are those of the .ZIP File Format Specification (APPNOTE 6.3).

inline constexpr std::uint64_t moved_32 = 0xffffffffU;  ///< of a 32-bit field: the value is in a zip64 field
inline constexpr std::uint64_t moved_16 = 0xffffU;      ///< of a 16-bit field: the same
inline constexpr std::uint64_t zip64_field = 1;         ///< the id of that extra field

/// 4.3.7, before the bytes of a member.
/// padding  bytes by which it is longer, for alignment: 0, or 4 to 65,515
[[nodiscard]] std::string zip_local_header(std::string_view name, std::uint64_t size, std::uint64_t padding = 0);

/// 4.3.9, after them.
[[nodiscard]] std::string zip_descriptor(std::uint64_t size, std::uint32_t crc);

/// 4.3.12, one per member at the end of the archive.
[[nodiscard]] std::string zip_directory_entry(std::string_view name, std::uint64_t offset, std::uint64_t size,
                                              std::uint32_t crc);

/// 4.3.14 to 4.3.16, last of all. offset and size are those of the directory.
[[nodiscard]] std::string zip_end(std::uint64_t members, std::uint64_t offset, std::uint64_t size);

}  // namespace tuplepack::formats
