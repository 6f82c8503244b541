#pragma once

#include "tuplepack/temporal/sample.hpp"

namespace tuplepack {

/// About as many roots one thread samples at a time, at least.
inline constexpr std::int64_t least_roots = 256;

/// What sample() gives, the roots of each layer divided among threads. A row depends on its root alone: the bytes are
/// the same for any number of threads.
/// threads  0: as many as the machine has
/// errors   as sample
template <typename Time>
[[nodiscard]] Result<std::vector<Neighbours<Time>>> parallel_sample(const TemporalCsr<Time>& csr,
                                                                    const Roots<Time>& roots,
                                                                    const SampleOptions<Time>& options, int threads);

}  // namespace tuplepack
