#pragma once

#include <functional>
#include <vector>

namespace tuplepack::bench {

/// The times of repeated runs.
struct Timing {
  double best = 0;    ///< seconds
  double median = 0;  ///< seconds
  double spread = 0;  ///< the interquartile range over the median
  int runs = 0;
};

/// Seconds of processor time of this program; in WebAssembly, of the wall clock.
[[nodiscard]] double processor_clock();

/// seconds  at least one run
[[nodiscard]] Timing timing_of(std::vector<double> seconds);

/// Wall time. Runs work() at least three times and for at least a third of a second, but long work only once or twice.
[[nodiscard]] Timing measure(const std::function<void()>& work);

/// The same in processor time, which excludes time taken by other programs, for at least `shortest` seconds.
/// prepare   run before each run of work, untimed; may be empty
[[nodiscard]] Timing measure_processor(const std::function<void()>& work, double shortest,
                                       const std::function<void()>& prepare = {});

}  // namespace tuplepack::bench
