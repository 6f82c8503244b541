#pragma once

#include "temporal_bench.hpp"

namespace tuplepack::bench {

/// The first batches of 600 through the stand-in training step on the first CUDA device, a small one and a larger one,
/// features of edges by way of the pinned ring and by zero-copy: each stage alone, both in turn, and in a pipeline.
/// Wall time. Throws std::runtime_error when scores of a pipeline are not those of the stages in turn.
[[nodiscard]] TemporalReport bench_temporal_on_device(const NamedEvents& list, const ShareOptions& options,
                                                      const Say& progress);

}  // namespace tuplepack::bench
