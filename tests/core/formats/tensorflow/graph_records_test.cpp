#include "tuplepack/formats/tensorflow/graph_records.hpp"

#include "tuplepack/formats/tensorflow/tensor_schema_text.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::graph_records_test {

using namespace formats;

namespace {

std::string graph(const std::vector<std::int64_t>& sizes, const std::vector<float>& years) {
  const std::vector<NamedFeature> features{{.name = "nodes/paper.#size", .values = std::span(sizes)},
                                           {.name = "nodes/paper.year", .values = std::span(years)}};
  std::string example;
  append_example(example, features);
  return example;
}

/// The sizes of the good records, and the messages of the bad ones.
struct Found {
  std::vector<std::int64_t> sizes{};
  std::vector<std::string> messages{};
};

Found read(const std::string& file, const graph::TensorSchema* schema = nullptr) {
  GraphRecordReader reader(pieces_of(file), schema);
  Found found;
  GraphRecord record;
  while (true) {
    const auto more = reader.next(record);
    if (!more) {
      found.messages.push_back(more.error().message);
      continue;
    }
    if (!*more) return found;
    CHECK(record.features.size() == 2);
    found.sizes.push_back(record.sizes.at(0).total);
  }
}

}  // namespace

TEST_CASE("bad records are passed over, and named by the byte they begin at") {
  std::string file;
  append_record(file, graph({2, 1}, {1, 2, 3}));
  const std::size_t second = file.size();
  append_record(file, "\x0a");  // no message
  const std::size_t third = file.size();
  append_record(file, graph({-1}, {}));
  append_record(file, graph({5}, {}));
  const Found found = read(file);
  CHECK(found.sizes == std::vector<std::int64_t>{3, 5});
  REQUIRE(found.messages.size() == 2);
  CHECK(found.messages[0].starts_with("the record at byte " + std::to_string(second) + ": "));
  CHECK(found.messages[1] ==
        "the record at byte " + std::to_string(third) + ": the feature 'nodes/paper.#size' has the size -1");
}

TEST_CASE("records fit a schema or are bad") {
  std::string file;
  append_record(file, graph({2}, {1, 2}));
  append_record(file, graph({2}, {1, 2, 3}));
  const auto schema =
      read_tensor_schema("node_sets { key: 'paper' value { features { key: 'year' value { dtype: DT_FLOAT } } } }");
  REQUIRE(schema);
  CHECK(read(file).messages.empty());
  const Found found = read(file, &*schema);
  CHECK(found.sizes == std::vector<std::int64_t>{2});
  REQUIRE(found.messages.size() == 1);
  CHECK(found.messages[0].find("'nodes/paper.year'") != std::string::npos);
}

}  // namespace tuplepack::tests::graph_records_test
