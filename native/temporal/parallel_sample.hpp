#pragma once

#include "tuplepack/temporal/sample.hpp"

namespace tuplepack::temporal {

/// The grain size: the fewest roots that a thread samples at a time.
inline constexpr std::int64_t min_roots = 256;

/// sample(), with the roots of each layer divided among threads. A row depends on its root only: the bytes are the same
/// for any number of threads.
/// threads  0: all hardware threads
/// errors   as sample
template <typename Time>
[[nodiscard]] Result<std::vector<Neighbours<Time>>> parallel_sample(const TemporalCsr<Time>& csr,
                                                                    const Roots<Time>& roots,
                                                                    const SampleOptions<Time>& options, int threads);

}  // namespace tuplepack::temporal
