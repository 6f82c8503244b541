#include "distributed_sampling.hpp"

#include <algorithm>
#include <cstring>
#include <span>

namespace tuplepack::graph {

/// The most edges that the ops of a spec draw for a subgraph.
static double max_edges(const PreparedSampling& prepared, std::int64_t seeds) {
  const double nodes_of_seeds = 2 * static_cast<double>(seeds);
  std::vector<double> of_hop;
  double sum = 0;
  for (std::size_t hop = 0; hop < prepared.hops.size(); ++hop) {
    double nodes = 0;
    for (const std::size_t input : prepared.hops[hop].inputs) nodes += input == hop ? nodes_of_seeds : of_hop[input];
    of_hop.push_back(nodes * static_cast<double>(prepared.hops[hop].sample_size));
    sum += of_hop.back();
  }
  return std::max(sum, 1.0);
}

DistributedSampler::DistributedSampler(const RecordSampling& sampling, const DistributedNodes& nodes)
    : sampling_(sampling), nodes_(nodes), answers_(sampling.prepared), blocks_(nodes.ranks) {
  constexpr double edges_at_a_time = 1 << 22;
  constexpr double least = 1, most = 1024;
  const double batch = std::clamp(edges_at_a_time / max_edges(sampling.prepared, sampling.seeds_each), least, most);
  outline_.nodes = sampling.prepared.graph.nodes;
  for (const EdgesBySource& edges : sampling.prepared.graph.edge_sets) {
    outline_.edge_sets.push_back({.source = edges.source, .target = edges.target});
  }
  for (int i = 0; i < static_cast<int>(batch); ++i) samplers_.emplace_back(sampling.prepared);
  owners_.resize(samplers_.size());
}

template <typename T>
static void append_bytes(std::vector<std::byte>& bytes, std::span<const T> values) {
  const auto more = std::as_bytes(values);
  bytes.insert(bytes.end(), more.begin(), more.end());
}

void DistributedSampler::ask(std::size_t hop, std::size_t subgraphs) {
  for (auto& block : blocks_) block.clear();
  for (std::size_t i = 0; i < subgraphs; ++i) {
    queries_.clear();
    samplers_[i].ask(hop, queries_);
    owners_[i].clear();
    for (const EdgeQuery& query : queries_) {
      const std::uint32_t owner = nodes_.owner(query.node);
      owners_[i].push_back(owner);
      append_bytes(blocks_[owner], std::span(&query, 1));
    }
  }
}

/// To each rank: how many edges each of its questions has, and then the edges.
void DistributedSampler::answer(std::size_t hop) {
  std::span<const std::byte> all = asked_.bytes;
  std::vector<std::uint32_t> counts;
  std::vector<DrawnEdge> edges;
  for (std::size_t from = 0; from < blocks_.size(); ++from) {
    const auto size = static_cast<std::size_t>(asked_.sizes[from]);
    counts.clear();
    edges.clear();
    for (std::size_t at = 0; at < size; at += sizeof(EdgeQuery)) {
      EdgeQuery query;
      std::memcpy(&query, all.data() + at, sizeof query);
      counts.push_back(answers_.append(hop, nodes_.index(query.node), query, edges));
    }
    all = all.subspan(size);
    blocks_[from].clear();
    append_bytes(blocks_[from], std::span<const std::uint32_t>(counts));
    append_bytes(blocks_[from], std::span<const DrawnEdge>(edges));
  }
}

void DistributedSampler::take(std::size_t hop, std::size_t subgraphs) {
  struct Cursor {
    const std::byte* counts = nullptr;
    const std::byte* edges = nullptr;
  };
  std::vector<Cursor> cursors(blocks_.size());
  std::vector<std::size_t> asked(blocks_.size());
  for (std::size_t i = 0; i < subgraphs; ++i) {
    for (const std::uint32_t owner : owners_[i]) ++asked[owner];
  }
  const std::byte* at = answered_.bytes.data();
  for (std::size_t from = 0; from < cursors.size(); ++from) {
    cursors[from] = {.counts = at, .edges = at + asked[from] * sizeof(std::uint32_t)};
    at += answered_.sizes[from];
  }
  std::vector<std::uint32_t> counts;
  std::vector<DrawnEdge> edges;
  for (std::size_t i = 0; i < subgraphs; ++i) {
    counts.clear();
    edges.clear();
    for (const std::uint32_t owner : owners_[i]) {
      Cursor& cursor = cursors[owner];
      std::uint32_t count = 0;
      std::memcpy(&count, cursor.counts, sizeof count);
      cursor.counts += sizeof count;
      counts.push_back(count);
      const std::size_t size = edges.size();
      edges.resize(size + count);
      if (count > 0) std::memcpy(edges.data() + size, cursor.edges, count * sizeof(DrawnEdge));
      cursor.edges += count * sizeof(DrawnEdge);
    }
    samplers_[i].take(hop, counts, edges);
  }
}

ranks::RoundState DistributedSampler::sample(SubgraphRange subgraphs, ranks::RoundState state) {
  const auto count = static_cast<std::size_t>(subgraphs.end - subgraphs.begin);
  std::vector<SubgraphSeed> seeds;
  for (std::size_t i = 0; i < count; ++i) {
    (void)sampling_.seeds_of(subgraphs.begin + static_cast<std::int64_t>(i), seeds);
    samplers_[i].begin(seeds);
  }
  if (sampling_.prepared.hops.empty()) {
    ranks::exchange(blocks_, state, asked_);
    return asked_.state;
  }
  for (std::size_t hop = 0; hop < sampling_.prepared.hops.size(); ++hop) {
    ask(hop, count);
    ranks::exchange(blocks_, state, asked_);
    if (asked_.state != ranks::RoundState::more) return asked_.state;
    answer(hop);
    ranks::exchange(blocks_, state, answered_);
    take(hop, count);
  }
  return ranks::RoundState::more;
}

}  // namespace tuplepack::graph
