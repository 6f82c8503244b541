#include "graph/sample/sample_records.hpp"

#include "graph/owned_graph.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>

namespace tuplepack::tests::sample_records_test {

using namespace graph;

using tests::OwnedGraph;

static EdgeTable random_edges(std::uint32_t nodes, std::size_t edges) {
  std::mt19937_64 random(5);
  EdgeTable table{.name = "e", .source = 0, .target = 0, .edges = {}};
  for (std::size_t i = 0; i < edges; ++i) {
    table.edges.emplace_back(static_cast<std::uint32_t>(random() % nodes),
                             static_cast<std::uint32_t>(random() % nodes));
  }
  return table;
}

TEST_CASE("records are the same for any number of threads and shards") {
  constexpr std::int64_t seeds = 333;
  const OwnedGraph owned({seeds}, {random_edges(seeds, 10'000)});
  const auto uniform = SamplingStrategy::random_uniform;
  const SamplingSpec spec = tests::spec_of("a", {tests::sampling_op("1", {"seed"}, "e", 5, uniform),
                                                 tests::sampling_op("2", {"1", "seed"}, "e", 4, uniform)});
  const auto prepared = prepare_sampling(owned.graph, owned.schema, spec, check_sampling_spec(spec, &owned.schema), {});
  const RecordSampling sampling{
      .prepared = prepared.value(),
      .schema = owned.schema,
      .layout = {.features = formats::SubgraphFeatures::rows},
      .seed_at = [](std::int64_t number) { return SubgraphSeed{.node = static_cast<std::uint32_t>(number)}; },
      .seeds = seeds};
  std::string expected;
  for (const int threads : {1, 2, 3, 0}) {
    for (const std::int64_t shards : {std::int64_t{1}, std::int64_t{4}, std::int64_t{500}}) {
      std::string all;
      SampledCounts counts;
      for (std::int64_t shard = 0; shard < shards; ++shard) {
        const auto done = sample_records(sampling, subgraphs_of_shard(seeds, shard, shards), threads,
                                         [&](std::string_view records, const SampledCounts& more) -> Result<void> {
                                           all += records;
                                           counts.add(more);
                                           return {};
                                         });
        REQUIRE(done.has_value());
      }
      if (expected.empty()) expected = all;
      CHECK((all == expected));
      CHECK(counts.subgraphs == seeds);
      CHECK(counts.bytes == static_cast<std::int64_t>(all.size()));
    }
  }
  RecordSampling several = sampling;
  several.seeds_each = 50;
  CHECK(several.subgraphs() == 7);
  std::vector<SubgraphSeed> last;
  CHECK(several.seeds_of(6, last) == 300);
  CHECK(last.size() == 33);
  CHECK(last.back().node == 332);
  for (const int threads : {1, 3}) {
    int calls = 0;
    const auto stopped = sample_records(sampling, {.begin = 0, .end = seeds}, threads,
                                        [&](std::string_view, const SampledCounts&) -> Result<void> {
                                          ++calls;
                                          return fail(ErrorCode::stopped, "no room");
                                        });
    CHECK(stopped.error().message == "no room");
    CHECK(calls == 1);
  }
}

}  // namespace tuplepack::tests::sample_records_test
