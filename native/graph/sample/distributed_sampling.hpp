#pragma once

#include "graph/unigraph/distributed_edges.hpp"
#include "ranks/ranks.hpp"
#include "sample_records.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tuplepack::graph {

/// Samples subgraphs of a graph whose edges are divided among ranks: all ranks sample some at a time, and ask the owners
/// of nodes for edges, hop by hop, with all questions of a hop in one message.
class DistributedSampler {
 public:
  /// sampling  of this rank's edges; must outlive this
  DistributedSampler(const RecordSampling& sampling, const DistributedNodes& nodes);

  /// How many subgraphs are sampled at a time: so that the edges of a hop take a few dozen megabytes at most.
  [[nodiscard]] std::int64_t batch() const { return static_cast<std::int64_t>(samplers_.size()); }

  /// Collective: samples some subgraphs of every rank.
  /// subgraphs  of this rank, batch() at most; none: it answers the others
  /// state      whether this rank may have more; failed: it cannot continue
  /// returns    finished when no rank has more, and nothing was sampled; failed: so did one, and all ranks have to agree()
  [[nodiscard]] ranks::RoundState sample(SubgraphRange subgraphs, ranks::RoundState state);

  /// A subgraph, by place in the range.
  [[nodiscard]] const Subgraph& subgraph(std::size_t place) const { return samplers_[place].subgraph(); }
  /// The numbers of nodes and the ends of edge sets; positions of edges are rows.
  [[nodiscard]] const HeterogeneousGraph& graph() const { return outline_; }

 private:
  const RecordSampling& sampling_;
  DistributedNodes nodes_;
  HeterogeneousGraph outline_;
  std::vector<SubgraphSampler> samplers_;
  EdgeAnswers answers_;

  std::vector<std::vector<std::byte>> blocks_;  // by rank
  std::vector<EdgeQuery> queries_;
  std::vector<std::vector<std::uint32_t>> owners_;  // of what each sampler asked
  ranks::Round asked_, answered_;

  void ask(std::size_t hop, std::size_t subgraphs);
  void answer(std::size_t hop);
  void take(std::size_t hop, std::size_t subgraphs);
};

}  // namespace tuplepack::graph
