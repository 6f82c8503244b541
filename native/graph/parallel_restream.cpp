#include "graph/parallel_restream.hpp"

#include "threads.hpp"
#include "tuplepack/graph/enforce_limits.hpp"

#include <tbb/enumerable_thread_specific.h>

namespace tuplepack {

/// The fewest nodes that a thread chooses for at a time.
static constexpr std::int64_t least_nodes = 128;

Result<NodeAssignment> parallel_restream(const Adjacency& adjacency, const PartBalance& balance,
                                         const PartitionOptions& options, int threads, const KeepGoing& keep_going) {
  const std::int64_t nodes = adjacency.nodes();
  if (threads == 1 || slice_size(nodes) <= least_nodes) return restream(adjacency, balance, options, keep_going);
  if (auto parts = check_parts(options.parts); !parts) return tl::unexpected<Error>(std::move(parts.error()));
  if (auto checked = check(balance, nodes); !checked) return tl::unexpected<Error>(std::move(checked.error()));
  const NodeWeights weights(balance, nodes);
  Threads pool(threads);
  tbb::enumerable_thread_specific<PartCounts> counts([&] { return PartCounts(options.parts); });
  const ChooseSlice choose = [&](NodeSlice slice, std::span<const std::uint16_t> labels, const PartLoads& loads,
                                 std::span<std::uint16_t> choices) {
    pool.for_pieces(slice.end - slice.begin, least_nodes, [&](std::int64_t begin, std::int64_t end) {
      choose_parts(adjacency, weights, {slice.begin + begin, slice.begin + end}, labels, loads, counts.local(),
                   choices.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
    });
  };
  auto assignment = restream(nodes, weights, options, choose, keep_going);
  if (assignment) enforce_limits(adjacency, weights, options.parts, assignment->part_of);
  return assignment;
}

}  // namespace tuplepack
