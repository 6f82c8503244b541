#include "temporal/parallel_sample.hpp"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <cassert>

namespace tuplepack {

/// One layer. Pieces are large enough that handing one out is nothing beside filling it.
template <typename Time>
static void fill_in_pieces(const TemporalCsr<Time>& csr, const Roots<Time>& roots, const SampleOptions<Time>& options,
                           std::size_t layer, const NeighbourArrays<Time>& out) {
  constexpr std::int64_t piece = 256;
  const tbb::blocked_range<std::int64_t> all(0, static_cast<std::int64_t>(roots.nodes.size()), piece);
  tbb::parallel_for(all, [&](const tbb::blocked_range<std::int64_t>& rows) {
    fill_neighbours(csr, roots, options, layer, rows.begin(), rows.end(), out);
  });
}

template <typename Time>
Result<std::vector<Neighbours<Time>>> parallel_sample(const TemporalCsr<Time>& csr, const Roots<Time>& roots,
                                                      const SampleOptions<Time>& options, int threads) {
  assert(threads >= 0);
  if (auto checked = check_sample(csr, roots, options); !checked) {
    return tl::unexpected<Error>(std::move(checked.error()));
  }
  const int used = threads == 0 ? tbb::this_task_arena::max_concurrency() : threads;
  // More threads than processors are had only where the limit is told, too.
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(used));
  tbb::task_arena arena(used);
  std::vector<Neighbours<Time>> layers;
  layers.reserve(options.fanouts.size());
  Roots<Time> layer_roots = roots;
  for (std::size_t layer = 0; layer < options.fanouts.size(); ++layer) {
    Neighbours<Time>& neighbours = layers.emplace_back(layer_roots.nodes.size(), options.fanouts[layer]);
    arena.execute([&] { fill_in_pieces(csr, layer_roots, options, layer, neighbours.arrays()); });
    layer_roots = neighbours.as_roots();
  }
  return layers;
}

template Result<std::vector<Neighbours<std::int64_t>>> parallel_sample(const TemporalCsr<std::int64_t>&,
                                                                       const Roots<std::int64_t>&,
                                                                       const SampleOptions<std::int64_t>&, int);
template Result<std::vector<Neighbours<double>>> parallel_sample(const TemporalCsr<double>&, const Roots<double>&,
                                                                 const SampleOptions<double>&, int);

}  // namespace tuplepack
