#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace tuplepack::formats {

/// The CRC-32C (Castagnoli) that TFRecords are checked with. `crc` is that of the preceding bytes, 0 at the start. Uses
/// carry-less multiplication (AVX-512, VPCLMULQDQ) if available, at about memcpy speed, else SSE4.2, at nearly eight bytes
/// per cycle, else a table.
[[nodiscard]] std::uint32_t crc32c(std::uint32_t crc, std::span<const std::byte> bytes);

/// By SSE4.2, or the table where the CPU lacks it.
[[nodiscard]] std::uint32_t crc32c_by_sse42(std::uint32_t crc, std::span<const std::byte> bytes);

/// By the table, on any CPU.
[[nodiscard]] std::uint32_t crc32c_by_table(std::uint32_t crc, std::span<const std::byte> bytes);

/// The masked CRC of the TFRecord format: rotated and offset, so that the CRC of bytes that contain a CRC is not degenerate.
[[nodiscard]] std::uint32_t masked_crc32c(std::string_view bytes);

}  // namespace tuplepack::formats
