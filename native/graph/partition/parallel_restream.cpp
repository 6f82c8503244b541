#include "parallel_restream.hpp"

#include "rank_steps.hpp"
#include "ranks/ranks.hpp"
#include "threads.hpp"
#include "tuplepack/graph/partition/enforce_limits.hpp"

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>

namespace tuplepack::graph {

/// The fewest nodes that a thread chooses for at a time.
static constexpr std::int64_t least_nodes = 128;

NodeShares shares_for_restream(std::int64_t nodes, int ranks) {
  const std::int64_t slice = slice_size(nodes);
  return {nodes, slice, slice == 1 ? 1 : ranks};
}

Result<NodeAssignment> parallel_restream(const Adjacency& own, const NodeShares& shares, const PartBalance& balance,
                                         const PartitionOptions& options, int threads, const KeepGoing& keep_going) {
  const std::int64_t nodes = shares.nodes();
  Threads pool(threads);
  tbb::enumerable_thread_specific<PartCounts> counts([&] { return PartCounts(options.parts); });
  RestreamSteps steps;
  steps.choose = [&](NodeSlice slice, const NodeWeights& weights, ChoiceRule rule,
                     std::span<const std::uint16_t> labels, const PartLoads& loads, std::span<std::uint16_t> choices) {
    const AdjacencyRows rows = shares.rows_of(own, slice, ranks::rank());
    const auto own_choices = choices.subspan(static_cast<std::size_t>(rows.nodes.begin - slice.begin));
    pool.for_pieces(rows.nodes.size(), least_nodes, [&](std::int64_t begin, std::int64_t end) {
      const NodeSlice piece{.begin = rows.nodes.begin + begin, .end = rows.nodes.begin + end};
      choose_parts(rows_from(rows.rows, begin, piece), weights, rule, labels, loads, counts.local(),
                   own_choices.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
    });
    if (shares.ranks() > 1) ranks::gather_slices(choices, shares.ends_in(slice));
  };
  const std::vector<AdjacencyRows> rows = shares.all_rows_of(own, ranks::rank());
  steps.enforce = [&](const NodeWeights& weights, std::span<std::uint16_t> labels) {
    enforce_limits(rows, weights, options.parts, labels, gathering(shares));
  };
  steps.count_cut = [&](std::span<const std::uint16_t> labels) {
    std::int64_t cut = 0;
    for (const AdjacencyRows& some : rows) cut += cut_of_rows(some, labels);
    if (shares.ranks() > 1) ranks::sum(std::span(&cut, 1));
    return cut;
  };
  steps.choose_clusters = [&](NodeSlice slice, const ChooseClusters& choose, std::span<ClusterChoice> choices) {
    const AdjacencyRows some = shares.rows_of(own, slice, ranks::rank());
    choose(some, choices.subspan(static_cast<std::size_t>(some.nodes.begin - slice.begin),
                                 static_cast<std::size_t>(some.nodes.size())));
    if (shares.ranks() > 1) ranks::gather_slices(choices, shares.ends_in(slice));
  };
  return restream(nodes, balance, options, steps, asked_of_all(shares, keep_going));
}

Result<NodeAssignment> parallel_restream(const Adjacency& adjacency, const PartBalance& balance,
                                         const PartitionOptions& options, int threads, const KeepGoing& keep_going) {
  const std::int64_t slice = slice_size(adjacency.nodes());
  if (threads == 1 || slice <= least_nodes) return restream(adjacency, balance, options, keep_going);
  return parallel_restream(adjacency, NodeShares(adjacency.nodes(), slice, 1), balance, options, threads, keep_going);
}
}  // namespace tuplepack::graph
