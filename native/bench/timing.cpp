#include <algorithm>
#include <chrono>

#include "bench.hpp"

namespace tuplepack::bench {

static double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Timing measure(const std::function<void()>& work) {
  constexpr int fewest_runs = 3;
  constexpr double shortest = 0.33;
  constexpr double long_enough = 2;
  std::vector<double> runs;
  for (double total = 0; total < shortest || (static_cast<int>(runs.size()) < fewest_runs && total < long_enough);
       total += runs.back()) {
    runs.push_back(seconds_of(work));
  }
  std::sort(runs.begin(), runs.end());
  return {.best = runs.front(), .median = runs[runs.size() / 2], .runs = static_cast<int>(runs.size())};
}

}  // namespace tuplepack::bench
