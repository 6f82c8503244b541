#include "tuplepack/graph/partition/restream_passes.hpp"

#include <algorithm>
#include <cassert>

namespace tuplepack::graph {

static void count_neighbours(const AdjacencyRows& rows, std::int64_t node, std::span<const std::uint16_t> labels,
                             PartCounts& counts) {
  for (const std::uint32_t neighbour : rows.neighbours_of(node)) {
    const std::uint16_t part = labels[neighbour];
    if (part != no_part && neighbour != node) counts.add(part);
  }
}

/// The part with the largest number of neighbours × slack; of equals the one with more slack, then the first. A node
/// stays where no other part is better.
static std::uint16_t best_part(const NodeWeights& weights, std::size_t node, std::uint16_t own, const PartLoads& loads,
                               const PartCounts& counts) {
  const NodeLoad load = weights.load_of(node);
  std::uint16_t best = own;
  double best_slack = own == no_part ? 0 : loads.slack(own, load, 1);
  double best_score = own == no_part ? 0 : counts[own] * best_slack;
  for (const std::uint16_t part : counts.touched()) {
    if (part == own || !loads.has_room(part, load)) continue;
    const double slack = loads.slack(part, load, 0);
    const double score = counts[part] * slack;
    if (score < best_score || (score == best_score && slack < best_slack)) continue;
    if (score == best_score && slack == best_slack && part > best) continue;
    best = part;
    best_slack = slack;
    best_score = score;
  }
  return best;
}

/// The part with most neighbours of those with room, if these are more than in the node's own part; of equals the one
/// with more slack, then the first.
static std::uint16_t gaining_part(const NodeWeights& weights, std::size_t node, std::uint16_t own,
                                  const PartLoads& loads, const PartCounts& counts) {
  const NodeLoad load = weights.load_of(node);
  std::uint16_t best = own;
  double best_slack = 0;
  for (const std::uint16_t part : counts.touched()) {
    if (part == own || counts[part] <= counts[own] || counts[part] < counts[best]) continue;
    if (!loads.has_room(part, load)) continue;
    const double slack = loads.slack(part, load, 0);
    if (counts[part] == counts[best] && (slack < best_slack || (slack == best_slack && part > best))) continue;
    best = part;
    best_slack = slack;
  }
  return best;
}

void choose_parts(const AdjacencyRows& rows, const NodeWeights& weights, ChoiceRule rule,
                  std::span<const std::uint16_t> labels, const PartLoads& loads, PartCounts& counts,
                  std::span<std::uint16_t> choices) {
  const auto choose = rule == ChoiceRule::by_slack ? best_part : gaining_part;
  const NodeSlice slice = rows.nodes;
  assert(choices.size() == static_cast<std::size_t>(slice.size()));
  for (std::int64_t node = slice.begin; node < slice.end; ++node) {
    const auto v = static_cast<std::size_t>(node);
    count_neighbours(rows, node, labels, counts);
    choices[static_cast<std::size_t>(node - slice.begin)] = choose(weights, v, labels[v], loads, counts);
    counts.clear();
  }
}

std::int64_t apply_choices(const NodeWeights& weights, NodeSlice slice, std::span<const std::uint16_t> choices,
                           std::span<std::uint16_t> labels, PartLoads& loads) {
  std::int64_t moved = 0;
  for (std::int64_t node = slice.begin; node < slice.end; ++node) {
    const auto v = static_cast<std::size_t>(node);
    const std::uint16_t own = labels[v];
    std::uint16_t chosen = choices[static_cast<std::size_t>(node - slice.begin)];
    if (chosen == own && own != no_part) continue;
    const NodeLoad load = weights.load_of(v);
    if (chosen == no_part || !loads.has_room(chosen, load)) {
      if (own != no_part) continue;
      chosen = loads.emptiest(load.of_class);
    }
    if (own != no_part) loads.remove(own, load);
    loads.add(chosen, load);
    labels[v] = chosen;
    ++moved;
  }
  return moved;
}

std::int64_t cut_of_rows(const AdjacencyRows& rows, std::span<const std::uint16_t> labels) {
  std::int64_t cut = 0;
  for (std::int64_t node = rows.nodes.begin; node < rows.nodes.end; ++node) {
    const std::uint16_t own = labels[static_cast<std::size_t>(node)];
    for (const std::uint32_t neighbour : rows.neighbours_of(node)) cut += labels[neighbour] != own ? 1 : 0;
  }
  return cut;
}

std::int64_t slice_size(std::int64_t nodes) {
  constexpr std::int64_t slices = 1024;
  return nodes < slices * slices ? 1 : (nodes + slices - 1) / slices;
}

KeepGoing within(const KeepGoing& keep_going, double begin, double end) {
  if (!keep_going) return {};
  return [&keep_going, begin, end](double fraction) { return keep_going(begin + fraction * (end - begin)); };
}

Result<void> for_slices(std::int64_t nodes, const KeepGoing& keep_going,
                        const std::function<void(NodeSlice slice)>& visit) {
  constexpr std::int64_t nodes_between_questions = 1 << 15;
  std::int64_t asked = 0;
  for (NodeSlice slice; slice.begin < nodes; slice.begin = slice.end) {
    slice.end = std::min(nodes, slice.begin + slice_size(nodes));
    visit(slice);
    if (!keep_going || (slice.end - asked < nodes_between_questions && slice.end < nodes)) continue;
    asked = slice.end;
    if (!keep_going(static_cast<double>(slice.end) / static_cast<double>(nodes))) {
      return fail(ErrorCode::stopped, "stopped");
    }
  }
  return {};
}

/// Passes end when at most one node in so many has moved.
static constexpr std::int64_t nodes_per_move = 1000;

Result<void> restream_passes(const NodeWeights& weights, std::int64_t passes, ChoiceRule rule,
                             const ChooseSlice& choose, PartLoads& loads, std::span<std::uint16_t> labels,
                             const KeepGoing& keep_going) {
  const auto nodes = static_cast<std::int64_t>(labels.size());
  std::vector<std::uint16_t> choices(static_cast<std::size_t>(slice_size(nodes)));
  std::int64_t moved = nodes;
  for (std::int64_t pass = 0; pass < passes && moved > nodes / nodes_per_move; ++pass) {
    moved = 0;
    const auto move = [&](NodeSlice slice) {
      const auto chosen = std::span(choices).first(static_cast<std::size_t>(slice.size()));
      choose(slice, weights, rule, labels, loads, chosen);
      moved += apply_choices(weights, slice, chosen, labels, loads);
    };
    const double share = 1 / static_cast<double>(passes), done = static_cast<double>(pass) * share;
    if (auto passed = for_slices(nodes, within(keep_going, done, done + share), move); !passed) return passed;
  }
  return {};
}

}  // namespace tuplepack::graph
