#include "crc_table.hpp"

namespace tuplepack::formats {

CrcTable make_crc_table(std::uint32_t reversed_polynomial) {
  CrcTable all{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? reversed_polynomial : 0U);
    all[0][byte] = crc;
  }
  for (std::size_t s = 1; s < crc_slices; ++s) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t shorter = all[s - 1][byte];
      all[s][byte] = (shorter >> 8U) ^ all[0][shorter & 255U];
    }
  }
  return all;
}

std::uint32_t crc_by_table(const CrcTable& table, std::uint32_t crc, std::span<const std::byte> bytes) {
  const auto* at = reinterpret_cast<const unsigned char*>(bytes.data());
  std::size_t left = bytes.size();
  crc = ~crc;
  for (; left >= crc_slices; left -= crc_slices, at += crc_slices) {
    const std::uint32_t head = crc ^ (std::uint32_t{at[0]} | std::uint32_t{at[1]} << 8U | std::uint32_t{at[2]} << 16U |
                                      std::uint32_t{at[3]} << 24U);
    crc =
        table[15][head & 255U] ^ table[14][head >> 8U & 255U] ^ table[13][head >> 16U & 255U] ^ table[12][head >> 24U];
    for (std::size_t i = 4; i < crc_slices; ++i) crc ^= table[crc_slices - 1 - i][at[i]];
  }
  for (; left > 0; --left, ++at) crc = (crc >> 8U) ^ table[0][(crc ^ *at) & 255U];
  return ~crc;
}

}  // namespace tuplepack::formats
