#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/formats/tensorflow/subgraph_record.hpp"
#include "tuplepack/graph/sampling/id_set.hpp"

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace tuplepack::graph {

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

/// Subgraphs by number: [begin, end).
struct SubgraphRange {
  std::int64_t begin = 0, end = 0;
};
/// The subgraphs of a shard: those of all shards are as many, give or take one.
/// assumes  0 ≤ shard < shards, shards · subgraphs below 2^63
[[nodiscard]] constexpr SubgraphRange subgraphs_of_shard(std::int64_t subgraphs, std::int64_t shard,
                                                         std::int64_t shards) {
  return {.begin = shard * subgraphs / shards, .end = (shard + 1) * subgraphs / shards};
}

/// What is sampled, and how it is written.
struct RecordSampling {
  const PreparedSampling& prepared;
  const TensorSchema& schema;  ///< of the graph, without readout sets
  formats::RecordLayout layout{};
  std::function<SubgraphSeed(std::int64_t number)> seed_at;  ///< called by several threads
  std::int64_t seeds = 0;                                    ///< all
  std::int64_t seeds_each = 1;  ///< of a subgraph, one after the other; the last subgraph may have fewer

  /// How many subgraphs there are.
  [[nodiscard]] std::int64_t subgraphs() const { return (seeds + seeds_each - 1) / seeds_each; }
  /// Replaces `to` by the seeds of a subgraph. Returns the number of the first.
  std::int64_t seeds_of(std::int64_t subgraph, std::vector<SubgraphSeed>& to) const;
};

/// Counts a subgraph.
void count_subgraph(const Subgraph& subgraph, SampledCounts& counts);

/// Takes the next records, in the order of their subgraphs; the counts are those of these records. An error ends the sampling.
using RecordSink = std::function<Result<void>(std::string_view records, const SampledCounts& counts)>;

/// Samples a range of subgraphs and writes them as TFRecords. The bytes are the same for any number of
/// threads, and those of several ranges follow each other. Memory: a few dozen records per thread.
/// threads  0: all hardware threads
/// sampled  gets the nodes of these subgraphs, unless null
/// errors   of the sink
[[nodiscard]] Result<void> sample_records(const RecordSampling& sampling, SubgraphRange subgraphs, int threads,
                                          const RecordSink& sink, SampledNodes* sampled = nullptr);

}  // namespace tuplepack::graph
