#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace tuplepack::formats {

inline constexpr std::size_t crc_slices = 16;

/// table[s][b] is the CRC of byte b followed by s zero bytes, so that sixteen bytes are looked up at once.
using CrcTable = std::array<std::array<std::uint32_t, 256>, crc_slices>;

/// The table of a polynomial, bits reversed. Not computed by the compiler, because it does not compress: it would be a
/// seventh of the WebAssembly module.
[[nodiscard]] CrcTable make_crc_table(std::uint32_t reversed_polynomial);

/// Goes on from the CRC of the bytes before; 0 when there are none.
[[nodiscard]] std::uint32_t crc_by_table(const CrcTable& table, std::uint32_t crc, std::span<const std::byte> bytes);

}  // namespace tuplepack::formats
