#include "edge_choice.hpp"

#include <algorithm>
#include <cstddef>

namespace tuplepack::graph {

/// The first k that are permitted of n edges in some order.
template <typename IndexAt, typename Permitted>
Picks EdgeChoice::first_of(std::uint32_t n, std::size_t k, const IndexAt& index_at, const Permitted& permitted) {
  picks_.clear();
  for (std::uint32_t i = 0; i < n && picks_.size() < k; ++i) {
    const std::uint32_t index = index_at(i);
    if (permitted(index)) picks_.push_back(index);
  }
  std::sort(picks_.begin(), picks_.end());
  return picks_;
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
Picks EdgeChoice::choose_in_order(const PreparedSampling::Hop& hop, NodeEdges node, std::optional<std::int64_t> time,
                                  const Permitted& permitted) {
  const EdgesBySource& edges = prepared_.graph.edge_sets[hop.edge_set];
  const PreparedSampling::Tables& tables = prepared_.tables[hop.edge_set];
  if (hop.strategy == SamplingStrategy::top_k) {
    const std::uint32_t* const order = tables.by_weight.data() + node.begin;
    return first_of(
        node.size, hop.sample_size, [&](std::uint32_t i) { return order[i]; }, permitted);
  }
  const auto index_at = [&](std::uint32_t i) { return tables.by_time.empty() ? i : tables.by_time[node.begin + i]; };
  std::uint32_t n = node.size;
  if (time) n = count_before(*time, n, [&](std::uint32_t i) { return edges.times[node.begin + index_at(i)]; });
  return first_of(
      n, hop.sample_size, [&](std::uint32_t i) { return index_at(n - 1 - i); }, permitted);
}

/// The edges that are chosen from those kept.
Picks EdgeChoice::map_picks(Picks chosen) {
  picks_.resize(chosen.size());
  std::transform(chosen.begin(), chosen.end(), picks_.begin(), [&](std::uint32_t i) { return kept_[i]; });
  return picks_;
}

/// Edges to some nodes are as if they were not there.
Picks EdgeChoice::choose_permitted(const PreparedSampling::Hop& hop, NodeEdges node, Random& random,
                                   std::span<const std::uint32_t> forbidden, std::optional<std::int64_t> time) {
  const EdgesBySource& edges = prepared_.graph.edge_sets[hop.edge_set];
  const auto permitted = [&](std::uint32_t i) {
    return std::find(forbidden.begin(), forbidden.end(), edges.targets[node.begin + i]) == forbidden.end();
  };
  if (hop.strategy == SamplingStrategy::top_k || hop.strategy == SamplingStrategy::latest_k) {
    return choose_in_order(hop, node, time, permitted);
  }
  const bool weighted = hop.strategy == SamplingStrategy::random_weighted;
  kept_.clear();
  for (std::uint32_t i = 0; i < node.size; ++i) {
    if (permitted(i) && (!weighted || edges.weights[node.begin + i] > 0)) kept_.push_back(i);
  }
  const auto k = static_cast<std::uint32_t>(hop.sample_size);
  if (kept_.size() <= k) return kept_;
  if (!weighted) return map_picks(draw_.uniform(random, static_cast<std::uint32_t>(kept_.size()), k));
  kept_weights_.clear();
  kept_sums_.clear();
  double sum = 0;
  for (const std::uint32_t i : kept_) {
    kept_weights_.push_back(edges.weights[node.begin + i]);
    kept_sums_.push_back(sum += static_cast<double>(kept_weights_.back()));
  }
  return map_picks(draw_.weighted(random, {.weights = kept_weights_, .sums = kept_sums_, .guide = {}}, k));
}

/// assumes  more edges than sample_size, unless the strategy leaves some out
Picks EdgeChoice::choose(const PreparedSampling::Hop& hop, NodeEdges node, Random& random,
                         std::optional<std::int64_t> time) {
  const EdgesBySource& edges = prepared_.graph.edge_sets[hop.edge_set];
  const auto k = static_cast<std::uint32_t>(hop.sample_size);
  if (hop.strategy == SamplingStrategy::random_uniform) return draw_.uniform(random, node.size, k);
  if (hop.strategy != SamplingStrategy::random_weighted) {
    return choose_in_order(hop, node, time, [](std::uint32_t) { return true; });
  }
  const std::span<const float> weights = edges.weights.subspan(node.begin, node.size);
  if (node.size > k) {
    const PreparedSampling::Tables& tables = prepared_.tables[hop.edge_set];
    return draw_.weighted(random,
                          {.weights = weights,
                           .sums = std::span(tables.weight_sums).subspan(node.begin, node.size),
                           .guide = std::span(tables.weight_guide).subspan(node.begin, node.size)},
                          k);
  }
  return first_of(
      node.size, k, [](std::uint32_t i) { return i; }, [&](std::uint32_t i) { return weights[i] > 0; });
}

}  // namespace tuplepack::graph
