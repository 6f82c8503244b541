#pragma once

#include "tuplepack/formats/subgraph_record.hpp"
#include "tuplepack/graph/id_set.hpp"
#include "tuplepack/result.hpp"

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace tuplepack {

/// What was sampled.
struct SampledCounts {
  std::int64_t subgraphs = 0;
  std::int64_t bytes = 0;           ///< of records
  std::vector<std::int64_t> nodes;  ///< of each node set
  std::vector<std::int64_t> edges;

  void add(const SampledCounts& more);
};

/// Which nodes of a graph are in any subgraph, by node set.
struct SampledNodes {
  std::vector<IdSet> sets{};  ///< none before the first subgraph

  /// Makes the sets of a graph.
  void prepare(const HeterogeneousGraph& graph);
  void add(const Subgraph& subgraph, const HeterogeneousGraph& graph);
  void add(const SampledNodes& more);
  [[nodiscard]] std::int64_t count(std::size_t node_set) const;
};

/// Seeds by number: [begin, end).
struct SeedRange {
  std::int64_t begin = 0, end = 0;
};
/// The seeds of a shard: those of all shards are as many, give or take one.
/// assumes  0 ≤ shard < shards, shards · seeds below 2^63
[[nodiscard]] constexpr SeedRange seeds_of_shard(std::int64_t seeds, std::int64_t shard, std::int64_t shards) {
  return {.begin = shard * seeds / shards, .end = (shard + 1) * seeds / shards};
}

/// What is sampled, and how it is written.
struct RecordSampling {
  const PreparedSampling& prepared;
  const TensorSchema& schema;  ///< of the graph, without readout sets
  RecordLayout layout{};
  std::function<SubgraphSeed(std::int64_t number)> seed_at;  ///< called by several threads
};

/// Counts a subgraph.
void count_subgraph(const Subgraph& subgraph, SampledCounts& counts);

/// Takes the next records, in the order of their seeds; the counts are those of these records. An error ends the sampling.
using RecordSink = std::function<Result<void>(std::string_view records, const SampledCounts& counts)>;

/// Samples the subgraphs of a range of seeds and writes them as TFRecords. The bytes are the same for any number of
/// threads, and those of several ranges follow each other. Memory: a few dozen records per thread.
/// threads  0: all hardware threads
/// sampled  gets the nodes of these subgraphs, unless null
/// errors   of the sink
[[nodiscard]] Result<void> sample_records(const RecordSampling& sampling, SeedRange seeds, int threads,
                                          const RecordSink& sink, SampledNodes* sampled = nullptr);

}  // namespace tuplepack
