#include "temporal/parallel_sample.hpp"

#include "threads.hpp"

namespace tuplepack {

template <typename Time>
Result<std::vector<Neighbours<Time>>> parallel_sample(const TemporalCsr<Time>& csr, const Roots<Time>& roots,
                                                      const SampleOptions<Time>& options, int threads) {
  if (auto checked = check_sample(csr, roots, options); !checked) {
    return tl::unexpected<Error>(std::move(checked.error()));
  }
  Threads pool(threads);
  std::vector<Neighbours<Time>> layers;
  layers.reserve(options.fanouts.size());
  Roots<Time> layer_roots = roots;
  for (std::size_t layer = 0; layer < options.fanouts.size(); ++layer) {
    Neighbours<Time>& neighbours = layers.emplace_back(layer_roots.nodes.size(), options.fanouts[layer]);
    const NeighbourArrays<Time> out = neighbours.arrays();
    pool.for_pieces(static_cast<std::int64_t>(layer_roots.nodes.size()), least_roots,
                    [&](std::int64_t begin, std::int64_t end) {
                      fill_neighbours(csr, layer_roots, options, layer, begin, end, out);
                    });
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
