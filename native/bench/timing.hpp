#pragma once

#include <functional>
#include <vector>

namespace tuplepack::bench {

/// The time of one piece of work, repeated.
struct Timing {
  double best = 0;    ///< seconds
  double median = 0;  ///< seconds
  double spread = 0;  ///< between the quartiles, as a share of the median
  int runs = 0;
};

/// What repeated runs come to; at least one.
[[nodiscard]] Timing timing_of(std::vector<double> seconds);

/// Runs work() at least three times and for at least a third of a second; what takes long, only once or twice.
[[nodiscard]] Timing measure(const std::function<void()>& work);

/// The same in processor time, which does not pass while other programs have the core, for at least `shortest` seconds.
/// prepare   run before each run of work, its time not counted; may be empty
[[nodiscard]] Timing measure_processor(const std::function<void()>& work, double shortest,
                                       const std::function<void()>& prepare = {});

}  // namespace tuplepack::bench
