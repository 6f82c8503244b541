#include "tuplepack/graph/partition/restream.hpp"

#include "place_clusters.hpp"
#include "tuplepack/graph/partition/enforce_limits.hpp"

#include <utility>

namespace tuplepack::graph {

static Result<void> check_request(const PartBalance& balance, std::int64_t nodes, const PartitionOptions& options) {
  if (auto checked = check(balance, nodes); !checked) return checked;
  if (auto parts = check_parts(options.parts); !parts) return parts;
  if (options.passes >= 1) return {};
  return fail(ErrorCode::limit_not_positive, std::to_string(options.passes) + " passes; at least 1 is needed");
}

/// Of the nodes of every class, equal ranges of ids.
static std::vector<std::uint16_t> ranges_of_ids(const NodeWeights& weights, std::size_t nodes, std::int64_t parts) {
  std::vector<std::int64_t> seen(weights.classes());
  std::vector<std::uint16_t> part_of(nodes);
  for (std::size_t v = 0; v < nodes; ++v) {
    const std::size_t of_class = weights.class_of(v);
    // The last node of part p is ⌊(p + 1) · total / parts⌋ − 1, as consecutive_ids() has it.
    part_of[v] = static_cast<std::uint16_t>(((seen[of_class]++ + 1) * parts - 1) / weights.totals()[of_class]);
  }
  return part_of;
}

/// Lets nodes change parts where fewer edges are cut then, unless choosing by slices makes it worse.
static Result<void> improve(const NodeWeights& weights, const PartitionOptions& options, const RestreamSteps& steps,
                            std::int64_t cut, std::vector<std::uint16_t>& part_of, const KeepGoing& keep_going) {
  std::vector<std::uint16_t> improved = part_of;
  PartLoads loads(weights, options.parts, part_of);
  auto ended =
      restream_passes(weights, options.passes, ChoiceRule::by_neighbours, steps.choose, loads, improved, keep_going);
  if (ended && steps.count_cut(improved) < cut) part_of = std::move(improved);
  return ended;
}

Result<NodeAssignment> restream(std::int64_t nodes, const PartBalance& balance, const PartitionOptions& options,
                                const RestreamSteps& steps, const KeepGoing& keep_going) {
  if (auto checked = check_request(balance, nodes, options); !checked) return tl::unexpected(checked.error());
  const NodeWeights weights(balance, nodes);
  PartBalance classes = balance;
  classes.weights = {};
  classes.weight_ranges = {};
  const NodeWeights unweighted(classes, nodes);
  NodeAssignment assignment{.parts = options.parts, .part_of = {}, .algorithm = "metis"};
  if (weights.weighted() && clustering_memory(nodes, weights.constraints()) <= options.memory) {
    auto placed = place_clusters(nodes, weights, options.parts, steps, within(keep_going, 0, 0.2));
    if (!placed) return tl::unexpected(std::move(placed.error()));
    steps.enforce(weights, *placed);
    auto improved = improve(weights, options, steps, steps.count_cut(*placed), *placed, within(keep_going, 0.2, 0.3));
    if (!improved) return tl::unexpected(std::move(improved.error()));
    assignment.part_of = std::move(*placed);
  }
  const std::vector<std::uint16_t> placed = assignment.part_of;
  assignment.part_of.resize(static_cast<std::size_t>(nodes), no_part);
  PartLoads loads(unweighted, options.parts, assignment.part_of);
  auto passed = restream_passes(unweighted, options.passes, ChoiceRule::by_slack, steps.choose, loads,
                                assignment.part_of, within(keep_going, 0.3, 0.6));
  if (!passed) return tl::unexpected(passed.error());
  steps.enforce(weights, assignment.part_of);
  std::vector<std::uint16_t> ranges = ranges_of_ids(weights, static_cast<std::size_t>(nodes), options.parts);
  steps.enforce(weights, ranges);
  std::int64_t cut = steps.count_cut(assignment.part_of);
  if (const std::int64_t by_id = steps.count_cut(ranges); by_id < cut) {
    cut = by_id;
    assignment.part_of.swap(ranges);
  }
  ranges = {};
  auto improved = improve(weights, options, steps, cut, assignment.part_of, within(keep_going, 0.6, 1));
  if (!improved) return tl::unexpected(improved.error());
  if (!placed.empty() && steps.count_cut(placed) < steps.count_cut(assignment.part_of)) assignment.part_of = placed;
  return assignment;
}

Result<NodeAssignment> restream(const Adjacency& adjacency, const PartBalance& balance, const PartitionOptions& options,
                                const KeepGoing& keep_going) {
  const std::int64_t nodes = adjacency.nodes();
  if (auto checked = check_request(balance, nodes, options); !checked) return tl::unexpected(checked.error());
  PartCounts counts(options.parts);
  RestreamSteps steps;
  steps.choose = [&](NodeSlice slice, const NodeWeights& weights, ChoiceRule rule,
                     std::span<const std::uint16_t> labels, const PartLoads& loads, std::span<std::uint16_t> choices) {
    choose_parts(rows_of(adjacency, slice), weights, rule, labels, loads, counts, choices);
  };
  steps.enforce = [&](const NodeWeights& weights, std::span<std::uint16_t> labels) {
    enforce_limits(adjacency, weights, options.parts, labels);
  };
  steps.count_cut = [&](std::span<const std::uint16_t> labels) {
    return cut_of_rows(rows_of(adjacency, {.begin = 0, .end = nodes}), labels);
  };
  steps.choose_clusters = [&](NodeSlice slice, const ChooseClusters& choose, std::span<ClusterChoice> choices) {
    choose(rows_of(adjacency, slice), choices);
  };
  return restream(nodes, balance, options, steps, keep_going);
}

}  // namespace tuplepack::graph
