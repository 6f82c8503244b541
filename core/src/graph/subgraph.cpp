#include "tuplepack/graph/subgraph.hpp"

#include "draw_edges.hpp"
#include "local_ids.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace tuplepack {

/// Edges of a node, counted from its first, in the order of the table.
using Picks = std::span<const std::uint32_t>;

struct SubgraphSampler::State {
  /// Where the edges of a node stand.
  struct NodeEdges {
    std::uint64_t begin = 0;
    std::uint32_t size = 0;
  };

  const PreparedSampling& prepared;
  Subgraph subgraph{};
  std::vector<LocalIds> node_ids{};                   // of each node set
  std::vector<LocalIds> edge_ids{};                   // of each edge set whose draws may meet: positions
  std::vector<std::vector<std::uint32_t>> reached{};  // by the hops that feed others, by index in the subgraph
  std::vector<std::uint32_t> frontier{};              // nodes that a hop samples edges of, likewise
  std::vector<NodeEdges> node_edges{};                // of the frontier
  std::vector<std::uint32_t> times{};                 // how often this frontier has reached a node
  SubgraphSeed seed{};

  EdgeDraw draw{};
  std::vector<std::uint32_t> picks{};
  std::vector<std::uint32_t> kept{};  // edges of a node without predicted ones
  std::vector<float> kept_weights{};
  std::vector<double> kept_sums{};

  void start(const SubgraphSeed& from);
  void find_frontier(std::size_t hop);
  std::size_t find_node_edges(const EdgesBySource& edges, std::size_t sample_size);
  [[nodiscard]] std::optional<std::uint32_t> forbidden_target(std::size_t edge_set, std::uint32_t node) const;
  Picks map_picks(Picks chosen);
  Picks choose_permitted(const PreparedSampling::Hop& hop, NodeEdges node, Random& random, std::uint32_t forbidden);
  template <typename IndexAt, typename Permitted>
  Picks first_of(std::uint32_t n, std::size_t k, const IndexAt& index_at, const Permitted& permitted);
  template <typename Permitted>
  Picks choose_in_order(const PreparedSampling::Hop& hop, NodeEdges node, const Permitted& permitted);
  Picks choose(const PreparedSampling::Hop& hop, NodeEdges node, Random& random);
  void draw_edges(std::size_t index, SubgraphEdges& out);
  void reach_targets(std::size_t index, std::size_t first);
  void induce_edges(std::size_t edge_set);
};

// ---- choosing among the edges of a node ----

/// The first k that are permitted of n edges in some order.
template <typename IndexAt, typename Permitted>
Picks SubgraphSampler::State::first_of(std::uint32_t n, std::size_t k, const IndexAt& index_at,
                                       const Permitted& permitted) {
  picks.clear();
  for (std::uint32_t i = 0; i < n && picks.size() < k; ++i) {
    const std::uint32_t index = index_at(i);
    if (permitted(index)) picks.push_back(index);
  }
  std::sort(picks.begin(), picks.end());
  return picks;
}

/// How many of n edges in order of time are before one.
template <typename TimeAt>
static std::uint32_t count_before(std::int64_t time, std::uint32_t n, const TimeAt& time_at) {
  std::uint32_t first = 0;
  while (n > 0) {
    const std::uint32_t half = (n + 1) / 2;
    if (time_at(first + half - 1) < time) first += half;
    n -= half;
  }
  return first;
}

/// TOP_K and LATEST_K.
template <typename Permitted>
Picks SubgraphSampler::State::choose_in_order(const PreparedSampling::Hop& hop, NodeEdges node,
                                              const Permitted& permitted) {
  const EdgesBySource& edges = prepared.graph.edge_sets[hop.edge_set];
  const PreparedSampling::Tables& tables = prepared.tables[hop.edge_set];
  if (hop.strategy == SamplingStrategy::top_k) {
    const std::uint32_t* const order = tables.by_weight.data() + node.begin;
    return first_of(
        node.size, hop.sample_size, [&](std::uint32_t i) { return order[i]; }, permitted);
  }
  const auto index_at = [&](std::uint32_t i) { return tables.by_time.empty() ? i : tables.by_time[node.begin + i]; };
  std::uint32_t n = node.size;
  if (seed.time)
    n = count_before(*seed.time, n, [&](std::uint32_t i) { return edges.times[node.begin + index_at(i)]; });
  return first_of(
      n, hop.sample_size, [&](std::uint32_t i) { return index_at(n - 1 - i); }, permitted);
}

/// The edges that are chosen from those kept.
Picks SubgraphSampler::State::map_picks(Picks chosen) {
  picks.resize(chosen.size());
  std::transform(chosen.begin(), chosen.end(), picks.begin(), [&](std::uint32_t i) { return kept[i]; });
  return picks;
}

/// Edges to one node are as if they were not there.
Picks SubgraphSampler::State::choose_permitted(const PreparedSampling::Hop& hop, NodeEdges node, Random& random,
                                               std::uint32_t forbidden) {
  const EdgesBySource& edges = prepared.graph.edge_sets[hop.edge_set];
  const auto permitted = [&](std::uint32_t i) { return edges.targets[node.begin + i] != forbidden; };
  if (hop.strategy == SamplingStrategy::top_k || hop.strategy == SamplingStrategy::latest_k) {
    return choose_in_order(hop, node, permitted);
  }
  const bool weighted = hop.strategy == SamplingStrategy::random_weighted;
  kept.clear();
  for (std::uint32_t i = 0; i < node.size; ++i) {
    if (permitted(i) && (!weighted || edges.weights[node.begin + i] > 0)) kept.push_back(i);
  }
  const auto k = static_cast<std::uint32_t>(hop.sample_size);
  if (kept.size() <= k) return kept;
  if (!weighted) return map_picks(draw.uniform(random, static_cast<std::uint32_t>(kept.size()), k));
  kept_weights.clear();
  kept_sums.clear();
  double sum = 0;
  for (const std::uint32_t i : kept) {
    kept_weights.push_back(edges.weights[node.begin + i]);
    kept_sums.push_back(sum += static_cast<double>(kept_weights.back()));
  }
  return map_picks(draw.weighted(random, {.weights = kept_weights, .sums = kept_sums, .guide = {}}, k));
}

/// assumes  more edges than sample_size, unless the strategy leaves some out
Picks SubgraphSampler::State::choose(const PreparedSampling::Hop& hop, NodeEdges node, Random& random) {
  const EdgesBySource& edges = prepared.graph.edge_sets[hop.edge_set];
  const auto k = static_cast<std::uint32_t>(hop.sample_size);
  if (hop.strategy == SamplingStrategy::random_uniform) return draw.uniform(random, node.size, k);
  if (hop.strategy != SamplingStrategy::random_weighted) {
    return choose_in_order(hop, node, [](std::uint32_t) { return true; });
  }
  const std::span<const float> weights = edges.weights.subspan(node.begin, node.size);
  if (node.size > k) {
    const PreparedSampling::Tables& tables = prepared.tables[hop.edge_set];
    return draw.weighted(random,
                         {.weights = weights,
                          .sums = std::span(tables.weight_sums).subspan(node.begin, node.size),
                          .guide = std::span(tables.weight_guide).subspan(node.begin, node.size)},
                         k);
  }
  return first_of(
      node.size, k, [](std::uint32_t i) { return i; }, [&](std::uint32_t i) { return weights[i] > 0; });
}

// ---- hops ----

void SubgraphSampler::State::start(const SubgraphSeed& from) {
  seed = from;
  for (std::size_t i = 0; i < node_ids.size(); ++i) {
    node_ids[i].clear();
    subgraph.nodes[i].clear();
  }
  for (std::size_t i = 0; i < edge_ids.size(); ++i) {
    edge_ids[i].clear();
    subgraph.edge_sets[i].source.clear();
    subgraph.edge_sets[i].target.clear();
    subgraph.edge_sets[i].position.clear();
  }
  assert(from.node < prepared.graph.nodes[prepared.seed_set]);
  std::vector<std::uint32_t>& nodes = subgraph.nodes[prepared.seed_set];
  nodes.push_back(from.node);
  if (from.other && *from.other != from.node) nodes.push_back(*from.other);
  node_ids[prepared.seed_set].add(
      nodes.size(), [&](std::size_t i) { return nodes[i]; }, [](std::size_t, std::uint32_t, std::uint32_t) {});
}

/// The nodes that the inputs of a hop reached.
void SubgraphSampler::State::find_frontier(std::size_t hop) {
  const PreparedSampling::Hop& sampled = prepared.hops[hop];
  frontier.clear();
  times.assign(subgraph.nodes[prepared.graph.edge_sets[sampled.edge_set].source].size(), 0);
  const bool again = prepared.options.paths == SamplingPaths::tfgnn;
  const auto add = [&](std::uint32_t node) {
    if (again || times[node]++ == 0) frontier.push_back(node);
  };
  for (const std::size_t input : sampled.inputs) {
    if (input == hop) {
      add(0);
      if (seed.other && (again || *seed.other != seed.node)) add(*seed.other == seed.node ? 0 : 1);
    } else {
      for (const std::uint32_t node : reached[input]) add(node);
    }
  }
}

/// Where the edges of the frontier stand. Returns how many may be drawn.
std::size_t SubgraphSampler::State::find_node_edges(const EdgesBySource& edges, std::size_t sample_size) {
  constexpr std::size_t ahead = 16;
  const std::uint32_t* const nodes = subgraph.nodes[edges.source].data();
  const std::uint64_t* const offsets = edges.offsets.data();
  node_edges.resize(frontier.size());
  std::size_t most = 0;
  for (std::size_t i = 0; i < frontier.size(); ++i) {
    if (i + ahead < frontier.size()) __builtin_prefetch(offsets + nodes[frontier[i + ahead]]);
    const std::uint64_t* const at = offsets + nodes[frontier[i]];
    node_edges[i] = {.begin = at[0], .size = static_cast<std::uint32_t>(at[1] - at[0])};
    most += std::min<std::size_t>(node_edges[i].size, sample_size);
    __builtin_prefetch(edges.targets.data() + at[0]);
    __builtin_prefetch(edges.targets.data() + at[1]);
  }
  return most;
}

/// The node that no edge of a set may lead to from a node of the pair.
std::optional<std::uint32_t> SubgraphSampler::State::forbidden_target(std::size_t edge_set, std::uint32_t node) const {
  const PreparedSampling::Tables& tables = prepared.tables[edge_set];
  if (!seed.other) return std::nullopt;
  if (tables.predicted && node == seed.node) return seed.other;
  if (tables.predicted_reversed && node == *seed.other) return seed.node;
  return std::nullopt;
}

/// Of the choices of an op for a root.
static std::uint64_t hop_key(std::uint64_t seed, std::size_t op, const SubgraphSeed& root) {
  const std::uint64_t roots = std::uint64_t{root.other.value_or(0)} << 32U | root.node;
  return Random(Random(Random(seed).next() ^ op).next() ^ roots).next();
}

/// Appends the sources and positions of the edges that a hop draws from its frontier.
void SubgraphSampler::State::draw_edges(std::size_t index, SubgraphEdges& out) {
  const PreparedSampling::Hop& hop = prepared.hops[index];
  const std::uint32_t* const nodes = subgraph.nodes[prepared.graph.edge_sets[hop.edge_set].source].data();
  const std::uint64_t key = hop_key(prepared.options.seed, hop.op, seed);
  const bool all_are_equal =
      hop.strategy == SamplingStrategy::random_uniform || hop.strategy == SamplingStrategy::top_k;
  const bool again = prepared.options.paths == SamplingPaths::tfgnn;
  std::size_t at = out.position.size();
  const std::size_t most = at + find_node_edges(prepared.graph.edge_sets[hop.edge_set], hop.sample_size);
  out.source.resize(most);
  out.position.resize(most);
  for (std::size_t i = 0; i < frontier.size(); ++i) {
    const std::uint32_t source = frontier[i], node = nodes[source];
    const NodeEdges own = node_edges[i];
    const std::uint64_t time = again ? times[source]++ : 0;
    const auto forbidden = forbidden_target(hop.edge_set, node);
    std::uint32_t* const to = out.position.data() + at;
    std::size_t n = own.size;
    if (all_are_equal && n <= hop.sample_size && !forbidden) {
      for (std::size_t j = 0; j < n; ++j) to[j] = static_cast<std::uint32_t>(own.begin + j);
    } else {
      Random random(key ^ node ^ time << 32U);
      const Picks chosen = forbidden ? choose_permitted(hop, own, random, *forbidden) : choose(hop, own, random);
      n = chosen.size();
      for (std::size_t j = 0; j < n; ++j) to[j] = static_cast<std::uint32_t>(own.begin + chosen[j]);
    }
    std::fill_n(out.source.data() + at, n, source);
    at += n;
  }
  out.source.resize(at);
  out.position.resize(at);
}

/// Finds the nodes at the other end of the edges that a hop drew, from `first` on; drops those that were drawn before.
void SubgraphSampler::State::reach_targets(std::size_t index, std::size_t first) {
  const PreparedSampling::Hop& hop = prepared.hops[index];
  const EdgesBySource& edges = prepared.graph.edge_sets[hop.edge_set];
  SubgraphEdges& out = subgraph.edge_sets[hop.edge_set];
  const std::size_t drawn = out.position.size();
  LocalIds& ids = node_ids[edges.target];
  std::vector<std::uint32_t>& nodes = subgraph.nodes[edges.target];
  nodes.resize(ids.size() + drawn - first);
  out.target.resize(drawn);
  const std::uint32_t* const targets = edges.targets.data();
  const std::uint32_t* const positions = out.position.data() + first;
  std::uint32_t* const to = out.target.data() + first;
  std::uint32_t* const list = nodes.data();
  ids.add(
      drawn - first, [=](std::size_t i) { return targets[positions[i]]; },
      [=](std::size_t i, std::uint32_t node, std::uint32_t id) {
        list[id] = node;
        to[i] = id;
      });
  nodes.resize(ids.size());
  if (hop.feeds) {
    reached[index].assign(out.target.begin() + static_cast<std::ptrdiff_t>(first), out.target.end());
  }
  if (!hop.may_meet) return;
  std::size_t at = first;
  edge_ids[hop.edge_set].add(
      drawn - first, [&](std::size_t i) { return out.position[first + i]; },
      [&](std::size_t i, std::uint32_t position, std::uint32_t id) {
        if (id != at) return;
        out.source[at] = out.source[first + i];
        out.target[at] = out.target[first + i];
        out.position[at++] = position;
      });
  out.source.resize(at);
  out.target.resize(at);
  out.position.resize(at);
}

/// All edges of a set among the nodes of the subgraph, instead of those that were drawn.
void SubgraphSampler::State::induce_edges(std::size_t edge_set) {
  const EdgesBySource& edges = prepared.graph.edge_sets[edge_set];
  SubgraphEdges& out = subgraph.edge_sets[edge_set];
  out.source.clear();
  out.target.clear();
  out.position.clear();
  const std::vector<std::uint32_t>& nodes = subgraph.nodes[edges.source];
  for (std::uint32_t source = 0; source < nodes.size(); ++source) {
    const auto forbidden = forbidden_target(edge_set, nodes[source]);
    for (std::uint64_t e = edges.offsets[nodes[source]]; e < edges.offsets[nodes[source] + std::size_t{1}]; ++e) {
      const std::uint32_t target = node_ids[edges.target].find(edges.targets[e]);
      if (target == LocalIds::none || forbidden == edges.targets[e]) continue;
      out.source.push_back(source);
      out.target.push_back(target);
      out.position.push_back(static_cast<std::uint32_t>(e));
    }
  }
}

SubgraphSampler::SubgraphSampler(const PreparedSampling& prepared)
    : state_(std::make_unique<State>(State{.prepared = prepared})) {
  state_->subgraph.nodes.resize(prepared.graph.nodes.size());
  state_->subgraph.edge_sets.resize(prepared.graph.edge_sets.size());
  state_->node_ids.resize(prepared.graph.nodes.size());
  state_->edge_ids.resize(prepared.graph.edge_sets.size());
  state_->reached.resize(prepared.hops.size());
}

SubgraphSampler::~SubgraphSampler() = default;
SubgraphSampler::SubgraphSampler(SubgraphSampler&&) noexcept = default;
SubgraphSampler& SubgraphSampler::operator=(SubgraphSampler&&) noexcept = default;

const Subgraph& SubgraphSampler::sample(const SubgraphSeed& seed) {
  State& state = *state_;
  state.start(seed);
  for (std::size_t hop = 0; hop < state.prepared.hops.size(); ++hop) {
    SubgraphEdges& out = state.subgraph.edge_sets[state.prepared.hops[hop].edge_set];
    const std::size_t first = out.position.size();
    state.find_frontier(hop);
    state.draw_edges(hop, out);
    state.reach_targets(hop, first);
  }
  if (state.prepared.options.induced) {
    for (std::size_t i = 0; i < state.subgraph.edge_sets.size(); ++i) state.induce_edges(i);
  }
  return state.subgraph;
}

}  // namespace tuplepack
