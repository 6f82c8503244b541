#include "tuplepack/formats/bytes/crc32c.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>

namespace tuplepack::tests::crc32c_test {

using namespace formats;

namespace {

std::uint32_t crc_of(std::string_view text) {
  return crc32c(0, std::as_bytes(std::span<const char>(text.data(), text.size())));
}

}  // namespace

TEST_CASE("CRC-32C of known texts") {
  CHECK(crc_of("") == 0);
  CHECK(crc_of("123456789") == 0xe3069283U);
  CHECK(masked_crc32c("123456789") == 0xc78ab0e5U);
  // RFC 3720, B.4
  CHECK(crc_of(std::string(32, '\0')) == 0x8a9136aaU);
  CHECK(crc_of(std::string(32, '\xff')) == 0x62a8ab43U);
}

TEST_CASE("CRC-32C by products, by the CPU's instruction and by the table are the same, in one piece and in two") {
  const unsigned seed = 20261123;
  INFO("seed ", seed);
  std::mt19937 random(seed);
  std::string text(10'000, '\0');
  for (char& c : text) c = static_cast<char>(random());
  const auto bytes = std::as_bytes(std::span(text));
  for (int round = 0; round < 2000; ++round) {
    const std::size_t begin = random() % 64;
    const std::size_t size = random() % (round % 2 == 0 ? 100 : text.size() - begin);
    const auto part = bytes.subspan(begin, size);
    const std::size_t cut = size == 0 ? 0 : random() % size;
    const std::uint32_t whole = crc32c(0, part);
    CAPTURE(size);
    CAPTURE(cut);
    REQUIRE(whole == crc32c_by_table(0, part));
    REQUIRE(whole == crc32c_by_sse42(0, part));
    REQUIRE(whole == crc32c(crc32c(0, part.first(cut)), part.subspan(cut)));
    REQUIRE(whole == crc32c_by_table(crc32c(0, part.first(cut)), part.subspan(cut)));
  }
}

}  // namespace tuplepack::tests::crc32c_test
