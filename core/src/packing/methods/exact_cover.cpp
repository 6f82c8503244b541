#include "exact_cover.hpp"

#include "methods.hpp"
#include "packing/filling/rest.hpp"
#include "packing/plan_builder.hpp"

#include <algorithm>

namespace tuplepack::packing {

namespace {

class ExactCover {
 public:
  ExactCover(const Histogram& histogram, const Limits& limits, const StrategyRepeats& uses, bool paper, Stop& stop)
      : histogram_(histogram),
        limits_(limits),
        stop_(stop),
        strategies_(uses.strategies),
        paper_(paper),
        repeats_(uses.repeats),
        over_(static_cast<std::size_t>(limits.sizes[0] / uses.unit) + 1, 0),
        bin_of_(over_.size(), 0),
        left_(histogram.counts) {
    for (std::size_t s = 0; s < repeats_.size(); ++s) {
      for (const std::uint32_t length : strategies_[s]) over_[length] += repeats_[s];
    }
    for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
      const auto length = static_cast<std::size_t>(histogram.sizes[bin] / uses.unit);
      bin_of_[length] = static_cast<std::uint32_t>(bin);
      over_[length] = std::max<std::int64_t>(over_[length] - histogram.counts[bin], 0);
    }
  }

  [[nodiscard]] Plan run() {
    for (std::size_t items = max_items(); items > 0; --items) {
      for (std::size_t s = 0; s < repeats_.size(); ++s) give_up(s, items);
    }
    for (std::size_t s = 0; s < repeats_.size(); ++s) add(s, {}, repeats_[s]);
    add_what_is_left();
    return std::move(plan_).finish();
  }

 private:
  const Histogram& histogram_;
  const Limits& limits_;
  Stop& stop_;
  const Strategies& strategies_;
  const bool paper_;
  std::vector<std::int64_t> repeats_;  // strategies: full packs
  std::vector<std::int64_t> over_;     // by length in units: items in packs beyond those there are
  std::vector<std::uint32_t> bin_of_;  // by length in units, where there is one
  std::vector<std::int64_t> left_;     // by bin: items that are in no pack of the plan
  PlanBuilder plan_;

  [[nodiscard]] std::size_t max_items() const {
    std::size_t most = 0;
    for (std::size_t s = 0; s < repeats_.size(); ++s) most = std::max(most, strategies_[s].size());
    return most;
  }

  /// The items of a strategy, at most as many of a length as there are too many of it.
  [[nodiscard]] std::vector<std::uint32_t> items_over(std::size_t s) const {
    std::vector<std::uint32_t> items;
    std::int64_t copies = 0;
    for (const std::uint32_t length : strategies_[s]) {
      copies = !items.empty() && items.back() == length ? copies + 1 : 1;
      if (over_[length] >= copies) items.push_back(length);
    }
    return items;
  }

  /// Takes away packs of a strategy as long as at least so many of their items are over.
  void give_up(std::size_t s, std::size_t at_least) {
    while (repeats_[s] > 0) {
      const std::vector<std::uint32_t> items = items_over(s);
      if (items.size() < at_least) return;
      std::int64_t packs = repeats_[s];
      for (std::size_t first = 0, next = 0; first < items.size(); first = next) {
        while (next < items.size() && items[next] == items[first]) ++next;
        packs = std::min(packs, over_[items[first]] / static_cast<std::int64_t>(next - first));
      }
      for (const std::uint32_t length : items) over_[length] -= packs;
      repeats_[s] -= packs;
      if (paper_) add(s, items, packs);
    }
  }

  /// Adds packs of a strategy without some of its items to the plan; those without any are not packs.
  void add(std::size_t s, std::span<const std::uint32_t> without, std::int64_t packs) {
    const auto strategy = strategies_[s];
    if (packs == 0 || without.size() == strategy.size()) return;
    std::vector<Run> runs;
    for (std::size_t i = strategy.size(); i-- > 0;) {
      if (!without.empty() && without.back() == strategy[i]) {
        without = without.first(without.size() - 1);
        continue;
      }
      const std::uint32_t bin = bin_of_[strategy[i]];
      if (runs.empty() || runs.back().bin != bin) runs.push_back({.bin = bin, .copies = 0});
      ++runs.back().copies;
      left_[bin] -= packs;
    }
    plan_.add(runs, packs);
  }

  void add_what_is_left() {
    const Rest rest = residual(histogram_, left_);
    if (rest.original.empty()) return;
    const Plan packed = pack_longest_first(rest.histogram, limits_, {.distribute = true}, stop_);
    for (std::size_t s = 0; s < packed.strategies(); ++s) plan_.add(rest.runs(packed, s), packed.repeats[s]);
  }
};

}  // namespace

Plan exact_cover(const Histogram& histogram, const Limits& limits, const StrategyRepeats& uses, bool paper,
                 Stop& stop) {
  return ExactCover(histogram, limits, uses, paper, stop).run();
}

}  // namespace tuplepack::packing
