#include "tuplepack/graph/subgraph.hpp"

#include "edge_choice.hpp"
#include "local_ids.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace tuplepack {

struct SubgraphSampler::State {
  const PreparedSampling& prepared;
  Subgraph subgraph{};
  std::vector<LocalIds> node_ids{};                   // of each node set
  std::vector<LocalIds> edge_ids{};                   // of each edge set whose draws may meet: positions
  std::vector<std::vector<std::uint32_t>> reached{};  // by the hops that feed others, by index in the subgraph
  std::vector<std::uint32_t> frontier{};              // nodes that a hop samples edges of, likewise
  std::vector<NodeEdges> node_edges{};                // of the frontier
  std::vector<std::uint32_t> times{};                 // how often this frontier has reached a node
  SubgraphSeed seed{};

  EdgeChoice choice;

  void start(const SubgraphSeed& from);
  void find_frontier(std::size_t hop);
  std::size_t find_node_edges(const EdgesBySource& edges, std::size_t sample_size);
  [[nodiscard]] std::optional<std::uint32_t> forbidden_target(std::size_t edge_set, std::uint32_t node) const;
  void draw_edges(std::size_t index, SubgraphEdges& out);
  template <typename TargetAt>
  void reach_targets(std::size_t index, std::size_t first, const TargetAt& target_at);
  void ask(std::size_t index, std::vector<EdgeQuery>& queries);
  void take(std::size_t index, std::span<const std::uint32_t> counts, std::span<const DrawnEdge> edges);
  void induce_edges(std::size_t edge_set);
};

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
    if (takes_all(hop, n) && !forbidden) {
      for (std::size_t j = 0; j < n; ++j) to[j] = static_cast<std::uint32_t>(own.begin + j);
    } else {
      Random random(key ^ node ^ time << 32U);
      const Picks chosen = forbidden ? choice.choose_permitted(hop, own, random, *forbidden, seed.time)
                                     : choice.choose(hop, own, random, seed.time);
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
template <typename TargetAt>
void SubgraphSampler::State::reach_targets(std::size_t index, std::size_t first, const TargetAt& target_at) {
  const PreparedSampling::Hop& hop = prepared.hops[index];
  const EdgesBySource& edges = prepared.graph.edge_sets[hop.edge_set];
  SubgraphEdges& out = subgraph.edge_sets[hop.edge_set];
  const std::size_t drawn = out.position.size();
  LocalIds& ids = node_ids[edges.target];
  std::vector<std::uint32_t>& nodes = subgraph.nodes[edges.target];
  nodes.resize(ids.size() + drawn - first);
  out.target.resize(drawn);
  std::uint32_t* const to = out.target.data() + first;
  std::uint32_t* const list = nodes.data();
  ids.add(drawn - first, target_at, [=](std::size_t i, std::uint32_t node, std::uint32_t id) {
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

void SubgraphSampler::State::ask(std::size_t index, std::vector<EdgeQuery>& queries) {
  find_frontier(index);
  const PreparedSampling::Hop& hop = prepared.hops[index];
  const std::vector<std::uint32_t>& nodes = subgraph.nodes[prepared.graph.edge_sets[hop.edge_set].source];
  const std::uint64_t key = hop_key(prepared.options.seed, hop.op, seed);
  const bool again = prepared.options.paths == SamplingPaths::tfgnn;
  for (const std::uint32_t source : frontier) {
    const std::uint32_t node = nodes[source];
    const std::uint64_t time = again ? times[source]++ : 0;
    queries.push_back({.random = key ^ node ^ time << 32U,
                       .time = seed.time.value_or(0),
                       .node = node,
                       .forbidden = forbidden_target(hop.edge_set, node).value_or(EdgeQuery::none),
                       .has_time = seed.time.has_value()});
  }
}

void SubgraphSampler::State::take(std::size_t index, std::span<const std::uint32_t> counts,
                                  std::span<const DrawnEdge> edges) {
  assert(counts.size() == frontier.size());
  SubgraphEdges& out = subgraph.edge_sets[prepared.hops[index].edge_set];
  const std::size_t first = out.position.size();
  for (std::size_t i = 0; i < counts.size(); ++i) out.source.resize(out.source.size() + counts[i], frontier[i]);
  out.position.reserve(first + edges.size());
  for (const DrawnEdge& edge : edges) out.position.push_back(edge.row);
  reach_targets(index, first, [=](std::size_t i) { return edges[i].target; });
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
    : state_(std::make_unique<State>(State{.prepared = prepared, .choice = EdgeChoice(prepared)})) {
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
    const std::uint32_t* const targets =
        state.prepared.graph.edge_sets[state.prepared.hops[hop].edge_set].targets.data();
    const std::uint32_t* const positions = out.position.data() + first;
    state.reach_targets(hop, first, [=](std::size_t i) { return targets[positions[i]]; });
  }
  if (state.prepared.options.induced) {
    for (std::size_t i = 0; i < state.subgraph.edge_sets.size(); ++i) state.induce_edges(i);
  }
  return state.subgraph;
}

void SubgraphSampler::begin(const SubgraphSeed& seed) {
  state_->start(seed);
}

void SubgraphSampler::ask(std::size_t hop, std::vector<EdgeQuery>& queries) {
  state_->ask(hop, queries);
}

void SubgraphSampler::take(std::size_t hop, std::span<const std::uint32_t> counts, std::span<const DrawnEdge> edges) {
  state_->take(hop, counts, edges);
}

const Subgraph& SubgraphSampler::subgraph() const {
  return state_->subgraph;
}

// ---- answers ----

struct EdgeAnswers::State {
  const PreparedSampling& prepared;
  EdgeChoice choice;
};

EdgeAnswers::EdgeAnswers(const PreparedSampling& prepared)
    : state_(std::make_unique<State>(State{.prepared = prepared, .choice = EdgeChoice(prepared)})) {}
EdgeAnswers::~EdgeAnswers() = default;
EdgeAnswers::EdgeAnswers(EdgeAnswers&&) noexcept = default;
EdgeAnswers& EdgeAnswers::operator=(EdgeAnswers&&) noexcept = default;

std::uint32_t EdgeAnswers::append(std::size_t hop, std::size_t source, const EdgeQuery& query,
                                  std::vector<DrawnEdge>& out) {
  const PreparedSampling::Hop& sampled = state_->prepared.hops[hop];
  const EdgesBySource& edges = state_->prepared.graph.edge_sets[sampled.edge_set];
  const NodeEdges own{.begin = edges.offsets[source],
                      .size = static_cast<std::uint32_t>(edges.offsets[source + 1] - edges.offsets[source])};
  const auto add = [&](std::uint64_t position) {
    const auto at = static_cast<std::size_t>(position);
    out.push_back(
        {.row = edges.rows.empty() ? static_cast<std::uint32_t>(at) : edges.rows[at], .target = edges.targets[at]});
  };
  const bool permits_all = query.forbidden == EdgeQuery::none;
  if (takes_all(sampled, own.size) && permits_all) {
    for (std::uint32_t i = 0; i < own.size; ++i) add(own.begin + i);
    return own.size;
  }
  Random random(query.random);
  const auto time = query.has_time ? std::optional(query.time) : std::nullopt;
  const Picks chosen = permits_all ? state_->choice.choose(sampled, own, random, time)
                                   : state_->choice.choose_permitted(sampled, own, random, query.forbidden, time);
  for (const std::uint32_t pick : chosen) add(own.begin + pick);
  return static_cast<std::uint32_t>(chosen.size());
}

}  // namespace tuplepack
