#include "tuplepack/formats/numpy/npz.hpp"

#include "formats/bytes/crc32.hpp"
#include "formats/bytes/zip_records.hpp"
#include "formats/reading.hpp"

#include <doctest/doctest.h>

#include <array>

namespace tuplepack::tests::npz_test {

using namespace formats;

namespace {

std::uint64_t number_at(std::string_view bytes, std::size_t at, std::size_t width) {
  std::uint64_t value = 0;
  for (std::size_t i = width; i-- > 0;) value = value << 8U | static_cast<unsigned char>(bytes.at(at + i));
  return value;
}

/// The bytes of a stored member, found as every reader of zip files does: from the end.
std::string unzip(const std::string& archive, const std::string& wanted) {
  const std::size_t end = archive.rfind("PK\x05\x06");
  REQUIRE(end != std::string::npos);
  const std::uint64_t members = number_at(archive, end + 10, 2);
  auto entry = static_cast<std::size_t>(number_at(archive, end + 16, 4));
  REQUIRE(number_at(archive, end + 12, 4) == end - entry);
  for (std::uint64_t i = 0; i < members; ++i) {
    REQUIRE(archive.substr(entry, 4) == "PK\x01\x02");
    const auto name_length = static_cast<std::size_t>(number_at(archive, entry + 28, 2));
    const auto size = static_cast<std::size_t>(number_at(archive, entry + 24, 4));
    if (archive.substr(entry + 46, name_length) == wanted) {
      const auto local = static_cast<std::size_t>(number_at(archive, entry + 42, 4));
      REQUIRE(archive.substr(local, 4) == "PK\x03\x04");
      const std::string member = archive.substr(local + 30 + name_length, size);
      const std::string descriptor = archive.substr(local + 30 + name_length + size, 16);
      CHECK(descriptor.substr(0, 4) == "PK\x07\x08");
      CHECK(number_at(descriptor, 4, 4) == number_at(archive, entry + 16, 4));
      CHECK(number_at(descriptor, 4, 4) == crc32(0, std::as_bytes(std::span(member))));
      return member;
    }
    entry += 46 + name_length;
  }
  FAIL("no member " << wanted);
  return "";
}

/// A bit at a time, by the definition.
std::uint32_t plain_crc(std::string_view bytes) {
  std::uint32_t crc = ~0U;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1U ^ ((crc & 1U) != 0 ? 0xedb88320U : 0U);
  }
  return ~crc;
}

std::uint32_t fast_crc(std::uint32_t before, std::string_view bytes) {
  return crc32(before, std::as_bytes(std::span<const char>(bytes.data(), bytes.size())));
}

}  // namespace

TEST_CASE("CRC-32") {
  CHECK(fast_crc(0, "123456789") == 0xcbf43926U);
  std::mt19937_64 random(50);
  for (int round = 0; round < 200; ++round) {
    std::string bytes;
    for (std::uint64_t n = random() % 200; n > 0; --n) bytes += static_cast<char>(random() & 255U);
    const std::size_t cut = random() % (bytes.size() + 1);
    const std::string_view view = bytes;
    CHECK(fast_crc(0, bytes) == plain_crc(bytes));
    CHECK(fast_crc(fast_crc(0, view.substr(0, cut)), view.substr(cut)) == plain_crc(bytes));
  }
}

TEST_CASE("the header of a .npy file ends at a multiple of 64") {
  const std::array<std::int64_t, 1> vector{5};
  const std::string header = npy_header(Dtype::int32, vector);
  CHECK(header.size() == 128);
  CHECK(header.substr(0, 8) == std::string("\x93NUMPY\x01\x00", 8));
  CHECK(number_at(header, 8, 2) == 118);
  CHECK(header.substr(10, 57) == "{'descr': '<i4', 'fortran_order': False, 'shape': (5,), }");
  CHECK(header.back() == '\n');
  const std::array<std::int64_t, 2> matrix{1234567890123, 2};
  CHECK(npy_header(Dtype::int64, matrix).find("'shape': (1234567890123, 2), }") != std::string::npos);
  CHECK(npy_header(Dtype::int64, matrix).substr(10, 16) == "{'descr': '<i8',");
  CHECK(npy_header(Dtype::float64, matrix).substr(10, 16) == "{'descr': '<f8',");
  CHECK(npy_header(Dtype::int64, {}).find("'shape': (), }") != std::string::npos);
  CHECK(npy_header(">f2", matrix).substr(10, 16) == "{'descr': '>f2',");
}

TEST_CASE("an archive holds its arrays") {
  std::string archive;
  NpzWriter writer([&](std::span<const std::byte> bytes) {
    archive.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  });
  const std::vector<std::int64_t> offsets{0, 2, 5};
  const std::vector<std::int32_t> items{4, 3, 2, 1, 0};
  const std::vector<std::int64_t> table{1, 2, 3, 4, 5, 6};
  writer.add("offsets", offsets);
  writer.add("items", items);
  writer.begin("table", Dtype::int64, std::array<std::int64_t, 2>{3, 2});
  for (const std::int64_t& value : table) writer.append(std::as_bytes(std::span(&value, 1)));
  writer.end();
  const double half = 0.5;
  writer.begin("half", Dtype::float64, {});
  writer.append(std::as_bytes(std::span(&half, 1)));
  writer.end();
  writer.add("none", std::span<const std::int32_t>{});
  writer.finish();

  CHECK(read(unzip(archive, "offsets.npy")).sizes == offsets);
  CHECK(read(unzip(archive, "items.npy")).sizes == std::vector<std::int64_t>(items.begin(), items.end()));
  CHECK(read(unzip(archive, "table.npy")).components.size() == 2);
  CHECK(unzip(archive, "half.npy").substr(128) == std::string("\0\0\0\0\0\0\xe0\x3f", 8));
  CHECK(read(unzip(archive, "table.npy")).sizes == table);
  CHECK(unzip(archive, "none.npy").size() == 128);
}

TEST_CASE("sizes and offsets beyond four bytes move to zip64 fields") {
  constexpr std::uint64_t limit = 0xffffffffU;
  const std::string name = "items.npy";
  CHECK(zip_local_header(name, limit - 1).size() == 30 + name.size());
  const std::string local = zip_local_header(name, limit);
  CHECK(local.size() == 30 + name.size() + 20);
  CHECK(number_at(local, 4, 2) == 45);
  CHECK(number_at(local, 22, 4) == limit);
  CHECK(number_at(local, 28, 2) == 20);

  CHECK(zip_descriptor(limit - 1, 7).size() == 16);
  CHECK(zip_descriptor(limit, 7).size() == 24);
  CHECK(number_at(zip_descriptor(limit + 5, 7), 16, 8) == limit + 5);

  CHECK(zip_directory_entry(name, 5, 6, 7).size() == 46 + name.size());
  const std::string far = zip_directory_entry(name, limit + 1, 6, 7);
  CHECK(number_at(far, 24, 4) == 6);
  CHECK(number_at(far, 42, 4) == limit);
  CHECK(number_at(far, 46 + name.size() + 2, 2) == 8);
  CHECK(number_at(far, 46 + name.size() + 4, 8) == limit + 1);
  const std::string large = zip_directory_entry(name, limit + 1, limit + 2, 7);
  CHECK(number_at(large, 46 + name.size() + 2, 2) == 24);
  CHECK(number_at(large, 46 + name.size() + 4, 8) == limit + 2);
  CHECK(number_at(large, 46 + name.size() + 20, 8) == limit + 1);

  CHECK(zip_end(3, 100, 200).size() == 22);
  const std::string end = zip_end(3, limit + 100, 200);
  CHECK(end.size() == 56 + 20 + 22);
  CHECK(number_at(end, 48, 8) == limit + 100);
  CHECK(number_at(end, 56 + 8, 8) == limit + 300);
  CHECK(number_at(end, 76 + 16, 4) == limit);
  CHECK(zip_end(70000, 100, 200).size() == 98);
}

}  // namespace tuplepack::tests::npz_test
