#include "tuplepack/formats/crc32c.hpp"

#include "crc_table.hpp"

#include <cstring>

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace tuplepack {

static constexpr std::uint32_t castagnoli = 0x82f63b78U;

std::uint32_t crc32c_by_table(std::uint32_t crc, std::span<const std::byte> bytes) {
  static const CrcTable table = make_crc_table(castagnoli);
  return crc_by_table(table, crc, bytes);
}

#if defined(__x86_64__)

// The instruction starts every cycle and takes three: three stretches are computed side by side, and joined by moving
// their CRCs past as many zero bytes as follow, which is linear in the bits of the CRC.
static constexpr std::size_t lane_bytes = 512;

/// What each byte of a CRC becomes behind the zero bytes of a lane.
using LaneShift = std::array<std::array<std::uint32_t, 256>, 4>;

static LaneShift make_lane_shift() {
  LaneShift shift{};
  for (std::size_t place = 0; place < shift.size(); ++place) {
    for (std::uint32_t byte = 1; byte < 256; ++byte) {
      const std::uint32_t low = byte & (0U - byte);
      std::uint32_t crc = low << (8 * place);
      if (byte != low) {
        shift[place][byte] = shift[place][low] ^ shift[place][byte ^ low];
        continue;
      }
      for (std::size_t bit = 0; bit < 8 * lane_bytes; ++bit) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? castagnoli : 0U);
      shift[place][byte] = crc;
    }
  }
  return shift;
}

static std::uint32_t past_lane(const LaneShift& shift, std::uint64_t crc) {
  return shift[0][crc & 255U] ^ shift[1][crc >> 8U & 255U] ^ shift[2][crc >> 16U & 255U] ^ shift[3][crc >> 24U & 255U];
}

static std::uint64_t eight_bytes(const std::byte* at) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, at, sizeof(bytes));
  return bytes;
}

[[gnu::target("sse4.2")]] static std::uint32_t crc32c_by_sse42(std::uint32_t start, std::span<const std::byte> bytes) {
  static const LaneShift shift = make_lane_shift();
  const std::byte* at = bytes.data();
  std::size_t left = bytes.size();
  std::uint64_t crc = ~start;
  for (; left >= 3 * lane_bytes; left -= 3 * lane_bytes, at += 3 * lane_bytes) {
    std::uint64_t second = 0, third = 0;
    for (std::size_t i = 0; i < lane_bytes; i += 8) {
      crc = _mm_crc32_u64(crc, eight_bytes(at + i));
      second = _mm_crc32_u64(second, eight_bytes(at + lane_bytes + i));
      third = _mm_crc32_u64(third, eight_bytes(at + 2 * lane_bytes + i));
    }
    crc = past_lane(shift, past_lane(shift, crc) ^ second) ^ third;
  }
  for (; left >= 8; left -= 8, at += 8) crc = _mm_crc32_u64(crc, eight_bytes(at));
  auto rest = static_cast<std::uint32_t>(crc);
  for (; left > 0; --left, ++at) rest = _mm_crc32_u8(rest, static_cast<unsigned char>(*at));
  return ~rest;
}

std::uint32_t crc32c(std::uint32_t crc, std::span<const std::byte> bytes) {
  static const bool has_sse42 = __builtin_cpu_supports("sse4.2") != 0;
  return has_sse42 ? crc32c_by_sse42(crc, bytes) : crc32c_by_table(crc, bytes);
}

#else

std::uint32_t crc32c(std::uint32_t crc, std::span<const std::byte> bytes) {
  return crc32c_by_table(crc, bytes);
}

#endif

std::uint32_t masked_crc32c(std::string_view bytes) {
  const std::uint32_t crc = crc32c(0, std::as_bytes(std::span<const char>(bytes.data(), bytes.size())));
  return (crc >> 15U | crc << 17U) + 0xa282ead8U;
}

}  // namespace tuplepack
