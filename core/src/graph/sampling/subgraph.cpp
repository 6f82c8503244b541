#include "tuplepack/graph/sampling/subgraph.hpp"

#include "edge_choice.hpp"
#include "local_ids.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace tuplepack::graph {

struct SubgraphSampler::State {
  const PreparedSampling& prepared;
  Subgraph subgraph{};
  std::vector<LocalIds> node_ids{};                   // of each node set
  std::vector<LocalIds> edge_ids{};                   // of each edge set whose draws may meet: positions
  std::vector<std::vector<std::uint32_t>> reached{};  // by the hops that feed others, by index in the subgraph
  std::vector<std::uint32_t> frontier{};              // nodes that a hop samples edges of, the same
  std::vector<NodeEdges> node_edges{};                // of the frontier
  std::vector<std::uint32_t> times{};                 // how often this frontier has reached a node
  std::vector<SubgraphSeed> seeds{};
  std::vector<std::uint32_t> roots{};      // their nodes
  std::vector<std::uint32_t> forbidden{};  // see forbidden_targets()

  EdgeChoice choice;

  void start(std::span<const SubgraphSeed> from);
  void find_frontier(std::size_t hop);
  std::size_t find_node_edges(const EdgesBySource& edges, std::size_t sample_size);
  [[nodiscard]] std::span<const std::uint32_t> forbidden_targets(std::size_t edge_set, std::uint32_t node);
  void draw_edges(std::size_t index, SubgraphEdges& out);
  template <typename TargetAt>
  void reach_targets(std::size_t index, std::size_t first, const TargetAt& target_at);
  void ask(std::size_t index, std::vector<EdgeQuery>& queries);
  void take(std::size_t index, std::span<const std::uint32_t> counts, std::span<const DrawnEdge> edges);
  void induce_edges(std::size_t edge_set);
};

// ---- hops ----

void SubgraphSampler::State::start(std::span<const SubgraphSeed> from) {
  seeds.assign(from.begin(), from.end());
  roots.clear();
  for (const SubgraphSeed& seed : seeds) {
    assert(seed.node < prepared.graph.nodes[prepared.seed_set]);
    roots.push_back(seed.node);
    if (seed.other) roots.push_back(*seed.other);
  }
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
  std::vector<std::uint32_t>& nodes = subgraph.nodes[prepared.seed_set];
  nodes.resize(roots.size());
  subgraph.seeds.resize(roots.size());
  node_ids[prepared.seed_set].add(
      roots.size(), [&](std::size_t i) { return roots[i]; },
      [&](std::size_t i, std::uint32_t node, std::uint32_t id) {
        nodes[id] = node;
        subgraph.seeds[i] = id;
      });
  nodes.resize(node_ids[prepared.seed_set].size());
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
      for (const std::uint32_t node : subgraph.seeds) add(node);
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

/// The nodes that no edge of a set may lead to from a node: those that it is paired with. Valid until the next call.
std::span<const std::uint32_t> SubgraphSampler::State::forbidden_targets(std::size_t edge_set, std::uint32_t node) {
  const PreparedSampling::Tables& tables = prepared.tables[edge_set];
  forbidden.clear();
  if (!tables.predicted && !tables.predicted_reversed) return forbidden;
  const auto forbid = [&](std::uint32_t target) {
    if (std::find(forbidden.begin(), forbidden.end(), target) == forbidden.end()) forbidden.push_back(target);
  };
  for (const SubgraphSeed& seed : seeds) {
    if (!seed.other) continue;
    if (tables.predicted && node == seed.node) forbid(*seed.other);
    if (tables.predicted_reversed && node == *seed.other) forbid(seed.node);
  }
  return forbidden;
}

/// Of the choices of an op around seeds.
static std::uint64_t hop_key(std::uint64_t seed, std::size_t op, std::span<const SubgraphSeed> seeds) {
  std::uint64_t key = Random(Random(seed).next() ^ op).next();
  for (const SubgraphSeed& root : seeds) {
    key = Random(key ^ (std::uint64_t{root.other.value_or(0)} << 32U | root.node)).next();
  }
  return key;
}

/// They have one time, or none.
static std::optional<std::int64_t> time_of(std::span<const SubgraphSeed> seeds) {
  return seeds.empty() ? std::nullopt : seeds.front().time;
}

/// Appends the sources and positions of the edges that a hop draws from its frontier.
void SubgraphSampler::State::draw_edges(std::size_t index, SubgraphEdges& out) {
  const PreparedSampling::Hop& hop = prepared.hops[index];
  const std::uint32_t* const nodes = subgraph.nodes[prepared.graph.edge_sets[hop.edge_set].source].data();
  const std::uint64_t key = hop_key(prepared.options.seed, hop.op, seeds);
  const auto seed_time = time_of(seeds);
  const bool again = prepared.options.paths == SamplingPaths::tfgnn;
  std::size_t at = out.position.size();
  const std::size_t most = at + find_node_edges(prepared.graph.edge_sets[hop.edge_set], hop.sample_size);
  out.source.resize(most);
  out.position.resize(most);
  for (std::size_t i = 0; i < frontier.size(); ++i) {
    const std::uint32_t source = frontier[i], node = nodes[source];
    const NodeEdges own = node_edges[i];
    const std::uint64_t time = again ? times[source]++ : 0;
    const auto not_to = forbidden_targets(hop.edge_set, node);
    std::uint32_t* const to = out.position.data() + at;
    std::size_t n = own.size;
    if (takes_all(hop, n) && not_to.empty()) {
      for (std::size_t j = 0; j < n; ++j) to[j] = static_cast<std::uint32_t>(own.begin + j);
    } else {
      Random random(key ^ node ^ time << 32U);
      const Picks chosen = not_to.empty() ? choice.choose(hop, own, random, seed_time)
                                          : choice.choose_permitted(hop, own, random, not_to, seed_time);
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
  const std::uint64_t key = hop_key(prepared.options.seed, hop.op, seeds);
  const auto seed_time = time_of(seeds);
  const bool again = prepared.options.paths == SamplingPaths::tfgnn;
  for (const std::uint32_t source : frontier) {
    const std::uint32_t node = nodes[source];
    const std::uint64_t time = again ? times[source]++ : 0;
    const auto not_to = forbidden_targets(hop.edge_set, node);
    assert(not_to.size() <= 1);
    queries.push_back({.random = key ^ node ^ time << 32U,
                       .time = seed_time.value_or(0),
                       .node = node,
                       .forbidden = not_to.empty() ? EdgeQuery::none : not_to.front(),
                       .has_time = seed_time.has_value()});
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
    const auto not_to = forbidden_targets(edge_set, nodes[source]);
    for (std::uint64_t e = edges.offsets[nodes[source]]; e < edges.offsets[nodes[source] + std::size_t{1}]; ++e) {
      const std::uint32_t target = node_ids[edges.target].find(edges.targets[e]);
      const bool is_forbidden = std::find(not_to.begin(), not_to.end(), edges.targets[e]) != not_to.end();
      if (target == LocalIds::none || is_forbidden) continue;
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

const Subgraph& SubgraphSampler::sample(std::span<const SubgraphSeed> seeds) {
  State& state = *state_;
  state.start(seeds);
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

void SubgraphSampler::begin(std::span<const SubgraphSeed> seeds) {
  state_->start(seeds);
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
  const Picks chosen =
      permits_all ? state_->choice.choose(sampled, own, random, time)
                  : state_->choice.choose_permitted(sampled, own, random, std::span(&query.forbidden, 1), time);
  for (const std::uint32_t pick : chosen) add(own.begin + pick);
  return static_cast<std::uint32_t>(chosen.size());
}

}  // namespace tuplepack::graph
