#include "zip_records.hpp"

#include <algorithm>

namespace tuplepack::formats {

static constexpr std::uint64_t version_plain = 20;
static constexpr std::uint64_t version_zip64 = 45;
static constexpr std::uint64_t flag_descriptor = 1U << 3U;
static constexpr std::uint64_t method_stored = 0;
static constexpr std::uint64_t midnight = 0;
static constexpr std::uint64_t first_day = 1U << 5U | 1U;  // 1980-01-01: the same bytes at any time

static constexpr std::uint64_t padding_field = 0x4246U;  // the id that PyTorch gives it

static bool needs_zip64(std::uint64_t value) {
  return value >= moved_32;
}

static void put(std::string& record, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) record += static_cast<char>(value >> (8 * i) & 255U);
}

/// 4.3.7 and 4.3.12 share these fields.
static void put_description(std::string& record, std::string_view name, std::uint64_t size, std::uint64_t crc,
                            std::uint64_t extra_bytes, bool zip64) {
  put(record, zip64 ? version_zip64 : version_plain, 2);
  put(record, flag_descriptor, 2);
  put(record, method_stored, 2);
  put(record, midnight, 2);
  put(record, first_day, 2);
  put(record, crc, 4);
  put(record, size, 4);
  put(record, size, 4);
  put(record, name.size(), 2);
  put(record, extra_bytes, 2);
}

std::string zip_local_header(std::string_view name, std::uint64_t size, std::uint64_t padding) {
  const bool zip64 = needs_zip64(size);
  std::string record;
  put(record, 0x04034b50U, 4);
  put_description(record, name, zip64 ? moved_32 : 0, 0, (zip64 ? 20 : 0) + padding, zip64);
  record += name;
  if (zip64) {
    put(record, zip64_field, 2);
    put(record, 16, 2);
    put(record, 0, 8);
    put(record, 0, 8);
  }
  if (padding > 0) {
    put(record, padding_field, 2);
    put(record, padding - 4, 2);
    record.append(static_cast<std::size_t>(padding - 4), '\0');
  }
  return record;
}

std::string zip_descriptor(std::uint64_t size, std::uint32_t crc) {
  const int bytes = needs_zip64(size) ? 8 : 4;
  std::string record;
  put(record, 0x08074b50U, 4);
  put(record, crc, 4);
  put(record, size, bytes);
  put(record, size, bytes);
  return record;
}

std::string zip_directory_entry(std::string_view name, std::uint64_t offset, std::uint64_t size, std::uint32_t crc) {
  std::string moved;
  if (needs_zip64(size)) {
    put(moved, size, 8);
    put(moved, size, 8);
  }
  if (needs_zip64(offset)) put(moved, offset, 8);
  const bool zip64 = !moved.empty();
  std::string record;
  put(record, 0x02014b50U, 4);
  put(record, zip64 ? version_zip64 : version_plain, 2);  // made by
  put_description(record, name, std::min(size, moved_32), crc, zip64 ? 4 + moved.size() : 0, zip64);
  put(record, 0, 2);  // comment
  put(record, 0, 2);  // disk
  put(record, 0, 2);  // internal attributes
  put(record, 0, 4);  // external attributes
  put(record, std::min(offset, moved_32), 4);
  record += name;
  if (zip64) {
    put(record, zip64_field, 2);
    put(record, moved.size(), 2);
    record += moved;
  }
  return record;
}

std::string zip_end(std::uint64_t members, std::uint64_t offset, std::uint64_t size) {
  std::string record;
  if (members >= moved_16 || needs_zip64(offset) || needs_zip64(size)) {
    put(record, 0x06064b50U, 4);  // zip64 end of the directory
    put(record, 44, 8);           // bytes of it that follow
    put(record, version_zip64, 2);
    put(record, version_zip64, 2);
    put(record, 0, 4);  // this disk
    put(record, 0, 4);  // the disk of the directory
    put(record, members, 8);
    put(record, members, 8);
    put(record, size, 8);
    put(record, offset, 8);
    put(record, 0x07064b50U, 4);  // its locator
    put(record, 0, 4);
    put(record, offset + size, 8);
    put(record, 1, 4);  // disks
  }
  put(record, 0x06054b50U, 4);
  put(record, 0, 2);
  put(record, 0, 2);
  put(record, std::min(members, moved_16), 2);
  put(record, std::min(members, moved_16), 2);
  put(record, std::min(size, moved_32), 4);
  put(record, std::min(offset, moved_32), 4);
  put(record, 0, 2);  // comment
  return record;
}

}  // namespace tuplepack::formats
