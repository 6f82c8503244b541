// Exact fill: packs are filled one at a time, each as full as the remaining items allow.
//
// A pack begins with the largest item. The best completion is found by dynamic programming over the room (subset sum,
// see ReachableTable), large bins first, until it cannot be improved. The pack is then repeated as often as there are
// items for it, so the cost depends on the number of bins, not of items. This is the minimum bin slack heuristic of
// Gupta and Ho 1999, for several components and with each pack solved exactly.
//
// Every component is tried as the one to fill first, the tightest first: a quick pass fills packs in it alone, then a
// thorough pass also asks for the average demand of the other components.

#include "base/arithmetic.hpp"
#include "base/order.hpp"
#include "methods.hpp"
#include "packing/filling/open_pack.hpp"
#include "packing/filling/reachable.hpp"
#include "packing/filling/remaining.hpp"

#include <algorithm>
#include <optional>

namespace tuplepack::packing {

namespace {

/// A limit on work, in about nanoseconds, and whether there is a plan yet.
class Budget {
 public:
  Budget(std::int64_t work, const PackOptions& options, std::int64_t bound)
      : left_(work), stop_(options, {.step = "fill", .packs = 0, .bound = bound}), needs_plan_(options.needs_plan()) {}

  void spend(std::int64_t work) {
    left_ -= work;
    stop_.after(work);
  }
  /// Counts work that is not limited, only to ask.
  void poll(std::int64_t work) { stop_.after(work); }
  void found(const Plan& plan) {
    stop_.report(plan);
    needs_plan_ = false;
  }

  [[nodiscard]] bool is_spent() const { return left_ <= 0 || stop_.is_stopped(); }
  [[nodiscard]] bool is_stopped() const { return stop_.is_stopped(); }
  [[nodiscard]] bool needs_plan() const { return needs_plan_; }
  [[nodiscard]] Stop& stop() { return stop_; }

 private:
  std::int64_t left_;
  Stop stop_;
  bool needs_plan_;  // none yet, and the caller has none
};

}  // namespace

// A pass over a table of 2^14 cells takes a microsecond; 2^18 cells hold all amounts of molecules in packs of ten.
static constexpr ReachableTable::Shape amounts_of_one{.axes = 1, .cells = 1 << 14};
static constexpr ReachableTable::Shape amounts_of_all{.axes = max_components, .cells = 1 << 18};

namespace {

class Filling {
 public:
  /// order     components, the one to fill best first
  /// thorough  asks for packs that are well filled in the other components too
  Filling(const Histogram& histogram, const Limits& limits, std::span<const std::uint32_t> order, bool thorough)
      : histogram_(histogram),
        first_component_(order[0]),
        thorough_(thorough),
        left_(histogram, limits),
        order_(largest_first(order)),
        table_(histogram, limits, order, thorough ? amounts_of_all : amounts_of_one),
        empty_(limits) {}

  /// result  none if it would have `fewer_than` packs or more, or when the budget is spent and no plan is needed
  [[nodiscard]] std::optional<Plan> run(Budget& budget, std::int64_t fewer_than) {
    std::int64_t packs = 0;
    while (left_.items() > 0 && !budget.is_spent()) {
      if (packs + left_.fewest_packs() >= fewer_than) return {};
      OpenPack pack = fill_pack(budget);
      packs += left_.fill(pack.runs, plan_);
    }
    if (left_.items() > 0 && !budget.needs_plan()) return {};
    left_.fill_by_best_fit(plan_, budget.stop());
    return std::move(plan_).finish();
  }

 private:
  const Histogram& histogram_;
  const std::size_t first_component_;
  const bool thorough_;
  Remaining left_;
  std::vector<std::uint32_t> order_;  // bins, the largest first; some may have been used up
  std::size_t first_ = 0;             // in the order: none before has items left
  ReachableTable table_;
  const OpenPack empty_;
  PlanBuilder plan_;

  [[nodiscard]] std::vector<std::uint32_t> largest_first(std::span<const std::uint32_t> components) const {
    return sorted_numbers(histogram_.bins(), [&](std::uint32_t a, std::uint32_t b) {
      for (const std::uint32_t c : components) {
        const std::int64_t difference = histogram_.size(a)[c] - histogram_.size(b)[c];
        if (difference != 0) return difference > 0;
      }
      return false;
    });
  }

  /// Removes used-up bins from the order, once they are many.
  void tidy() {
    const auto is_used_up = [&](std::uint32_t bin) { return left_.count(bin) == 0; };
    while (is_used_up(order_[first_])) ++first_;
    if (first_ * 4 < order_.size()) return;
    order_.erase(std::remove_if(order_.begin(), order_.end(), is_used_up), order_.end());
    first_ = 0;
  }

  /// The first position in the order where a bin may fit, by the first component.
  [[nodiscard]] std::size_t first_that_may_fit(const OpenPack& pack) const {
    const auto is_too_large = [&](std::uint32_t bin) {
      return histogram_.size(bin)[first_component_] > pack.room[first_component_];
    };
    const auto found =
        std::partition_point(order_.begin() + static_cast<std::ptrdiff_t>(first_), order_.end(), is_too_large);
    return static_cast<std::size_t>(found - order_.begin());
  }

  [[nodiscard]] std::int64_t items_beside(const OpenPack& pack, std::uint32_t bin) const {
    return left_.count(bin) - pack.copies_of(bin);
  }

  /// When a pack is full enough, as the table compares it: full in the first component and, if thorough, with the
  /// average demand of the remaining items in the others.
  [[nodiscard]] std::vector<std::int64_t> enough(const OpenPack& pack) const {
    std::vector<std::int64_t> needed(pack.room.size(), 0);
    const std::int64_t packs = left_.fewest_packs();
    for (std::size_t c = 0; c < needed.size() && thorough_; ++c)
      needed[c] = std::max<std::int64_t>(divide_up(left_.sums()[c], packs) - (empty_.room[c] - pack.room[c]), 0);
    needed[first_component_] = pack.room[first_component_];
    return needed;
  }

  /// Finds the best completion of the pack, at the resolution of the table.
  void reach(const OpenPack& pack, Budget& budget) {
    table_.clear(pack.room, pack.slots, enough(pack));
    std::int64_t work = table_.work();
    for (std::size_t i = first_that_may_fit(pack); i < order_.size() && !budget.is_spent(); ++i) {
      if (table_.is_enough()) return;
      if (pack.fits(histogram_.size(order_[i]))) table_.add(order_[i], items_beside(pack, order_[i]));
      budget.spend(4 + table_.work() - work);
      work = table_.work();
    }
  }

  /// Adds whatever still fits: items too small for the table's units, or left out by its rounding.
  void top_up(OpenPack& pack, Budget& budget) const {
    constexpr std::int64_t work_per_bin = 10;
    const std::size_t first = first_that_may_fit(pack);
    for (std::size_t i = first; i < order_.size() && pack.slots > 0 && !budget.is_stopped(); ++i) {
      const auto size = histogram_.size(order_[i]);
      if (!pack.fits(size) || left_.count(order_[i]) == 0) continue;
      pack.put(order_[i], size, copies_that_fit(size, pack.room, std::min(pack.slots, items_beside(pack, order_[i]))));
      budget.poll(static_cast<std::int64_t>(pack.runs.size()));
    }
    budget.poll(static_cast<std::int64_t>(order_.size() - first) * work_per_bin);
  }

  [[nodiscard]] OpenPack fill_pack(Budget& budget) {
    tidy();
    OpenPack pack = empty_;
    pack.put(order_[first_], histogram_.size(order_[first_]), 1);
    reach(pack, budget);
    for (const Run& run : table_.best()) pack.put(run.bin, histogram_.size(run.bin), run.copies);
    top_up(pack, budget);
    return pack;
  }
};

}  // namespace

Plan pack_fill_within(std::int64_t work, const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  const std::int64_t bound = known_bound(histogram, limits, options);
  const std::vector<std::uint32_t> tightest = tightest_first(histogram, limits);
  const bool quick_is_thorough = tightest.size() == 1 && limits.sizes[0] < amounts_of_one.cells;
  Budget budget(work, options, bound);
  Plan best;
  std::int64_t fewest = options.fewer_than;
  for (const bool thorough : {false, true}) {
    std::vector<std::uint32_t> order = tightest;
    for (std::size_t c = 0; c < order.size(); ++c) {
      if (fewest <= bound || (budget.is_spent() && !budget.needs_plan()) || (thorough && quick_is_thorough))
        return best;
      const auto next = order.begin() + static_cast<std::ptrdiff_t>(c);
      std::rotate(order.begin(), next, next + 1);
      auto plan = Filling(histogram, limits, order, thorough).run(budget, fewest);
      // The last kind of pack, repeated, may take more packs than the bound for what was left.
      if (!plan || pack_count(*plan) >= fewest) continue;
      best = std::move(*plan);
      fewest = pack_count(best);
      budget.found(best);
    }
  }
  return best;
}

Plan pack_fill(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  constexpr std::int64_t second = 1'000'000'000;
  return pack_fill_within(2 * second, histogram, limits, options);
}

}  // namespace tuplepack::packing
