#pragma once

#include "temporal/pipeline.hpp"
#include "temporal_bench.hpp"
#include "tuplepack/temporal/split.hpp"

#include <functional>

// What the benchmarks of pipelines on the CPU and on a device have in common.
namespace tuplepack::bench {

/// Seconds of a pass over all batches.
struct PassTimes {
  double prepare = 0, compute = 0;  ///< of the calls of a stage, added up
  double whole = 0;
};

/// Runs a pipeline. finish: waits for what is still to be done; may be empty.
[[nodiscard]] PassTimes time_pass(std::int64_t batches, std::int64_t depth, const PipelineStages& stages,
                                  const std::function<void()>& finish = {});

/// Runs a pass of a depth, from the first state, and fills the scores. At depth 0 a stage returns when it is done.
using TimedPass = std::function<PassTimes(std::int64_t depth)>;

struct PassGoal {
  std::string name;     ///< what the cases' names begin with
  std::string in_turn;  ///< what a pass of depth 0 is called
  double ratio;         ///< that the time of a pipeline has to that of its slower stage at most
};

/// Passes in turn and at depth 1 and 2, all in each round. Throws std::runtime_error when scores differ.
[[nodiscard]] std::vector<TemporalCase> measure_passes(const PassGoal& goal, std::int64_t batches, int rounds,
                                                       const TimedPass& pass, std::vector<float>& scores);

/// What passes go over: the first batches of 600 events, which have this many random features.
inline constexpr std::int64_t bench_edge_features = 172;
[[nodiscard]] Split first_batches(const NamedEvents& list, const ShareOptions& options);
void fill_features(std::span<float> features);

}  // namespace tuplepack::bench
