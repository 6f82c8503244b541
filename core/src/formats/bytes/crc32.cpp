#include "crc32.hpp"

#include "crc_table.hpp"

namespace tuplepack::formats {

std::uint32_t crc32(std::uint32_t crc, std::span<const std::byte> bytes) {
  static const CrcTable table = make_crc_table(0xedb88320U);
  return crc_by_table(table, crc, bytes);
}

}  // namespace tuplepack::formats
