#include "tuplepack/graph/partition/enforce_limits.hpp"

#include "rebalance.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <vector>

namespace tuplepack::graph {

/// Moves nodes of parts that are above the limit of a class into those with most room, whatever is cut.
static void enforce_classes(const NodeWeights& weights, PartLoads& loads, std::span<std::uint16_t> part_of) {
  for (std::size_t v = 0; v < part_of.size(); ++v) {
    const std::size_t of_class = weights.class_of(v);
    if (loads.load(part_of[v], of_class) <= loads.limit(of_class)) continue;
    const NodeLoad load = weights.load_of(v);
    loads.remove(part_of[v], load);
    part_of[v] = loads.emptiest(of_class);
    loads.add(part_of[v], load);
  }
}

/// The nodes of a part by class, and by a second weight within.
static std::vector<std::uint32_t> nodes_by_weight(const NodeWeights& weights, std::size_t constraint,
                                                  std::span<const std::uint16_t> part_of, std::uint16_t part) {
  std::vector<std::uint32_t> nodes;
  for (std::uint32_t v = 0; v < part_of.size(); ++v) {
    if (part_of[v] == part) nodes.push_back(v);
  }
  std::sort(nodes.begin(), nodes.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::tuple(weights.class_of(a), weights.weight(a, constraint), a) <
           std::tuple(weights.class_of(b), weights.weight(b, constraint), b);
  });
  return nodes;
}

/// Whether no part comes above the limit of a second weight, or further above it, but for the one to be relieved.
static bool may_swap(const NodeWeights& weights, std::uint32_t given, std::uint32_t taken, std::uint16_t heavy,
                     std::uint16_t light, const PartLoads& loads) {
  for (std::size_t c = weights.classes(); c < weights.constraints(); ++c) {
    const std::int64_t more = weights.weight(given, c) - weights.weight(taken, c);
    if (more > 0 && loads.load(light, c) + more > loads.limit(c)) return false;
    if (more < 0 && loads.load(heavy, c) - more > loads.limit(c)) return false;
  }
  return true;
}

/// Lets the heaviest nodes of a part change places with the lightest ones of the same class in another, as long as the
/// one is above the limit of a second weight and the other is not. Returns whether any did.
static bool swap_between(const NodeWeights& weights, std::size_t constraint, std::uint16_t heavy, std::uint16_t light,
                         PartLoads& loads, std::span<std::uint16_t> part_of) {
  const std::vector<std::uint32_t> given = nodes_by_weight(weights, constraint, part_of, heavy);
  const std::vector<std::uint32_t> taken = nodes_by_weight(weights, constraint, part_of, light);
  bool swapped = false;
  std::size_t j = 0;
  std::size_t end = 0;  // of the class in what is given
  for (std::size_t begin = 0; begin < given.size(); begin = end) {
    const std::size_t of_class = weights.class_of(given[begin]);
    while (end < given.size() && weights.class_of(given[end]) == of_class) ++end;
    while (j < taken.size() && weights.class_of(taken[j]) < of_class) ++j;
    for (std::size_t i = end; i-- > begin && j < taken.size() && weights.class_of(taken[j]) == of_class;) {
      const std::int64_t more = weights.weight(given[i], constraint) - weights.weight(taken[j], constraint);
      if (more <= 0 || loads.load(heavy, constraint) <= loads.limit(constraint)) break;
      if (!may_swap(weights, given[i], taken[j], heavy, light, loads)) continue;
      for (const auto& [v, from, to] : {std::tuple(given[i], heavy, light), std::tuple(taken[j], light, heavy)}) {
        loads.remove(from, weights.load_of(v));
        loads.add(to, weights.load_of(v));
        part_of[v] = to;
      }
      swapped = true;
      ++j;
    }
  }
  return swapped;
}

/// Brings parts within the limit of a second weight where no single move does: by swaps with the lightest part.
static void swap_for_lighter(const NodeWeights& weights, std::size_t constraint, PartLoads& loads,
                             std::span<std::uint16_t> part_of) {
  std::vector<std::uint16_t> parts(static_cast<std::size_t>(loads.parts()));
  std::iota(parts.begin(), parts.end(), std::uint16_t{0});
  for (const std::uint16_t part : parts) {
    while (loads.load(part, constraint) > loads.limit(constraint)) {
      const std::uint16_t lightest = *std::min_element(parts.begin(), parts.end(), [&](auto a, auto b) {
        return loads.load(a, constraint) < loads.load(b, constraint);
      });
      if (!swap_between(weights, constraint, part, lightest, loads, part_of)) break;
    }
  }
}

static bool are_within_limits(const PartLoads& loads) {
  for (std::size_t part = 0; part < static_cast<std::size_t>(loads.parts()); ++part) {
    for (std::size_t c = 0; c < loads.constraints(); ++c) {
      if (loads.load(part, c) > loads.limit(c)) return false;
    }
  }
  return true;
}

void enforce_limits(std::span<const AdjacencyRows> rows, const NodeWeights& weights, std::int64_t parts,
                    std::span<std::uint16_t> part_of, const GatherMoves& gather) {
  if (are_within_limits(PartLoads(weights, parts, part_of))) return;
  if (weights.weighted()) {
    const auto nodes = static_cast<std::int64_t>(part_of.size());
    const std::vector<std::uint32_t> node_weights = node_weights_of(weights, nodes);
    std::vector<WeightedRows> weighted;
    weighted.reserve(rows.size());
    for (const AdjacencyRows& some : rows) {
      weighted.push_back(weighted_rows(some, node_weights, weights.constraints()));
    }
    const PartLimits limits = equal_limits(weights.limits(parts), parts);
    PartFill fill(node_weights, weights.constraints(), part_of, limits);
    rebalance(weighted, weights.constraints(), part_of, fill, gather);
  }
  PartLoads loads(weights, parts, part_of);
  enforce_classes(weights, loads, part_of);
  for (std::size_t c = weights.classes(); c < weights.constraints(); ++c) swap_for_lighter(weights, c, loads, part_of);
}

void enforce_limits(const Adjacency& adjacency, const NodeWeights& weights, std::int64_t parts,
                    std::span<std::uint16_t> part_of) {
  const AdjacencyRows rows = rows_of(adjacency, {.begin = 0, .end = adjacency.nodes()});
  enforce_limits(std::span(&rows, 1), weights, parts, part_of, {});
}

}  // namespace tuplepack::graph
