#include "tuplepack/formats/tensorflow/set_sizes.hpp"

#include "tuplepack/base/archive.hpp"
#include "tuplepack/reports/records.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::set_sizes_test {

using namespace formats;

namespace {

using Integers = std::vector<std::int64_t>;

struct Named {
  std::string_view name;
  Integers values;
};

std::vector<NamedFeature> features_of(const std::vector<Named>& all) {
  std::vector<NamedFeature> features;
  for (const Named& one : all) features.push_back({.name = one.name, .values = std::span(one.values)});
  return features;
}

std::string refusal_of(const std::vector<Named>& all) {
  const auto features = features_of(all);
  const auto sizes = set_sizes(features);
  return sizes ? "" : sizes.error().message;
}

}  // namespace

TEST_CASE("sizes of sets in two components") {
  const std::vector<Named> all{{"context/#size", {7}},
                               {"edges/a.b.#size", {2, 3}},
                               {"edges/a.b.#source", {0, 1, 2, 2, 2}},
                               {"edges/a.b.#target", {0, 0, 1, 1, 1}},
                               {"edges/none.#size", {0, 0}},
                               {"nodes/a.#size", {1, 2}},
                               {"nodes/a.size", {9}}};
  const auto features = features_of(all);
  const auto sizes = set_sizes(features);
  REQUIRE(sizes.has_value());
  REQUIRE(sizes->size() == 3);
  CHECK((*sizes)[0].set == "edges/a.b");
  CHECK((*sizes)[0].total == 5);
  CHECK((*sizes)[0].components.size() == 2);
  CHECK((*sizes)[1].total == 0);
  CHECK((*sizes)[2].set == "nodes/a");
  CHECK((*sizes)[2].total == 3);
}

TEST_CASE("messages of sizes that cannot be") {
  CHECK(refusal_of({{"nodes/a.#size", {3, -1}}}) == "the feature 'nodes/a.#size' has the size -1");
  CHECK(refusal_of({{"nodes/a.#size", {INT64_MAX}}}) == "the sizes of the feature 'nodes/a.#size' exceed 2^53");
  CHECK(refusal_of({{"nodes/a.#size", {1, 2}}, {"nodes/b.#size", {1}}}) ==
        "the set 'nodes/b' has 1 components, and 'nodes/a' has 2");
  CHECK(refusal_of({{"edges/a.#size", {2}}}) == "there are 2 edges of 'edges/a', but no feature 'edges/a.#source'");
  CHECK(refusal_of({{"edges/a.#size", {2}}, {"edges/a.#source", {0}}, {"edges/a.#target", {0, 0}}}) ==
        "the feature 'edges/a.#source' has 1 nodes for 2 edges");
  const std::vector<float> floats{1};
  const NamedFeature wrong{.name = "nodes/a.#size", .values = std::span(floats)};
  CHECK(set_sizes(std::span(&wrong, 1)).error().message ==
        "the feature 'nodes/a.#size' has floats where integers are expected");
}

TEST_CASE("a #size of nothing is as one that is left out") {
  const Integers one{1};
  const std::vector<NamedFeature> features{{.name = "nodes/a.#size", .values = std::span(one)},
                                           {.name = "nodes/b.#size", .values = {}}};
  const auto sizes = set_sizes(features);
  REQUIRE(sizes.has_value());
  CHECK(sizes->size() == 1);
}

TEST_CASE("statistics of records: a set that comes late or not at all has size 0") {
  reports::RecordStatistics statistics(true);
  const Integers three{3}, four{1, 3};
  const SetSize nodes{.set = "nodes/a", .components = three, .total = 3};
  const SetSize late{.set = "edges/a", .components = four, .total = 4};
  const std::vector<float> floats{1, 2};
  const NamedFeature ids{.name = "nodes/a.id", .values = std::span(three)},
      values{.name = "nodes/a.id", .values = std::span(floats)};
  statistics.add({.bytes = 10, .features = std::span(&ids, 1), .sizes = {nodes}});
  statistics.add({.bytes = 30, .features = std::span(&values, 1), .sizes = {late}});
  statistics.add({.bytes = 20});
  CHECK(statistics.records() == 3);
  CHECK(statistics.bytes() == 60);
  CHECK(statistics.largest_record() == 30);
  CHECK(statistics.components() == 4);
  CHECK(statistics.max_components() == 2);
  const auto sets = statistics.sets();
  REQUIRE(sets.size() == 2);
  CHECK(sets[0].name == "a");
  CHECK(sets[0].column == "nodes/a");
  CHECK(sets[0].sizes == Integers{3, 0, 0});
  CHECK(sets[1].column == "edges/a");
  CHECK(sets[1].prefix == "edges");
  CHECK(sets[1].sizes == Integers{0, 4, 0});
  CHECK(sets[1].largest == 4);
  CHECK(sizes_csv(statistics) == "nodes/a,edges/a\n3,0\n0,4\n0,0\n");
  const auto features = statistics.features();
  REQUIRE(features.size() == 1);
  CHECK(features[0].name == "nodes/a.id");
  CHECK(features[0].kinds == std::vector<std::string_view>{"integers", "floats"});
  CHECK(features[0].records == 2);
  CHECK(features[0].values == 3);
  CHECK(features[0].most == 2);
}

TEST_CASE("statistics that follow, from another process, are added as their records would be") {
  const Integers three{3}, four{1, 3}, none{0};
  const std::vector<float> floats{1, 2};
  const SetSize nodes{.set = "nodes/a", .components = three, .total = 3},
      late{.set = "edges/b", .components = four, .total = 4}, empty{.set = "nodes/a", .components = none, .total = 0};
  const NamedFeature ids{.name = "nodes/a.id", .values = std::span(three)},
      values{.name = "nodes/a.id", .values = std::span(floats)};
  const std::vector<GraphRecord> records{{.bytes = 10, .features = std::span(&ids, 1), .sizes = {nodes}},
                                         {.bytes = 20},
                                         {.bytes = 30, .features = std::span(&values, 1), .sizes = {late}},
                                         {.bytes = 5, .sizes = {empty}}};
  const auto statistics_of = [&](std::size_t begin, std::size_t end) {
    reports::RecordStatistics statistics(true);
    for (std::size_t i = begin; i < end; ++i) statistics.add(records[i]);
    return statistics;
  };
  const auto whole = statistics_of(0, 4);
  for (std::size_t cut = 0; cut <= 4; ++cut) {
    auto first = statistics_of(0, cut), second = statistics_of(cut, 4), sent = reports::RecordStatistics(false);
    load_saved(saved(second), sent);
    first.add(sent);
    CHECK(sizes_csv(first) == sizes_csv(whole));
    CHECK(reports::records_json({.statistics = first}) == reports::records_json({.statistics = whole}));
  }
}

TEST_CASE("a set is no column of counts, and features without a set are listed") {
  reports::RecordStatistics statistics(true);
  const Integers two{2};
  const NamedFeature size{.name = "nodes/Count.#size", .values = std::span(two)},
      ids{.name = "ids", .values = std::span(two)};
  const std::vector<NamedFeature> both{ids, size};
  const SetSize count{.set = "nodes/Count", .components = two, .total = 2};
  statistics.add({.bytes = 1, .features = both, .sizes = {count}});
  CHECK(sizes_csv(statistics) == "nodes/Count\n2\n");
  REQUIRE(statistics.features().size() == 1);
  CHECK(statistics.features()[0].name == "ids");
}

}  // namespace tuplepack::tests::set_sizes_test
