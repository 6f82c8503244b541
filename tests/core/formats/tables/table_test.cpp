#include "tuplepack/formats/tables/table.hpp"

#include "tuplepack/formats/tensorflow/tensor_schema_text.hpp"
#include "tuplepack/formats/tensorflow/tf_record.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace tuplepack::tests::table_test {

using namespace formats;

static graph::TensorFeature feature_of_shape(const std::string& name, graph::FeatureType type,
                                             const std::vector<std::int64_t>& shape = {}) {
  graph::TensorFeature feature;
  feature.name = name;
  feature.type = type;
  for (const std::int64_t size : shape) feature.shape.push_back({.size = size, .name = {}});
  return feature;
}

template <typename T>
static std::vector<T> values_of(const graph::FeatureColumn& column) {
  const auto& values = std::get<std::span<const T>>(column.values);
  return {values.begin(), values.end()};
}

static IdsSink sink_into(std::vector<std::string>& ids) {
  return [&ids](std::span<const std::string_view> some) -> std::optional<WrongId> {
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (some[i] == "bad") return WrongId{.index = i, .message = "a bad id"};
      ids.emplace_back(some[i]);
    }
    return std::nullopt;
  };
}

TEST_CASE("the format of a table is guessed from its name") {
  for (const char* const name :
       {"nodes.tfrecord", "a-tfrecords@3", "x_tfrecord-00000-of-00002", "dir/nodes.tfr", "tfr", "nodes.csv.tfrecord"}) {
    CAPTURE(name);
    CHECK(table_format(name) == TableFormat::records);
  }
  for (const char* const name : {"nodes.csv", "edges_csv@12", "a-csv-00000-of-00001", "x.csv.gz"}) {
    CAPTURE(name);
    CHECK(table_format(name) == TableFormat::csv);
  }
  for (const char* const name : {"nodes.parquet", "a-parquet@3", "x.arrow-00000-of-00001", "y.feather"}) {
    CAPTURE(name);
    CHECK(table_format(name) == TableFormat::columns);
  }
  for (const char* const name : {"nodes", "csv", "nodes.csvx", "tfrx", "atfr", "mytfrecord", "edges.txt"}) {
    CAPTURE(name);
    CHECK_FALSE(table_format(name).has_value());
  }
}

TEST_CASE("a table of text gives ids, features of each type, weights and times") {
  const auto name = feature_of_shape("name", graph::FeatureType::string),
             year = feature_of_shape("year", graph::FeatureType::int16),
             score = feature_of_shape("score", graph::FeatureType::float32),
             flag = feature_of_shape("flag", graph::FeatureType::boolean),
             big = feature_of_shape("big", graph::FeatureType::uint64, {1});
  FeatureStore names(name), years(year), scores(score), flags(flag), bigs(big);
  WeightColumn weights{.names = {"#weight", "weight"}, .may_be_negative = false, .values = {}};
  TimeColumn times{.names = {"#time"}, .decimal = {}, .values = {}};
  std::vector<std::string> ids;
  const TableColumns columns{.ids = {"#source", "#target"},
                             .features = {&names, &years, &scores, &flags, &bigs},
                             .weights = &weights,
                             .times = &times};
  const std::string text =
      "target,weight,name,year,source,score,flag,big,#time,other\n"
      "b,0.5,\"x, y\",-3, a ,1e-3,true,18446744073709551615,2.5,?\n"
      "d,2,,32767,c,inf,0,+7,-1,?\n";
  REQUIRE(read_table(pieces_of(text), TableFormat::csv, columns, sink_into(ids)).has_value());
  CHECK(ids == std::vector<std::string>{" a ", "b", "c", "d"});
  CHECK(values_of<std::string_view>(names.column(name)) == std::vector<std::string_view>{"x, y", ""});
  CHECK(values_of<std::int64_t>(years.column(year)) == std::vector<std::int64_t>{-3, 32767});
  CHECK(values_of<float>(scores.column(score)) == std::vector<float>{0.001F, INFINITY});
  CHECK(values_of<std::int64_t>(flags.column(flag)) == std::vector<std::int64_t>{1, 0});
  CHECK(values_of<std::int64_t>(bigs.column(big)) == std::vector<std::int64_t>{-1, 7});
  CHECK(weights.values == std::vector<float>{0.5F, 2.0F});
  CHECK(times.decimal == true);
  CHECK(times.values == std::vector<std::int64_t>{ordered_time(2.5), ordered_time(-1)});
}

TEST_CASE("times that are floats keep their order as integers") {
  const std::vector<double> times{-INFINITY, -1e300, -2, -1, -1e-310, 0, 1e-310, 0.5, 1, 1.7e9, INFINITY};
  for (std::size_t i = 1; i < times.size(); ++i) CHECK(ordered_time(times[i - 1]) < ordered_time(times[i]));
  CHECK(ordered_time(-0.0) == ordered_time(0.0));
}

static void check_cell_error(graph::FeatureType type, const std::string& cell, const std::string& says,
                             const std::vector<std::int64_t>& shape = {}) {
  const auto feature = feature_of_shape("f", type, shape);
  FeatureStore store(feature);
  std::vector<std::string> ids;
  const auto read = read_table(pieces_of("#id,f\nx,0\n\"a\nb\"," + cell + "\n"), TableFormat::csv,
                               {.ids = {"#id"}, .features = {&store}}, sink_into(ids));
  CAPTURE(cell);
  REQUIRE_FALSE(read.has_value());
  CHECK(read.error().message.find(says) != std::string::npos);
  INFO(read.error().message);
  CHECK(read.error().line == (shape.empty() ? 4 : 2));
  CHECK(read.error().column == (shape.empty() ? 4 : 3));
}

TEST_CASE("cells that do not fit the schema have a line and a column") {
  check_cell_error(graph::FeatureType::int64, "x", "'f': 'x' is not an integer");
  check_cell_error(graph::FeatureType::int64, "1.5", "'1.5' is not an integer");
  check_cell_error(graph::FeatureType::int64, "", "a number is missing");
  check_cell_error(graph::FeatureType::int64, "9223372036854775808", "beyond the range of int64");
  check_cell_error(graph::FeatureType::int8, "128", "beyond the range of int8");
  check_cell_error(graph::FeatureType::uint8, "-1", "beyond the range of uint8");
  check_cell_error(graph::FeatureType::uint64, "-1", "beyond the range of uint64");
  check_cell_error(graph::FeatureType::uint64, "18446744073709551616", "beyond the range of uint64");
  check_cell_error(graph::FeatureType::float32, "1.5x", "'1.5x' is not a number");
  check_cell_error(graph::FeatureType::float32, "1e39", "'1e39' is beyond the range of float32");
  check_cell_error(graph::FeatureType::float64, "-1e39", "'-1e39' is beyond the range of float32");
  check_cell_error(graph::FeatureType::float16, "70000", "'70000' is beyond the range of float16");
  check_cell_error(graph::FeatureType::float16, "-65520", "'-65520' is beyond the range of float16");
  check_cell_error(graph::FeatureType::bfloat16, "3.4e38", "'3.4e38' is beyond the range of bfloat16");
  check_cell_error(graph::FeatureType::float64, "1e400", "'1e400' is beyond the range of float32");
  check_cell_error(graph::FeatureType::boolean, "2", "is not a boolean");
  check_cell_error(graph::FeatureType::float32, "1", "does not fit a CSV cell; store it in TFRecords", {2});
  check_cell_error(graph::FeatureType::float32, "1", "does not fit a CSV cell; store it in TFRecords", {-1});
}

static std::string table_error(const std::string& text, const TableColumns& columns) {
  std::vector<std::string> ids;
  const auto read = read_table(pieces_of(text), TableFormat::csv, columns, sink_into(ids));
  if (read) return "";
  return std::to_string(read.error().line) + ":" + std::to_string(read.error().column) + ": " + read.error().message;
}

TEST_CASE("columns that are missing, bad ids, weights and times") {
  WeightColumn weights{.names = {"#weight", "weight"}, .may_be_negative = false, .values = {}};
  TimeColumn times{.names = {"#time"}, .decimal = {}, .values = {}};
  const TableColumns columns{.ids = {"#id"}, .features = {}, .weights = &weights, .times = &times};
  CHECK(table_error("x,y\n", columns) == "1:0: there is no column '#id' or 'id'; columns: x, y");
  CHECK(table_error("id,y\n", columns) == "1:0: there is no column '#weight' or 'weight'; columns: id, y");
  CHECK(table_error("id,weight,#time\nbad,1,1\n", columns) == "2:1: a bad id");
  CHECK(table_error("id,weight,#time\na,-1,1\n", columns) == "2:3: the weight '-1' is negative");
  CHECK(table_error("id,weight,#time\na,nan,1\n", columns) == "2:3: the weight 'nan' is not a finite number");
  CHECK(table_error("id,weight,#time\na,1e39,1\n", columns) == "2:3: the weight '1e39' is beyond the range of a float");
  CHECK(table_error("id,weight,#time\na,1,1\nb,1,2.5\n", columns) == "3:5: '2.5' is not an integer");
  times.decimal.reset();
  CHECK(table_error("id,weight,#time\na,1,nan\n", columns) == "2:5: a time is not a number");
}

static std::string record_of(const std::vector<NamedFeature>& features) {
  std::string example, file;
  append_example(example, features);
  append_record(file, example);
  return file;
}

TEST_CASE("a table of tf.Examples gives ids and features of any shape") {
  const auto fixed = feature_of_shape("fixed", graph::FeatureType::float32, {2}),
             list = feature_of_shape("list", graph::FeatureType::int64, {-1}),
             pairs = feature_of_shape("pairs", graph::FeatureType::int64, {-1, 2}),
             deep = feature_of_shape("deep", graph::FeatureType::string, {2, -1});
  FeatureStore fixeds(fixed), lists(list), all_pairs(pairs), deeps(deep);
  const float floats[] = {1, 2};
  const std::int64_t integers[] = {3, 4, 5, 6}, lengths[] = {1, 2};
  const std::string_view first[] = {"a"}, second[] = {"b"}, texts[] = {"x", "y", "z"};
  const std::string file = record_of({{"#id", std::span(first)},
                                      {"deep", std::span(texts)},
                                      {"deep.d2", std::span(lengths)},
                                      {"fixed", std::span(floats)},
                                      {"list", std::span(integers)},
                                      {"pairs", std::span(integers)}}) +
                           record_of({{"#id", std::span(second)}, {"fixed", std::span(floats)}});
  std::vector<std::string> ids;
  const TableColumns columns{.ids = {"#id"}, .features = {&fixeds, &lists, &all_pairs, &deeps}};
  const auto read = read_table(pieces_of(file), TableFormat::records, columns, sink_into(ids));
  REQUIRE(read.has_value());
  CHECK(ids == std::vector<std::string>{"a", "b"});
  CHECK(fixeds.column(fixed).width == 2);
  CHECK(values_of<float>(fixeds.column(fixed)) == std::vector<float>{1, 2, 1, 2});
  CHECK(lists.column(list).ragged == std::vector<std::vector<std::uint64_t>>{{0, 4, 4}});
  CHECK(all_pairs.column(pairs).ragged == std::vector<std::vector<std::uint64_t>>{{0, 2, 2}});
  CHECK(deeps.column(deep).ragged == std::vector<std::vector<std::uint64_t>>{{0, 1, 3, 3, 3}});
  CHECK(values_of<std::string_view>(deeps.column(deep)) == std::vector<std::string_view>{"x", "y", "z"});
}

TEST_CASE("a row of defaults") {
  const auto row = [](const graph::TensorFeature& feature) {
    FeatureStore store(feature);
    store.add_default_row();
    CHECK(store.rows() == 1);
    return store.column(feature).ragged;
  };
  const auto pair = feature_of_shape("f", graph::FeatureType::int64, {2}),
             text = feature_of_shape("f", graph::FeatureType::string);
  FeatureStore pairs(pair), texts(text);
  pairs.add_default_row();
  texts.add_default_row();
  const auto integers = std::get<std::span<const std::int64_t>>(pairs.column(pair).values);
  CHECK(std::vector(integers.begin(), integers.end()) == std::vector<std::int64_t>{0, 0});
  const auto empty = std::get<std::span<const std::string_view>>(texts.column(text).values);
  CHECK(std::vector(empty.begin(), empty.end()) == std::vector<std::string_view>{""});
  using Totals = std::vector<std::vector<std::uint64_t>>;
  CHECK(row(feature_of_shape("f", graph::FeatureType::float32, {-1})) == Totals{{0, 0}});
  CHECK(row(feature_of_shape("f", graph::FeatureType::float32, {3, -1, -1})) == Totals{{0, 0, 0, 0}, {0}});
}

static void check_record_error(const graph::TensorFeature& feature, const std::vector<NamedFeature>& features,
                               const std::string& says) {
  const std::string_view id[] = {"a"}, bad[] = {"bad"};
  std::vector<NamedFeature> all{{"#id", says == "a bad id" ? std::span(bad) : std::span(id)}};
  all.insert(all.end(), features.begin(), features.end());
  FeatureStore store(feature);
  std::vector<std::string> ids;
  const auto read = read_table(pieces_of(record_of(all)), TableFormat::records, {.ids = {"#id"}, .features = {&store}},
                               sink_into(ids));
  REQUIRE_FALSE(read.has_value());
  CHECK(read.error().message == "the record at byte 0: " + says);
}

TEST_CASE("records that do not fit the schema") {
  const float floats[] = {1, 2};
  const std::int64_t integers[] = {1, -2};
  const auto f = feature_of_shape("f", graph::FeatureType::int64),
             list = feature_of_shape("f", graph::FeatureType::float32, {-1, 4}),
             nested = feature_of_shape("f", graph::FeatureType::float32, {-1, -1});
  check_record_error(f, {{"f", std::span(integers).first(1)}}, "a bad id");
  check_record_error(f, {}, "feature 'f' is missing");
  const std::int64_t large[] = {300};
  const float beyond[] = {70'000};
  check_record_error(feature_of_shape("f", graph::FeatureType::int8), {{"f", std::span(large)}},
                     "feature 'f' has 300, which is beyond the range of int8");
  check_record_error(feature_of_shape("f", graph::FeatureType::float16), {{"f", std::span(beyond)}},
                     "feature 'f' has 70000, which is beyond the range of float16");
  check_record_error(f, {{"f", std::span(floats)}}, "feature 'f' has floats, but the schema declares int64");
  check_record_error(f, {{"f", std::span(integers)}}, "feature 'f' has 2 values, but the schema declares []");
  check_record_error(list, {{"f", std::span(floats)}},
                     "feature 'f' has 2 values, which is not a multiple of the size of shape [ragged, 4]");
  check_record_error(nested, {{"f", std::span(floats)}},
                     "the lengths 'f.d1' are missing, which shape [ragged, ragged] needs");
  check_record_error(nested, {{"f", std::span(floats)}, {"f.d1", std::span(integers)}},
                     "'f.d1' has 2 integers where 1 length is expected");
  check_record_error(nested, {{"f", std::span(floats)}, {"f.d1", std::span(integers).last(1)}},
                     "'f.d1' contains the invalid row length -2");
}

}  // namespace tuplepack::tests::table_test
