#include "tuplepack/formats/bytes/crc32c.hpp"

#include "crc_table.hpp"

#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace tuplepack::formats {

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

/// Goes on from a register, not from a CRC.
[[gnu::target("sse4.2")]] static std::uint32_t past_bytes(std::uint64_t crc, std::span<const std::byte> bytes) {
  static const LaneShift shift = make_lane_shift();
  const std::byte* at = bytes.data();
  std::size_t left = bytes.size();
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
  return rest;
}

/// x^n modulo the polynomial, for products without carries of 64 bits whose first bit is the lowest.
static long long power_of_x(int n) {
  std::uint64_t power = 0x80000000U;
  for (int i = 0; i < n; ++i) power = (power >> 1U) ^ ((power & 1U) != 0 ? castagnoli : 0U);
  power <<= 32U;
  return static_cast<long long>(power);
}

/// 256 bytes at a time are folded into the next ones: multiplied by x^2048, in pieces of 64 bits that lie 64 bits apart,
/// which leaves 256 bytes with the same remainder (Gopal et al. 2009, "Fast CRC computation … using PCLMULQDQ").
[[gnu::target("avx512f,vpclmulqdq")]] static std::uint32_t past_blocks(std::uint32_t crc,
                                                                       std::span<const std::byte> blocks) {
  static const long long first = power_of_x(2048 + 63), second = power_of_x(2048 - 1);
  const __m512i powers = _mm512_set_epi64(second, first, second, first, second, first, second, first);
  const std::byte* at = blocks.data();
  // NOLINTNEXTLINE: std::array loses the alignment of the type
  __m512i folded[4] = {_mm512_loadu_si512(at), _mm512_loadu_si512(at + 64), _mm512_loadu_si512(at + 128),
                       _mm512_loadu_si512(at + 192)};
  folded[0] = _mm512_xor_si512(folded[0], _mm512_zextsi128_si512(_mm_cvtsi32_si128(static_cast<int>(crc))));
  for (at += 256; at != blocks.data() + blocks.size(); at += 256) {
    for (std::size_t i = 0; i < 4; ++i) {
      const __m512i low = _mm512_clmulepi64_epi128(folded[i], powers, 0x00);
      const __m512i high = _mm512_clmulepi64_epi128(folded[i], powers, 0x11);
      folded[i] = _mm512_ternarylogic_epi64(low, high, _mm512_loadu_si512(at + 64 * i), 0x96);
    }
  }
  std::array<std::byte, 256> rest{};
  for (std::size_t i = 0; i < 4; ++i) _mm512_storeu_si512(rest.data() + 64 * i, folded[i]);
  return past_bytes(0, rest);
}

std::uint32_t crc32c_by_sse42(std::uint32_t crc, std::span<const std::byte> bytes) {
  static const bool has_sse42 = __builtin_cpu_supports("sse4.2") != 0;
  return has_sse42 ? ~past_bytes(~crc, bytes) : crc32c_by_table(crc, bytes);
}

std::uint32_t crc32c(std::uint32_t crc, std::span<const std::byte> bytes) {
  static const bool has_products = __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("vpclmulqdq") != 0;
  if (!has_products || bytes.size() < 1024) return crc32c_by_sse42(crc, bytes);
  const std::size_t blocks = bytes.size() / 256 * 256;
  return crc32c_by_sse42(~past_blocks(~crc, bytes.first(blocks)), bytes.subspan(blocks));
}

#else

std::uint32_t crc32c_by_sse42(std::uint32_t crc, std::span<const std::byte> bytes) {
  return crc32c_by_table(crc, bytes);
}

std::uint32_t crc32c(std::uint32_t crc, std::span<const std::byte> bytes) {
  return crc32c_by_table(crc, bytes);
}

#endif

std::uint32_t masked_crc32c(std::string_view bytes) {
  const std::uint32_t crc = crc32c(0, std::as_bytes(std::span<const char>(bytes.data(), bytes.size())));
  return (crc >> 15U | crc << 17U) + 0xa282ead8U;
}

}  // namespace tuplepack::formats
