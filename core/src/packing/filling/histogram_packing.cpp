// Shortest- and longest-pack-first histogram packing for any number of components.
//
//   one component        SPFHP and LPFHP, Kosec, Fu, Krell 2021, §3.1.1 and appendix G
//   several components   the tuple variants of Krell et al. 2022, §2.4 (DLPFHP and its first-fit form)
//
// All of them walk through the bins from large to small and keep classes of equal open packs in a search order. An item
// goes to the first class in that order that has the room. They differ by the order and by a few rules, listed below.
//
// The papers' listings restart the search after every placement. Here it continues where it was: every class before
// the cursor was found too small for this bin, and only a class that was just extended can have entered there.

#include "histogram_packing.hpp"

#include "filtered_classes.hpp"
#include "next_fit.hpp"
#include "packing/room.hpp"
#include "score_order.hpp"
#include "tuplepack/base/limits.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

namespace tuplepack::packing {

namespace {

struct Rules {
  bool longest_first;   ///< search the packs with the least room first (best fit), else those with the most (worst fit)
  bool newest_first;    ///< among equal scores the class filed last is tried first, else the one filed first
  bool distribute;      ///< put as many items of the bin into a pack at once as fit and as there are
  bool skip_own_score;  ///< after a placement, classes with exactly the item's score are not searched (as published,
                        ///< §2.4)
  bool close_at_zero;   ///< a class whose free room has score 0 closes, though a component may have room (as published)
};

}  // namespace

/// options   with distribute filled in by the method table, the one place that knows the defaults
static Rules rules_for(std::size_t component_count, bool longest_first, const PackOptions& options) {
  assert(options.distribute);
  const bool one = component_count == 1;
  return {.longest_first = longest_first,
          .newest_first = one,
          .distribute = *options.distribute,
          .skip_own_score = options.paper && !one,
          .close_at_zero = options.paper};
}

namespace {

/// The items of one pack, as a list that grows at its end and shares its beginning with others.
struct Composition {
  std::uint32_t before;  ///< index of the composition without the last run, or none
  Run last;
};

}  // namespace
static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
static constexpr std::int64_t before_any_score = std::numeric_limits<std::int64_t>::min();
static constexpr std::int64_t any_score = std::numeric_limits<std::int64_t>::max();

namespace {

/// `count` packs with equal content.
struct PackClass {
  std::int64_t count;
  std::int64_t items;  ///< in each pack
  std::uint32_t composition;
};

/// Whether the plan can still have fewer packs than asked for. The room of a closed pack is lost; with so many packs
/// only so much may be lost of each component.
template <std::size_t K>
class Goal {
 public:
  Goal(const Histogram& histogram, const Limits& limits, std::int64_t fewer_than) : packs_left_(fewer_than - 1) {
    spare_.fill(any_number_of_packs);
    if (fewer_than > max_exact) return;
    const Totals sums = totals(histogram);
    for (std::size_t c = 0; c < limits.sizes.size(); ++c) {
      std::int64_t room = 0;
      if (!__builtin_mul_overflow(packs_left_, limits.sizes[c], &room)) spare_[c] = room - sums.sums[c];
    }
  }

  void open(std::int64_t packs) { packs_left_ -= packs; }
  void close(std::int64_t packs, const Sizes<K>& room) {
    for (std::size_t c = 0; c < K; ++c) {
      std::int64_t lost = 0;
      if (spare_[c] != any_number_of_packs && !__builtin_mul_overflow(packs, room[c], &lost)) spare_[c] -= lost;
    }
  }
  [[nodiscard]] bool is_missed() const {
    bool missed = packs_left_ < 0;
    for (std::size_t c = 0; c < K; ++c) missed |= spare_[c] < 0;
    return missed;
  }

 private:
  std::int64_t packs_left_;
  Sizes<K> spare_;  // what may yet be lost of each component
};

template <std::size_t K>
class HistogramPacking {
 public:
  HistogramPacking(const Histogram& histogram, const Limits& limits, const PackOptions& options, const Rules& rules,
                   Stop& stop)
      : histogram_(histogram),
        asked_(limits),
        k_(histogram.component_count()),
        depth_(limits.depth),
        rules_(rules),
        score_(options.heuristic, limits),
        order_(bins_by_score(histogram, score_)),
        open_(rules.newest_first ? TieOrder::newest_first : TieOrder::oldest_first),
        goal_(histogram, limits, options.fewer_than),
        stop_(stop) {
    std::copy(limits.sizes.begin(), limits.sizes.end(), limits_.begin());
    classes_.reserve(2 * order_.size());
    compositions_.reserve(2 * order_.size());
    sizes_.resize(order_.size());
    smallest_.resize(order_.size());
    for (std::size_t i = order_.size(); i-- > 0;) {
      const auto size = histogram.size(order_[i].bin);
      for (std::size_t c = 0; c < k_; ++c) sizes_[i][c] = size[c];
      smallest_[i] = sizes_[i];
      if (i + 1 == order_.size()) continue;
      for (std::size_t c = 0; c < K; ++c) smallest_[i][c] = std::min(sizes_[i][c], smallest_[i + 1][c]);
    }
    if constexpr (are_filtered<K>) open_.choose_levels(sizes_);
  }

  /// needs_plan  whether to complete the plan when stopped
  [[nodiscard]] Plan run(bool needs_plan) {
    constexpr std::int64_t work_per_size = 10;  // of preparing a bin and of making the plan
    stop_.after(static_cast<std::int64_t>(order_.size() * K) * work_per_size);
    std::int64_t left = 0;  // items of the bin that was placed last
    for (at_ = 0; at_ < order_.size() && left == 0 && !stop_.is_stopped() && !goal_.is_missed(); ++at_) {
      left = place_bin();
    }
    if (goal_.is_missed()) return {};
    PlanBuilder plan = classes();
    if (stop_.is_stopped()) {
      if (!needs_plan) return {};
      std::vector<std::int64_t> counts = histogram_.counts;
      for (std::size_t i = 0; i < at_; ++i) counts[order_[i].bin] = 0;
      if (at_ > 0) counts[order_[at_ - 1].bin] = left;
      add_by_next_fit(histogram_, asked_, order_, counts, plan);
    }
    return std::move(plan).finish();
  }

 private:
  const Histogram& histogram_;
  const Limits& asked_;
  const std::size_t k_;
  Sizes<K> limits_{};
  const std::int64_t depth_;
  const Rules rules_;
  const Score score_;
  const std::vector<ScoredBin> order_;
  std::vector<Sizes<K>> sizes_;     // of the bins, in that order
  std::vector<Sizes<K>> smallest_;  // the smallest size of each component from this bin of the order on

  std::vector<PackClass> classes_;
  std::vector<Composition> compositions_;
  SearchedClasses<K> open_;
  Goal<K> goal_;
  Stop& stop_;
  std::size_t at_ = 0;  // the bin of the order that is being placed

  [[nodiscard]] std::int64_t score_of(const Sizes<K>& room) const { return score_(std::span(room).first(k_)); }

  /// A class with its place in the search order.
  [[nodiscard]] OpenClass<K> placed(std::uint32_t id, const Sizes<K>& room) const {
    const std::int64_t score = score_of(room);
    return {.score = rules_.longest_first ? score : -score, .id = id, .room = room};
  }

  [[nodiscard]] std::uint32_t new_class(const PackClass& packs) {
    classes_.push_back(packs);
    return static_cast<std::uint32_t>(classes_.size() - 1);
  }

  /// Puts `copies` items of the current bin into every pack of a class; returns the room that remains.
  [[nodiscard]] Sizes<K> extend(std::uint32_t id, std::int64_t copies, Sizes<K> room) {
    PackClass& extended = classes_[id];
    Composition grown{.before = extended.composition, .last = {.bin = order_[at_].bin, .copies = copies}};
    if (grown.before != none && compositions_[grown.before].last.bin == grown.last.bin) {
      grown.last.copies += compositions_[grown.before].last.copies;
      grown.before = compositions_[grown.before].before;
    }
    extended.items += copies;
    extended.composition = static_cast<std::uint32_t>(compositions_.size());
    compositions_.push_back(grown);
    for (std::size_t c = 0; c < K; ++c) room[c] -= copies * sizes_[at_][c];
    return room;
  }

  /// Whether no item that is still to come may enter the class.
  [[nodiscard]] bool is_closed(std::uint32_t id, const Sizes<K>& room) const {
    return classes_[id].items == depth_ || !fits(smallest_[at_], room) || (rules_.close_at_zero && score_of(room) == 0);
  }

  /// How many searches in a row would find the same class, each putting one item into all its packs. The extended class
  /// comes next as long as its score falls: whatever else lies below the score it was found at has been skipped.
  [[nodiscard]] std::int64_t placements_in_a_row(const PackClass& packs, const OpenClass<K>& found, std::int64_t lowest,
                                                 std::int64_t items_left) const {
    const Sizes<K>& size = sizes_[at_];
    Sizes<K> room = found.room;
    std::int64_t score = found.score;
    std::int64_t placed = 1;
    if (!rules_.longest_first) return placed;
    for (std::int64_t left = items_left - packs.count; left >= packs.count; left -= packs.count, ++placed) {
      for (std::size_t c = 0; c < K; ++c) room[c] -= size[c];
      if (!fits(size, room) || packs.items + placed == depth_) break;
      const std::int64_t extended = score_of(room);
      if (extended >= score || extended < lowest) break;
      score = extended;
    }
    return placed;
  }

  /// Opens packs for all items that are left. When they do not divide evenly, the remainder shares one more pack.
  void open_packs(std::int64_t items_left) {
    while (items_left > 0) {
      const std::int64_t copies =
          rules_.distribute ? copies_that_fit(sizes_[at_], limits_, std::min(depth_, items_left)) : 1;
      const std::uint32_t id = new_class({.count = items_left / copies, .items = 0, .composition = none});
      const Sizes<K> room = extend(id, copies, limits_);
      goal_.open(classes_[id].count);
      if (is_closed(id, room)) {
        goal_.close(classes_[id].count, room);
      } else {
        open_.insert(placed(id, room));
      }
      items_left -= classes_[id].count * copies;
    }
  }

  /// Takes some packs out of a class; the rest stays, on top of its equals or moved behind them.
  [[nodiscard]] std::uint32_t split_off(typename SearchedClasses<K>::Position position, std::int64_t count) {
    const OpenClass<K> found = open_[position];
    PackClass& packs = classes_[found.id];
    packs.count -= count;
    if (!rules_.newest_first) open_.replace(position, found);
    return new_class({.count = count, .items = packs.items, .composition = packs.composition});
  }

  /// result  items that are left because it was stopped
  [[nodiscard]] std::int64_t place_bin() {
    constexpr std::int64_t work_per_placement = 100;
    const auto [score, bin] = order_[at_];
    const Sizes<K>& size = sizes_[at_];
    std::int64_t items_left = histogram_.counts[bin];
    std::int64_t lowest = score;  // classes whose room scores below this are not searched
    std::int64_t cursor = rules_.longest_first ? lowest : before_any_score;
    while (items_left > 0 && !stop_.after(work_per_placement + open_.take_work())) {
      const auto position = open_.find(cursor, rules_.longest_first ? any_score : -lowest, size);
      if (open_.is_end(position)) {
        open_packs(items_left);
        return 0;
      }
      const OpenClass<K> found = open_[position];
      const PackClass packs = classes_[found.id];
      if (rules_.skip_own_score) lowest = score + 1;
      const std::int64_t copies = rules_.distribute
                                      ? copies_that_fit(size, found.room, std::min(depth_ - packs.items, items_left))
                                      : placements_in_a_row(packs, found, lowest, items_left);
      const std::int64_t used = std::min(packs.count, copies == 1 ? items_left : items_left / copies);
      items_left -= used * copies;
      const bool whole = used == packs.count;
      const std::uint32_t id = whole ? found.id : split_off(position, used);
      const OpenClass<K> extended = placed(id, extend(id, copies, found.room));
      cursor = found.score;
      if (is_closed(id, extended.room)) {
        goal_.close(used, extended.room);
        if (whole) open_.erase(position);
      } else {
        cursor = std::min(cursor, extended.score);
        if (whole) {
          open_.replace(position, extended);
        } else {
          open_.insert(extended);
        }
      }
      if (rules_.longest_first) cursor = std::max(cursor, lowest);
    }
    return items_left;
  }

  [[nodiscard]] PlanBuilder classes() const {
    PlanBuilder plan;
    std::vector<Run> runs;
    for (const PackClass& packs : classes_) {
      runs.clear();
      for (std::uint32_t c = packs.composition; c != none; c = compositions_[c].before) {
        runs.push_back(compositions_[c].last);
      }
      std::reverse(runs.begin(), runs.end());
      plan.add(runs, packs.count);
    }
    return plan;
  }
};

}  // namespace

static Plan pack_histogram(const Histogram& histogram, const Limits& limits, bool longest_first,
                           const PackOptions& options, Stop& stop) {
  const std::size_t k = histogram.component_count();
  const Rules rules = rules_for(k, longest_first, options);
  if (k <= 2) return HistogramPacking<2>(histogram, limits, options, rules, stop).run(options.needs_plan());
  if (k <= usual_sizes) {
    return HistogramPacking<usual_sizes>(histogram, limits, options, rules, stop).run(options.needs_plan());
  }
  return HistogramPacking<max_sizes>(histogram, limits, options, rules, stop).run(options.needs_plan());
}

Plan pack_shortest_first(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  Stop stop(options, {.step = "spfhp"});
  return pack_histogram(histogram, limits, false, options, stop);
}

Plan pack_longest_first(const Histogram& histogram, const Limits& limits, const PackOptions& options, Stop& stop) {
  return pack_histogram(histogram, limits, true, options, stop);
}

Plan pack_longest_first(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  Stop stop(options, {.step = "lpfhp"});
  return pack_longest_first(histogram, limits, options, stop);
}

}  // namespace tuplepack::packing
