#include "graph/partition/assignment_files.hpp"

#include "arrays.hpp"
#include "temporary_folder.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

namespace tuplepack::tests::assignment_files_test {

using namespace graph;

namespace {

const GraphSchema schema{.name = "g", .node_types = {{"a", 4}, {"none", 0}, {"b", 3}}, .edge_types = {}};

void check_fails(const TemporaryFolder& folder, const std::string& message) {
  const auto read = read_assignment(folder.path(), schema);
  REQUIRE_FALSE(read);
  CHECK(read.error().message == folder.path() + "/" + message);
}

}  // namespace

TEST_CASE("an assignment is written and read back, as text and as arrays") {
  for (const AssignmentFormat format : {AssignmentFormat::txt, AssignmentFormat::npy}) {
    const TemporaryFolder folder;
    const NodeAssignment assignment{.parts = 3, .part_of = {0, 1, 0, 2, 1, 0, 2}, .algorithm = "metis"};
    REQUIRE(write_assignment(folder.path(), assignment, schema, format));
    const auto read = read_assignment(folder.path(), schema);
    REQUIRE(read);
    CHECK(read->parts == 3);
    CHECK(read->part_of == assignment.part_of);
    CHECK(read->algorithm == "metis");
    CHECK(folder.has("none.txt") == (format == AssignmentFormat::txt));
    CHECK(folder.has("a.npy") == (format == AssignmentFormat::npy));
    if (format == AssignmentFormat::txt) CHECK(folder.read("b.txt") == "1\n0\n2\n");
  }
}

TEST_CASE("a large random assignment") {
  const auto seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  const GraphSchema large{.name = "g", .node_types = {{"a", 300'000}}, .edge_types = {}};
  NodeAssignment assignment{.parts = 65'535, .part_of = std::vector<std::uint16_t>(300'000), .algorithm = "random"};
  for (auto& part : assignment.part_of) part = static_cast<std::uint16_t>(random() % 65'535);
  for (const AssignmentFormat format : {AssignmentFormat::txt, AssignmentFormat::npy}) {
    const TemporaryFolder folder;
    REQUIRE(write_assignment(folder.path(), assignment, large, format));
    CHECK((read_assignment(folder.path(), large)->part_of == assignment.part_of));
  }
}

TEST_CASE("an assignment that is not one of the graph") {
  const TemporaryFolder folder;
  check_fails(folder, "partition_meta.json: No such file or directory");
  folder.write("partition_meta.json", "{");
  CHECK(read_assignment(folder.path(), schema).error().message.starts_with(folder.file("partition_meta.json:1:2: ")));
  folder.write("partition_meta.json", R"({"num_parts": 2, "algo_name": "mine"})");
  check_fails(folder, "a.txt: No such file or directory");
  folder.write("none.txt", "");
  folder.write("b.txt", "0\n0\n0\n");
  folder.write("a.txt", "0\n1\n0\n");
  check_fails(folder, "a.txt: 3 entries, but 'a' has 4 nodes");
  folder.write("a.txt", "0\n1\n0\n1\n1\n");
  check_fails(folder, "a.txt: more entries than the 4 nodes of 'a'");
  folder.write("a.txt", "0\n1\n0\n2\n");
  check_fails(folder, "a.txt:4:1: part 2 is not below 2, the number of parts");
  folder.write("a.txt", "0\n1\n-1\n2\n");
  check_fails(folder, "a.txt:3:1: '-1' is negative");
  folder.write("a.txt", "0\n1\n1\n0\n");
  REQUIRE(read_assignment(folder.path(), schema));
  folder.write("a.npy", npy<std::int64_t>("<i8", {4}, {0, 1, 1, 0}));
  check_fails(folder, "a.npy: a.txt exists as well; remove one of them");
  std::filesystem::remove(folder.file("a.txt"));
  REQUIRE(read_assignment(folder.path(), schema));
  folder.write("a.npy", npy<std::int64_t>("<i8", {4}, {0, 1, 2, 0}));
  check_fails(folder, "a.npy: part 2 of node 2 is not a whole number below 2, the number of parts");
  folder.write("a.npy", npy<std::int8_t>("|i1", {4}, {0, -1, 1, 0}));
  check_fails(folder, "a.npy: part -1 of node 1 is not a whole number below 2, the number of parts");
  folder.write("a.npy", npy<std::int8_t>("|i1", {3}, {0, 1, 1}));
  check_fails(folder, "a.npy: 3 entries, but 'a' has 4 nodes");
  folder.write("a.npy", npy<std::int8_t>("|i1", {2, 2}, {0, 1, 1, 0}));
  check_fails(folder, "a.npy: an array of shape (2, 2); the parts of nodes have one dimension");
  folder.write("a.npy", npy<std::int8_t>("|i1", {5}, {0, 1, 1, 0, 0}));
  check_fails(folder, "a.npy: more entries than the 4 nodes of 'a'");
}

}  // namespace tuplepack::tests::assignment_files_test
