#pragma once

#include "temporal/pipeline.hpp"
#include "temporal_bench.hpp"
#include "tuplepack/temporal/split.hpp"

#include <functional>

// Shared by the benchmarks of pipelines on the CPU and on a device.
namespace tuplepack::bench {

/// Seconds of a pass over all batches.
struct PassTimes {
  double prepare = 0, compute = 0;  ///< total time of each stage
  double whole = 0;
};

/// Runs a pipeline.
/// finish  waits for outstanding work; may be empty
[[nodiscard]] PassTimes time_pass(std::int64_t batches, std::int64_t depth, const temporal::PipelineStages& stages,
                                  const std::function<void()>& finish = {});

/// Runs a pass at a depth from the initial state, and fills the scores. At depth 0 stages must be synchronous.
using TimedPass = std::function<PassTimes(std::int64_t depth)>;

struct PassGoal {
  std::string name;     ///< the prefix of the cases' names
  std::string in_turn;  ///< the name of a pass at depth 0
  double ratio;         ///< at most this time of a pipeline over that of its slower stage
};

/// Passes at depths 0, 1 and 2 in each round. Throws std::runtime_error when scores differ.
[[nodiscard]] std::vector<TemporalCase> measure_passes(const PassGoal& goal, std::int64_t batches, int rounds,
                                                       const TimedPass& pass, std::vector<float>& scores);

/// The input of a pass: the first batches of 600 events, with so many random features per edge.
inline constexpr std::int64_t bench_edge_features = 172;
/// The first events of a list; the neighbours of events are among those before them.
[[nodiscard]] NamedEvents first_events(const NamedEvents& list, std::int64_t count);
[[nodiscard]] temporal::Split first_batches(const NamedEvents& list, const ShareOptions& options);
void fill_features(std::span<float> features);

}  // namespace tuplepack::bench
