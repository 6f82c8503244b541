#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace tuplepack {

/// The CRC-32C (Castagnoli) that TFRecords are checked with. Goes on from the CRC of the bytes before; 0 when there are
/// none. Where the CPU has them by products without carries (AVX-512, VPCLMULQDQ), about as fast as memory is copied, or by
/// SSE4.2, close to eight bytes a cycle; by a table elsewhere.
[[nodiscard]] std::uint32_t crc32c(std::uint32_t crc, std::span<const std::byte> bytes);

/// By SSE4.2, or the table where the CPU lacks it.
[[nodiscard]] std::uint32_t crc32c_by_sse42(std::uint32_t crc, std::span<const std::byte> bytes);

/// By the table, on any CPU.
[[nodiscard]] std::uint32_t crc32c_by_table(std::uint32_t crc, std::span<const std::byte> bytes);

/// As TFRecords store it: rotated and shifted, so that the CRC of bytes that contain a CRC is no simple number.
[[nodiscard]] std::uint32_t masked_crc32c(std::string_view bytes);

}  // namespace tuplepack
