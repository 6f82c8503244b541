#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tuplepack::formats {

/// The CRC-32 of zip files. Goes on from the CRC of the bytes before; 0 when there are none.
[[nodiscard]] std::uint32_t crc32(std::uint32_t crc, std::span<const std::byte> bytes);

}  // namespace tuplepack::formats
