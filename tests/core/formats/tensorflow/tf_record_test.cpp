#include "tuplepack/formats/tensorflow/tf_record.hpp"

#include "formats/hex.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

namespace tuplepack::tests::tf_record_test {

using namespace formats;

namespace {

struct FoundRecords {
  std::vector<std::string> data;
  std::vector<std::int64_t> offsets;
  std::vector<std::string> errors;
};

FoundRecords records_of(TextPieces pieces) {
  RecordReader reader(std::move(pieces));
  FoundRecords found;
  Record record;
  while (true) {
    const auto more = reader.next(record);
    if (!more) {
      found.errors.push_back(more.error().message);
      continue;
    }
    if (!*more) break;
    found.data.emplace_back(record.data);
    found.offsets.push_back(record.offset);
  }
  CHECK(*reader.next(record) == false);
  return found;
}

/// Every piece lies in memory of its own, which is gone when the next one is asked for.
TextPieces short_lived_pieces(std::string file, std::size_t size) {
  auto piece = std::make_shared<std::unique_ptr<std::string>>();
  return [=, at = std::size_t{0}]() mutable -> std::string_view {
    piece->reset(at < file.size() ? new std::string(file.substr(at, size)) : nullptr);
    at += size;
    return *piece ? std::string_view(**piece) : std::string_view();
  };
}

FoundRecords records_of(const std::string& file) {
  return records_of(pieces_of(file));
}

std::string file_of(const std::vector<std::string>& all) {
  std::string file;
  for (const std::string& data : all) append_record(file, data);
  return file;
}

std::vector<std::string> random_records(std::mt19937& random, std::size_t n) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < n; ++i) {
    std::string data(random() % 200, '\0');
    for (char& c : data) c = static_cast<char>(random());
    all.push_back(data);
  }
  return all;
}

std::vector<std::string> without(std::vector<std::string> all, std::size_t i) {
  all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
  return all;
}

}  // namespace

TEST_CASE("the bytes of records") {
  CHECK(hex(file_of({""})) == "000000000000000029039807d8ea82a2");
  const std::string students = bytes_of_hex(
      "0a6b0a1d0a146e6f6465732f73747564656e74732e2373697a6512051a030a01030a250a156e6f6465732f73747564656e74732e73636f72"
      "6573120c1a0a0a080a0f17594035191d0a230a186e6f6465732f73747564656e74732e73636f7265732e643112071a050a03030104");
  const std::string file = file_of({students});
  CHECK(hex(file.substr(0, 12)) == "6d000000000000003d4de671");
  CHECK(hex(file.substr(file.size() - 4)) == "9c1879bc");
  CHECK(records_of(file).data == std::vector{students});
}

TEST_CASE("a file without bytes has no records") {
  CHECK(records_of("").data.empty());
  CHECK(records_of("").errors.empty());
}

TEST_CASE("records are read from pieces of any size") {
  const unsigned seed = 1;
  INFO("seed ", seed);
  std::mt19937 random(seed);
  const auto all = random_records(random, 50);
  const std::string file = file_of(all);
  for (const std::size_t size : std::vector<std::size_t>{1, 2, 3, 7, 12, 13, 64, 100, 1000, 100000}) {
    CAPTURE(size);
    const FoundRecords found = records_of(short_lived_pieces(file, size));
    CHECK(found.errors.empty());
    CHECK(found.data == all);
    CHECK(std::is_sorted(found.offsets.begin(), found.offsets.end()));
    CHECK(found.offsets[1] == static_cast<std::int64_t>(all[0].size() + 16));
  }
}

TEST_CASE("any changed byte costs its record and no other") {
  const unsigned seed = 2;
  INFO("seed ", seed);
  std::mt19937 random(seed);
  const auto all = random_records(random, 12);
  const std::string file = file_of(all);
  std::size_t owner = 0, end = all[0].size() + 16;
  for (std::size_t at = 0; at < file.size(); ++at) {
    if (at == end) end += all[++owner].size() + 16;
    std::string changed = file;
    changed[at] = static_cast<char>(changed[at] ^ (1 << random() % 8));
    CAPTURE(at);
    const FoundRecords found = records_of(short_lived_pieces(changed, 1 + random() % 300));
    REQUIRE(found.errors.size() == 1);
    const std::string place = "byte " + std::to_string(end - all[owner].size() - 16) + " ";
    REQUIRE(found.errors[0].find(place) != std::string::npos);
    REQUIRE(found.data == without(all, owner));
  }
}

TEST_CASE("a file that ends anywhere has all records before, and one error") {
  const std::vector<std::string> all{"first", "", "third record", "x"};
  const std::string file = file_of(all);
  std::size_t whole = 0, end = 0;
  for (std::size_t size = 0; size <= file.size(); ++size) {
    if (whole < all.size() && size == end + all[whole].size() + 16) end += all[whole++].size() + 16;
    CAPTURE(size);
    const FoundRecords found = records_of(file.substr(0, size));
    CHECK(found.data == std::vector<std::string>(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(whole)));
    CHECK(found.errors.size() == (size == end ? 0 : 1));
  }
}

TEST_CASE("two bad records next to each other are two errors; bytes that are missing or too many are passed over") {
  const std::vector<std::string> all{"one", "two", "three", "four", "five"};
  std::string file = file_of(all);
  file[19 + 8] ^= 1;  // the checksums of the lengths of "two" and "three"
  file[38 + 8] ^= 1;
  CHECK(records_of(file).errors.size() == 2);
  CHECK(records_of(file).data == std::vector<std::string>{"one", "four", "five"});
  file = file_of(all);
  file.insert(19, "garbage that is longer than a head");
  CHECK(records_of(file).errors.size() == 1);
  CHECK(records_of(file).data == all);
  file = file_of(all);
  file.erase(19 + 13, 1);
  CHECK(records_of(file).data == without(all, 1));
}

TEST_CASE("messages of bad records") {
  const auto message = [](const std::string& file) { return records_of(file).errors.at(0); };
  std::string file = file_of({"data"});
  CHECK(message(file.substr(0, 5)) == "the record at byte 0 is truncated: the file ends inside its 12-byte header");
  CHECK(message(file.substr(0, 17)) ==
        "the record at byte 0 is truncated: expected 4 bytes, but the file ends 3 bytes short");
  file[13] = '!';
  CHECK(message(file) == "the record at byte 0 has data with the checksum 9c93be53, but 9e264888 is stored");
  file[3] = '!';
  CHECK(message(file) == "the record at byte 0 has a length that does not match its checksum");
  CHECK(message("id,name\n1,2\nmore text") == "these are not TFRecords: the file is text");
  CHECK(message(std::string("PAR1") + std::string(20, '\x15')) == "these are not TFRecords: the file is Parquet");
  CHECK(message(bytes_of_hex("28b52ffd0458a1000000000000000000")) ==
        "these are not TFRecords: the file is compressed with Zstandard; decompress it first");
  const std::string huge = bytes_of_hex("0000008000000000");
  std::string head;
  append_record(head, huge);  // for the checksum of these eight bytes
  CHECK(message(huge + head.substr(20)) == "the record at byte 0 has 2147483648 bytes, more than a message may have");
}

TEST_CASE("what a file is instead does not depend on its pieces") {
  std::string tar(300, '\0');
  tar.replace(0, 5, "x.csv").replace(257, 5, "ustar");
  const std::string text = std::string(40, 'a') + std::string(20, '\0') + std::string(300, 'b');
  for (const std::string& file :
       {tar, text, std::string("id,name\n1,2\nmore text"), bytes_of_hex("28b52ffd0458a1000000000000")}) {
    const std::string whole = records_of(file).errors.at(0);
    for (const std::size_t size : std::initializer_list<std::size_t>{1, 7, 13, 100}) {
      CHECK(records_of(short_lived_pieces(file, size)).errors.at(0) == whole);
    }
  }
  CHECK(records_of(tar).errors.at(0).starts_with("these are not TFRecords: the file is a tar archive"));
}

TEST_CASE("containers are told apart by the first bytes") {
  CHECK(record_container("") == RecordContainer::none);
  CHECK(record_container("\x1f\x8b\x08") == RecordContainer::gzip);
  CHECK(record_container("\x78\x9c") == RecordContainer::zlib);
  CHECK(record_container("\x78\x9d") == RecordContainer::none);
  CHECK(record_container(file_of({std::string(0x8b1f, 'x')})) == RecordContainer::none);
  CHECK(record_container(file_of({std::string(0x9c78, 'x')})) == RecordContainer::none);
}

}  // namespace tuplepack::tests::tf_record_test
