#include "temporal/parallel_sample.hpp"

#include "threads.hpp"

namespace tuplepack::temporal {

template <typename Time>
Result<std::vector<Neighbours<Time>>> parallel_sample(const TemporalCsr<Time>& csr, const Roots<Time>& roots,
                                                      const SampleOptions<Time>& options, int threads) {
  Threads pool(threads);
  return sample(csr, roots, options,
                [&](std::int64_t count, const auto& work) { pool.for_pieces(count, min_roots, work); });
}

template Result<std::vector<Neighbours<std::int64_t>>> parallel_sample(const TemporalCsr<std::int64_t>&,
                                                                       const Roots<std::int64_t>&,
                                                                       const SampleOptions<std::int64_t>&, int);
template Result<std::vector<Neighbours<double>>> parallel_sample(const TemporalCsr<double>&, const Roots<double>&,
                                                                 const SampleOptions<double>&, int);

}  // namespace tuplepack::temporal
