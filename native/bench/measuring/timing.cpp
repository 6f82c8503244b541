#include "timing.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <ctime>

namespace tuplepack::bench {

Timing timing_of(std::vector<double> seconds) {
  assert(!seconds.empty());
  std::sort(seconds.begin(), seconds.end());
  const auto at = [&](std::size_t quarters) { return seconds[(seconds.size() - 1) * quarters / 4]; };
  const double median = seconds[seconds.size() / 2];
  return {.best = seconds.front(),
          .median = median,
          .spread = (at(3) - at(1)) / median,
          .runs = static_cast<int>(seconds.size())};
}

static double wall_clock() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double processor_clock() {
#ifdef __EMSCRIPTEN__
  return wall_clock();  // std::clock() would be too, in whole milliseconds
#else
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
#endif
}

static Timing measure_by(double (*now)(), const std::function<void()>& work, double shortest,
                         const std::function<void()>& prepare) {
  constexpr int fewest_runs = 3;
  constexpr double long_enough = 2;
  std::vector<double> runs;
  for (double total = 0; total < shortest || (static_cast<int>(runs.size()) < fewest_runs && total < long_enough);
       total += runs.back()) {
    if (prepare) prepare();
    const double start = now();
    work();
    runs.push_back(now() - start);
  }
  return timing_of(std::move(runs));
}

Timing measure(const std::function<void()>& work) {
  return measure_by(wall_clock, work, 0.33, {});
}

/// Short work is repeated within a measurement, so that the clock's resolution of a microsecond does not matter.
Timing measure_processor(const std::function<void()>& work, double shortest, const std::function<void()>& prepare) {
  if (prepare) return measure_by(processor_clock, work, shortest, prepare);
  constexpr double measurable = 100e-6;
  const double start = processor_clock();
  work();
  const double once = processor_clock() - start;
  const int times = 1 + static_cast<int>(measurable / std::max(once, 1e-6));
  Timing timing = measure_by(processor_clock,
                             [&] {
                               for (int i = 0; i < times; ++i) work();
                             },
                             shortest, {});
  timing.best /= times;
  timing.median /= times;
  return timing;
}

}  // namespace tuplepack::bench
