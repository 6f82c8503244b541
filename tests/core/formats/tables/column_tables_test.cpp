#include "tuplepack/formats/tables/column_tables.hpp"

#include "files.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::column_tables_test {

using namespace formats;

namespace {

Result<void> no_codec(Codec, std::string_view, std::size_t, std::span<char>) {
  return fail(ErrorCode::unsupported, "there is no codec");
}

graph::TensorFeature feature_of(std::string name, graph::FeatureType type,
                                const std::vector<std::int64_t>& shape = {}) {
  graph::TensorFeature feature;
  feature.name = std::move(name);
  feature.type = type;
  for (const std::int64_t size : shape) feature.shape.push_back({.size = size, .name = {}});
  return feature;
}

template <typename T>
std::vector<T> values_of(const graph::FeatureColumn& column) {
  const auto values = std::get<std::span<const T>>(column.values);
  return {values.begin(), values.end()};
}

/// What reading a table says; empty: nothing is wrong.
std::string read(const TableColumns& columns, std::vector<std::string>& ids,
                 const std::function<bool(double)>& keep_going = {}) {
  const std::string bytes = read_file("data/columns.feather");
  const auto file = ColumnFile::open(bytes, ColumnFormat::arrow, no_codec);
  REQUIRE(file.has_value());
  const auto sink = [&](std::span<const std::string_view> some) -> std::optional<WrongId> {
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (some[i] == "9") return WrongId{.index = i, .message = "a bad id"};
      ids.emplace_back(some[i]);
    }
    return std::nullopt;
  };
  const auto done = read_column_table(*file, columns, sink, keep_going);
  return done ? "" : done.error().message;
}

std::string refusal_of(const graph::TensorFeature& feature) {
  FeatureStore store(feature);
  std::vector<std::string> ids;
  return read({.ids = {"#name"}, .features = {&store}}, ids);
}

}  // namespace

TEST_CASE("a table of columns gives ids, features, weights and times") {
  const auto pair = feature_of("pair", graph::FeatureType::int32, {2}),
             nodes = feature_of("nodes", graph::FeatureType::float32),
             ragged = feature_of("text.ids", graph::FeatureType::int64, {-1}),
             name = feature_of("name", graph::FeatureType::string, {1}),
             maybe = feature_of("maybe", graph::FeatureType::int64, {-1}),
             none = feature_of("none", graph::FeatureType::int64);
  FeatureStore pairs(pair), floats(nodes), lists(ragged), names(name), maybes(maybe), nones(none);
  WeightColumn weights{.names = {"#weight", "weight"}, .values = {}};
  TimeColumn times{.names = {"text.size"}, .decimal = {}, .values = {}};
  std::vector<std::string> ids;
  CHECK(read({.ids = {"#name", "#pair.none"}, .features = {}}, ids) ==
        "there is no column '#pair.none' or 'pair.none'; columns: nodes, input_ids, maybe, name, weight, text.ids, "
        "text.size, pair");
  CHECK(read({.ids = {"#name"},
              .features = {&pairs, &floats, &lists, &names, &maybes, &nones},
              .weights = &weights,
              .times = &times,
              .optional = true},
             ids) == "");
  CHECK(ids == std::vector<std::string>{"a", "bc", ""});
  CHECK(values_of<std::int64_t>(pairs.column(pair)) == std::vector<std::int64_t>{1, 2, 3, 4, 5, 6});
  CHECK(values_of<float>(floats.column(nodes)) == std::vector<float>{5, 7, 9});
  CHECK(values_of<std::string_view>(names.column(name)) == std::vector<std::string_view>{"a", "bc", ""});
  CHECK(lists.rows() == 3);
  CHECK(lists.column(ragged).ragged[0] == std::vector<std::uint64_t>{0, 1, 3, 3});
  CHECK(maybes.column(maybe).ragged[0] == std::vector<std::uint64_t>{0, 1, 1, 3});
  CHECK(nones.rows() == 0);
  CHECK(weights.values == std::vector<float>{2, 0.5F, 4});
  CHECK(times.decimal == false);
  CHECK(times.values == std::vector<std::int64_t>{3, 4, 5});
}

TEST_CASE("a table of columns without ids") {
  const auto nodes = feature_of("nodes", graph::FeatureType::float32);
  FeatureStore floats(nodes);
  std::vector<std::string> ids;
  CHECK(read({.ids = {}, .features = {&floats}}, ids) == "");
  CHECK(values_of<float>(floats.column(nodes)) == std::vector<float>{5, 7, 9});
}

TEST_CASE("what is wrong in a table of columns has a row and a column") {
  std::vector<std::string> ids;
  CHECK(read({.ids = {"#nodes"}, .features = {}}, ids) == "row 3, column 'nodes': a bad id");
  CHECK(ids == std::vector<std::string>{"5", "7"});
  CHECK(read({.ids = {"#weight"}, .features = {}}, ids) == "column 'weight' holds floats, not ids");
  CHECK(read({.ids = {"#input_ids"}, .features = {}}, ids) == "column 'input_ids' holds lists of integers, not ids");
  CHECK(read({.ids = {"#name"}, .features = {}}, ids, [](double) { return false; }) == "stopped");
  TimeColumn times{.names = {"weight"}, .decimal = false, .values = {}};
  CHECK(read({.ids = {"#name"}, .features = {}, .times = &times}, ids) ==
        "row 1, column 'weight': a float where times are integers");
  WeightColumn weights{.names = {"name"}, .values = {}};
  CHECK(read({.ids = {"#name"}, .features = {}, .weights = &weights}, ids) == "column 'name' holds text, not weights");
  CHECK(refusal_of(feature_of("input_ids", graph::FeatureType::int64, {-1})) ==
        "row 3, column 'input_ids': a value of the list is missing (null)");
  CHECK(refusal_of(feature_of("maybe", graph::FeatureType::int64, {1})) ==
        "row 2, column 'maybe': feature 'maybe' is missing");
  CHECK(refusal_of(feature_of("weight", graph::FeatureType::int64)) ==
        "row 1, column 'weight': feature 'weight' has floats, but the schema declares int64");
  CHECK(refusal_of(feature_of("pair", graph::FeatureType::int64, {3})) ==
        "row 1, column 'pair': feature 'pair' has 2 values, but the schema declares [3]");
}

}  // namespace tuplepack::tests::column_tables_test
