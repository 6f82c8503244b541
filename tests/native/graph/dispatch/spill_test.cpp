#include "graph/dispatch/spill.hpp"

#include "bench/measuring/temporary_folder.hpp"
#include "graph/dispatch/appended_files.hpp"
#include "graph/dispatch/written_file.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::spill_test {

using namespace graph;

namespace {

using Numbers = std::vector<std::int64_t>;

/// The ids of edges as differences.
std::vector<std::byte> encoded(const Numbers& differences) {
  std::vector<std::byte> bytes;
  for (const std::int64_t number : differences) {
    auto rest = static_cast<std::uint64_t>(number);
    for (; rest >= 128; rest >>= 7U) bytes.push_back(static_cast<std::byte>(rest | 128U));
    bytes.push_back(static_cast<std::byte>(rest));
  }
  return bytes;
}

Numbers decoded(EdgeIdDecoder decoder, const std::vector<Numbers>& blocks) {
  Numbers ids;
  for (const Numbers& differences : blocks) {
    const auto bytes = encoded(differences);
    decoder.decode({.sources = {}, .targets = {}, .ids = bytes, .count = differences.size()},
                   [&](std::int64_t id) { ids.push_back(id); });
  }
  return ids;
}

}  // namespace

TEST_CASE("ids of edges are read from differences, type by type") {
  // Two types: 0, 127, 255, 2^40 + 255; then 5, 6. Blocks end anywhere.
  const std::vector<Numbers> blocks{{1, 127}, {128, std::int64_t{1} << 40, 6}, {1}};
  CHECK(decoded(EdgeIdDecoder({0, 4}), blocks) == Numbers{0, 127, 255, (std::int64_t{1} << 40) + 255});
  CHECK(decoded(EdgeIdDecoder({4, 6}), blocks) == Numbers{5, 6});
  CHECK(decoded(EdgeIdDecoder({6, 6}), blocks).empty());
}

TEST_CASE("the room for spilled edges covers ids far apart") {
  ChunkedGraph graph;
  graph.schema.node_types = {{"n", 10}};
  graph.schema.edge_types = {{0, "e", 0, 1'000'000}};
  CHECK(spill_bytes(graph, 1, 1) >= 9'000'000);
  CHECK(spill_bytes(graph, 1, 1) < 9'300'000);
  // With 64 parts up to half of the differences can reach 128.
  CHECK(spill_bytes(graph, 64, 1) >= 9'500'000);
  CHECK(spill_bytes(graph, 64, 1) < 10'000'000);
}

TEST_CASE("appended files hold what was appended to each, through any buffer") {
  const tests::TemporaryFolder folder;
  for (const std::size_t buffer : {std::size_t{0}, std::size_t{5}, std::size_t{1000}}) {
    auto files = AppendedFiles::create({folder.file("a"), "", folder.file("b")}, buffer);
    REQUIRE(files.has_value());
    std::string a, b;
    for (int i = 0; i < 100; ++i) {
      const std::string text = std::to_string(i) + " ";
      REQUIRE(files->append(0, std::as_bytes(std::span(text))).has_value());
      REQUIRE(files->append(1, std::as_bytes(std::span(text))).has_value());
      a += text;
      if (i % 7 != 0) continue;
      REQUIRE(files->append(2, std::as_bytes(std::span(text))).has_value());
      b += text;
    }
    REQUIRE(files->finish().has_value());
    CHECK(folder.read("a") == a);
    CHECK(folder.read("b") == b);
    CHECK(files->size(0) == static_cast<std::int64_t>(a.size()));
    CHECK(files->hash(2) == hash_of_file(folder.file("b")).value());
  }
}

}  // namespace tuplepack::tests::spill_test
