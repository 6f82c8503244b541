#include "tuplepack/graph/partition/sliced_levels.hpp"

#include "growing_clusters.hpp"
#include "rebalance.hpp"

#include <algorithm>
#include <cassert>

namespace tuplepack::graph {

struct SlicedClusters::State {
  std::vector<std::int64_t> largest;
  GrowingClusters growing;
  ClusterRatings ratings;

  State(std::span<const std::uint32_t> node_weights, std::vector<std::int64_t> most)
      : largest(std::move(most)), growing(node_weights, largest.size(), largest), ratings(growing.cluster_of.size()) {}
};

SlicedClusters::SlicedClusters(std::span<const std::uint32_t> node_weights, std::vector<std::int64_t> largest)
    : state_(std::make_unique<State>(node_weights, std::move(largest))) {}
SlicedClusters::~SlicedClusters() = default;

void SlicedClusters::choose(const WeightedRows& rows, std::span<ClusterChoice> choices) {
  assert(choices.size() == rows.rows.nodes());
  for (std::size_t row = 0; row < choices.size(); ++row) {
    const auto v = static_cast<std::uint32_t>(rows.first + row);
    choices[row] = state_->growing.choose(rows.rows, row, v, state_->ratings);
  }
}

void SlicedClusters::apply(std::uint32_t first, std::span<const ClusterChoice> choices) {
  GrowingClusters& growing = state_->growing;
  for (std::uint32_t v = first; v < first + choices.size(); ++v) {
    const auto [chosen, favoured] = choices[v - first];
    growing.favoured[v] = favoured;
    if (chosen == growing.cluster_of[v] || !growing.fits(chosen, growing.weights_of(v))) continue;
    // Its members may have left since: two neighbours would change places for ever.
    if (growing.has_members(chosen)) growing.move(v, chosen, growing.weights_of(v));
  }
}

Clusters SlicedClusters::finish() {
  std::vector<std::uint32_t> order(state_->growing.cluster_of.size());
  std::iota(order.begin(), order.end(), 0U);
  state_->growing.join_leaves(order);
  return std::move(state_->growing).numbered();
}

struct SlicedRefinement::State {
  std::size_t constraints;
  std::span<std::uint16_t> part_of;
  PartFill fill;
  WeightsToParts to;
};

SlicedRefinement::SlicedRefinement(std::span<const std::uint32_t> node_weights, const PartLimits& limits,
                                   std::span<std::uint16_t> part_of)
    : state_(std::make_unique<State>(
          State{.constraints = limits.most.size() / limits.parts,
                .part_of = part_of,
                .fill = PartFill(node_weights, limits.most.size() / limits.parts, part_of, limits),
                .to = {.weights = std::vector<std::int64_t>(limits.parts), .parts = {}}})) {}
SlicedRefinement::~SlicedRefinement() = default;

void SlicedRefinement::balance(std::span<const WeightedRows> own, const GatherMoves& gather) {
  rebalance(own, state_->constraints, state_->part_of, state_->fill, gather);
}

void SlicedRefinement::choose(const WeightedRows& rows, std::span<std::uint16_t> choices) {
  assert(choices.size() == rows.rows.nodes());
  for (std::size_t row = 0; row < choices.size(); ++row) {
    const auto v = static_cast<std::uint32_t>(rows.first + row);
    const std::uint16_t own = state_->part_of[v];
    state_->to.count(rows, v, state_->part_of);
    std::uint16_t best = own;
    for (const std::uint16_t part : state_->to.parts) {
      const std::int64_t weight = state_->to.weights[part], most = state_->to.weights[best];
      const bool is_better = weight > most || (weight == most && best != own && part < best);
      if (is_better && state_->fill.fits(v, part)) best = part;
    }
    choices[row] = best;
  }
}

std::int64_t SlicedRefinement::apply(std::uint32_t first, std::span<const std::uint16_t> choices) {
  std::int64_t moved = 0;
  for (std::uint32_t v = first; v < first + choices.size(); ++v) {
    const std::uint16_t own = state_->part_of[v], chosen = choices[v - first];
    if (chosen == own || !state_->fill.fits(v, chosen)) continue;
    state_->fill.move(v, own, chosen);
    state_->part_of[v] = chosen;
    ++moved;
  }
  return moved;
}

}  // namespace tuplepack::graph
