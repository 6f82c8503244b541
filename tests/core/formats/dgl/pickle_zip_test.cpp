#include "tuplepack/formats/dgl/pickle_zip.hpp"

#include "formats/bytes/crc32.hpp"
#include "formats/bytes/stored_members.hpp"
#include "formats/bytes/zip_records.hpp"
#include "formats/dgl/pickle.hpp"

#include <doctest/doctest.h>

#include <random>

namespace tuplepack::tests::pickle_zip_test {

using namespace formats;

namespace {

std::uint64_t number_at(std::string_view bytes, std::size_t at, std::size_t width) {
  std::uint64_t value = 0;
  for (std::size_t i = width; i-- > 0;) value = value << 8U | static_cast<unsigned char>(bytes.at(at + i));
  return value;
}

struct Member {
  std::string name;
  std::string data;
  std::size_t begin = 0;  // of the data in the archive
};

/// The members of an archive, as its directory lists them. Checks sizes and checksums.
std::vector<Member> unzip(const std::string& archive) {
  std::vector<Member> members;
  const std::size_t end = archive.size() - 22;
  REQUIRE(archive.substr(end, 4) == "PK\x05\x06");
  auto entry = static_cast<std::size_t>(number_at(archive, end + 16, 4));
  CHECK(number_at(archive, end + 12, 4) == end - entry);
  while (entry < end) {
    REQUIRE(archive.substr(entry, 4) == "PK\x01\x02");
    const auto name_size = static_cast<std::size_t>(number_at(archive, entry + 28, 2));
    const auto size = static_cast<std::size_t>(number_at(archive, entry + 24, 4));
    const auto local = static_cast<std::size_t>(number_at(archive, entry + 42, 4));
    REQUIRE(archive.substr(local, 4) == "PK\x03\x04");
    CHECK(archive.substr(local + 30, name_size) == archive.substr(entry + 46, name_size));
    const auto extra_size = static_cast<std::size_t>(number_at(archive, local + 28, 2));
    Member member{.name = archive.substr(entry + 46, name_size),
                  .data = archive.substr(local + 30 + name_size + extra_size, size),
                  .begin = local + 30 + name_size + extra_size};
    const std::uint32_t crc = crc32(0, std::as_bytes(std::span(member.data)));
    CHECK(number_at(archive, entry + 16, 4) == crc);
    CHECK(archive.substr(member.begin + size, 16) == zip_descriptor(size, crc));
    members.push_back(std::move(member));
    entry += 46 + name_size;
  }
  CHECK(number_at(archive, end + 8, 2) == members.size());
  return members;
}

/// The file with these bytes in its arrays, which are appended in pieces of random sizes.
std::string file_of(const GraphboltGraph& graph, std::string_view arrays, std::mt19937_64& random) {
  std::string file;
  GraphboltWriter writer(graph, [&](std::span<const std::byte> bytes) {
    file.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  });
  while (!arrays.empty()) {
    const std::string_view piece = arrays.substr(0, random() % 20);
    writer.append(std::as_bytes(std::span<const char>(piece.data(), piece.size())));
    arrays.remove_prefix(piece.size());
  }
  writer.finish();
  return file;
}

std::string random_bytes(std::int64_t size, std::mt19937_64& random) {
  std::string bytes;
  while (static_cast<std::int64_t>(bytes.size()) < size) bytes += static_cast<char>(random());
  return bytes;
}

std::string pickled(std::int64_t number) {
  std::string text;
  PickleWriter(text).number(number);
  return text;
}

GraphboltGraph small_graph() {
  return {.nodes = 3,
          .edges = 4,
          .indptr = TensorType::int64,
          .indices = TensorType::int32,
          .type_per_edge = TensorType::uint8,
          .node_types = {"user", "item"},
          .edge_types = {"user:buys:item"},
          .node_data = {{.name = "_ID", .type = TensorType::int64, .shape = {3}}},
          .edge_data = {{.name = "empty", .type = TensorType::float32, .shape = {4, 0}},
                        {.name = "weight", .type = TensorType::float16, .shape = {4, 2}}}};
}

}  // namespace

TEST_CASE("numbers in a pickle take the fewest bytes of three forms") {
  const std::string head = "\x80\x02";
  CHECK(pickled(0) == head + std::string("K\0", 2));
  CHECK(pickled(255) == head + "K\xff");
  CHECK(pickled(256) == head + std::string("J\0\1\0\0", 5));
  CHECK(pickled(-2) == head + "J\xfe\xff\xff\xff");
  CHECK(pickled(0x7fffffff) == head + "J\xff\xff\xff\x7f");
  CHECK(pickled(1LL << 31U) == head + std::string("\x8a\x08\0\0\0\x80\0\0\0\0", 10));
  CHECK(pickled(-(1LL << 40U)) == head + std::string("\x8a\x08\0\0\0\0\0\xff\xff\xff", 10));
}

TEST_CASE("the arrays of a sampling graph") {
  const std::vector<Tensor> arrays = graphbolt_arrays(small_graph());
  REQUIRE(arrays.size() == 6);
  CHECK(arrays[0].name == "indptr");
  CHECK(arrays[0].bytes() == 4 * 8);
  CHECK(arrays[1].name == "indices");
  CHECK(arrays[1].bytes() == 4 * 4);
  CHECK(arrays[2].name == "type_per_edge");
  CHECK(arrays[2].bytes() == 4);
  CHECK(arrays[3].name == "_ID");
  CHECK(arrays[5].name == "weight");
  GraphboltGraph untyped = small_graph();
  untyped.type_per_edge.reset();
  CHECK(graphbolt_arrays(untyped).size() == 5);
  CHECK(graphbolt_arrays(untyped)[2].name == "_ID");
}

TEST_CASE("a sampling graph is an archive of a pickle, storages and a version") {
  const std::uint64_t seed = 71;
  INFO("seed " << seed);
  std::mt19937_64 random(seed);
  const GraphboltGraph graph = small_graph();
  const std::string arrays = random_bytes(4 * 8 + 4 * 4 + 4 + 3 * 8 + 0 + 4 * 2 * 2, random);
  const std::string file = file_of(graph, arrays, random);
  CHECK(static_cast<std::int64_t>(file.size()) == graphbolt_file_size(graph));
  CHECK(file == file_of(graph, arrays, random));

  const std::vector<Member> members = unzip(file);
  REQUIRE(members.size() == 1 + 4 + 6 + 1);
  for (const Member& member : members) CHECK(member.begin % 64 == 0);
  CHECK(members[0].name == "archive/data.pkl");
  for (std::size_t i = 1; i + 1 < members.size(); ++i) {
    CHECK(members[i].name == "archive/data/" + std::to_string(i - 1));
  }
  CHECK(members.back().name == "archive/version");
  CHECK(members.back().data == "3\n");
  CHECK(members[1].data == std::string("\x37\x18\0\0\0\0\0\0", 8));  // 6199
  CHECK(members[2].data == std::string(8, '\0'));                    // user
  CHECK(members[3].data == std::string("\1\0\0\0\0\0\0\0", 8));      // item
  CHECK(members[4].data == std::string(8, '\0'));                    // user:buys:item
  std::string stored;
  for (std::size_t i = 5; i < 11; ++i) stored += members[i].data;
  CHECK(stored == arrays);
  CHECK(members[5].data.size() == 32);
  CHECK(members[9].data.empty());
  const std::string& pickle = members[0].data;
  CHECK(
      pickle.starts_with("\x80\x02"
                         "cdgl.graphbolt.impl.fused_csc_sampling_graph\nFusedCSCSamplingGraph\n)\x81"));
  CHECK(pickle.ends_with("__torch__.torch.classes.graphbolt.FusedCSCSamplingGraphtbub."));
}

TEST_CASE("a sampling graph without nodes, edges and types") {
  std::mt19937_64 random(72);
  const GraphboltGraph graph{};
  const std::string file = file_of(graph, std::string(8, '\0'), random);
  CHECK(static_cast<std::int64_t>(file.size()) == graphbolt_file_size(graph));
  const std::vector<Member> members = unzip(file);
  REQUIRE(members.size() == 5);
  CHECK(members[0].data.find("type") == std::string::npos);
  CHECK(members[2].data.size() == 8);
  CHECK(members[3].data.empty());
}

TEST_CASE("members are placed with data at multiples of 64") {
  const std::uint64_t seed = 73;
  INFO("seed " << seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 100; ++round) {
    std::vector<StoredMember> wanted(1 + random() % 5);
    for (StoredMember& member : wanted) {
      member.name = std::string(1 + random() % 100, 'n');
      member.size = random() % 4 == 0 ? (1ULL << 32U) - 2 + random() % 4 : random() % 1000;
    }
    const StoredMembers archive = place_members(wanted);
    std::uint64_t position = 0;
    std::uint64_t directory = 0;
    for (const StoredMember& member : archive.members) {
      CHECK(member.offset == position);
      position += member.header.size();
      CHECK(position % 64 == 0);
      const std::uint64_t extra = number_at(member.header, 28, 2);
      CHECK(member.header.size() == 30 + member.name.size() + extra);
      position += member.size + zip_descriptor(member.size, 1).size();
      directory += zip_directory_entry(member.name, member.offset, member.size, 1).size();
    }
    CHECK(archive.directory == position);
    CHECK(archive.bytes == position + directory + zip_end(wanted.size(), position, directory).size());
  }
}

}  // namespace tuplepack::tests::pickle_zip_test
