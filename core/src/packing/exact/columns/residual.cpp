#include "residual.hpp"

#include "one_pack.hpp"

#include <algorithm>
#include <cassert>

namespace tuplepack::packing {

PartialPlan::PartialPlan(const Histogram& histogram, std::span<const Run> free)
    : left_(histogram.counts), free_(free.begin(), free.end()) {
  for (const Run& run : free) left_[run.bin] -= run.copies;
}

void PartialPlan::put(std::span<const Run> pack, std::int64_t times) {
  for (const Run& run : pack) {
    left_[run.bin] -= times * run.copies;
    assert(left_[run.bin] >= 0);
  }
  packs_ += times;
  if (!free_.empty()) {
    free_.insert(free_.end(), pack.begin(), pack.end());
    builder_.add(free_, 1);
    free_.clear();
    --times;
  }
  if (times > 0) builder_.add(pack, times);
}

std::vector<Run> PartialPlan::filled(std::span<const Run> pack, std::span<const std::uint32_t> below) const {
  std::vector<Run> runs;
  for (const Run& places : pack) {
    std::int64_t open = places.copies;
    for (std::uint32_t bin = places.bin; bin != no_bin && open > 0; bin = below[bin]) {
      const auto known = std::find_if(runs.begin(), runs.end(), [bin](const Run& run) { return run.bin == bin; });
      const std::int64_t copies = std::min(open, left_[bin] - (known == runs.end() ? 0 : known->copies));
      if (copies == 0) continue;
      open -= copies;
      if (known == runs.end()) {
        runs.push_back({.bin = bin, .copies = copies});
      } else {
        known->copies += copies;
      }
    }
  }
  std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.bin < b.bin; });
  return runs;
}

void PartialPlan::add(std::span<const Run> pack, std::int64_t times, std::span<const std::uint32_t> below) {
  while (times > 0) {
    const std::vector<Run> runs = filled(pack, below);
    if (runs.empty()) return;
    std::int64_t whole = times;
    for (const Run& run : runs) whole = std::min(whole, left_[run.bin] / run.copies);
    put(runs, whole);
    times -= whole;
  }
}

void PartialPlan::add(const Plan& plan, const Rest& rest) {
  for (std::size_t strategy = 0; strategy < plan.strategies(); ++strategy) {
    std::vector<Run> runs = rest.runs(plan, strategy);
    std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.bin < b.bin; });
    put(runs, plan.repeats[strategy]);
  }
}

bool PartialPlan::is_complete() const {
  return std::all_of(left_.begin(), left_.end(), [](std::int64_t count) { return count == 0; });
}

}  // namespace tuplepack::packing
