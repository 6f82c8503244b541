// Worst fit into a fixed number of packs.
//
// All packs are open from the beginning, and items from large to small go into the emptiest pack. Packs come out evenly
// filled, in size and in number of items, which is right where the depth binds: best fit would fill packs with large
// items and leave too many small ones. This is LPT (Graham 1969) for packs; the fewest packs are found by bisection, as
// MULTIFIT (Coffman, Garey and Johnson 1978) finds the shortest schedule.
//
// A heuristic on the components decides what "large" and "emptiest" mean. The number of items is one more component.

#include "base/order.hpp"
#include "flow.hpp"
#include "methods.hpp"
#include "packing/bin_index.hpp"
#include "packing/filling/open_classes.hpp"

#include <algorithm>
#include <limits>

namespace tuplepack::packing {

namespace {

struct Problem {
  Histogram histogram;
  Limits limits;
};

}  // namespace

/// Makes the number of items a component, so that the depth is a limit like the others and every item takes room.
static Problem with_items_as_component(const Histogram& histogram, const Limits& limits) {
  Problem problem{.histogram = {.components = histogram.components, .sizes = {}, .counts = histogram.counts},
                  .limits = {.sizes = limits.sizes}};
  problem.histogram.components.emplace_back("items");
  problem.limits.sizes.push_back(std::min(limits.depth, totals(histogram).items));
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    const auto size = histogram.size(bin);
    problem.histogram.sizes.insert(problem.histogram.sizes.end(), size.begin(), size.end());
    problem.histogram.sizes.push_back(1);
  }
  return problem;
}

/// The heuristics to try. The first, where the scarcest component decides, is most often the best.
static std::vector<Heuristic> all_measures(const Problem& problem) {
  std::vector<Heuristic> all = all_heuristics(problem.limits.sizes.size());
  auto scarcest = all.begin();
  while (scarcest->kind != Heuristic::Kind::normalized_min) ++scarcest;
  std::rotate(all.begin(), scarcest, scarcest + 1);
  return all;
}

namespace {

/// Packs with equal room form one class, whatever they hold.
template <std::size_t K>
class WorstFit {
 public:
  /// problem, stop  must outlive this
  WorstFit(const Problem& problem, const Heuristic& measure, Stop& stop)
      : stop_(stop),
        k_(problem.limits.sizes.size()),
        counts_(problem.histogram.counts),
        score_(measure, problem.limits),
        order_(bins_by_score(problem.histogram, score_)),
        sizes_(order_.size()),
        smallest_(order_.size()) {
    std::copy(problem.limits.sizes.begin(), problem.limits.sizes.end(), limits_.begin());
    Sizes<K> smallest = limits_;
    for (std::size_t i = order_.size(); i-- > 0;) {
      const auto size = problem.histogram.size(order_[i].bin);
      std::copy(size.begin(), size.end(), sizes_[i].begin());
      for (std::size_t c = 0; c < K; ++c) smallest[c] = std::min(smallest[c], sizes_[i][c]);
      smallest_[i] = smallest;
    }
  }

  /// Whether so many packs suffice. False when stopped.
  [[nodiscard]] bool place_all(std::int64_t packs) {
    all_packs_ = packs;
    class_of_ = BinIndex(k_);
    open_ = OpenClasses<K>(TieOrder::oldest_first);
    now_.rooms.clear();
    now_.packs.clear();
    now_.moves.clear();
    (void)add(limits_, packs, 0);
    for (std::size_t i = 0; i < order_.size(); ++i) {
      if (!place_bin(i)) return false;
    }
    std::swap(now_, placed_);
    return true;
  }

  /// The plan of the last place_all() that was successful.
  [[nodiscard]] Plan plan() const {
    const auto& rooms = placed_.rooms;
    const auto emptiest_first = [&](std::uint32_t a, std::uint32_t b) { return rooms[a] > rooms[b]; };
    return plan_of_flow(placed_.packs, sorted_numbers(rooms.size(), emptiest_first), placed_.moves);
  }

 private:
  /// Where the items went: classes of packs by room, and moves between them.
  struct Placement {
    std::vector<Sizes<K>> rooms;
    std::vector<std::int64_t> packs;
    std::vector<Move> moves;
  };

  Stop& stop_;
  const std::size_t k_;
  const std::vector<std::int64_t>& counts_;
  Sizes<K> limits_{};
  const Score score_;
  const std::vector<ScoredBin> order_;
  std::vector<Sizes<K>> sizes_;     // of the bins, in that order
  std::vector<Sizes<K>> smallest_;  // the smallest size of each component from this bin of the order on

  std::int64_t all_packs_ = 0;
  BinIndex class_of_{1};                         // by room
  OpenClasses<K> open_{TieOrder::oldest_first};  // the emptiest first
  Placement now_;
  Placement placed_;  // the last that placed all items

  [[nodiscard]] std::span<const std::int64_t> used(const Sizes<K>& sizes) const { return std::span(sizes).first(k_); }

  /// Packs with this much room; they are open if an item from the i-th bin on may fit.
  std::uint32_t add(const Sizes<K>& room, std::int64_t packs, std::size_t i) {
    const std::uint32_t id = class_of_.insert(used(room));
    if (id == now_.packs.size()) {
      now_.packs.push_back(0);
      now_.rooms.push_back(room);
    }
    if (now_.packs[id] == 0 && fits(smallest_[i], room))
      open_.insert({.score = -score_(used(room)), .id = id, .room = room});
    now_.packs[id] += packs;
    return id;
  }

  [[nodiscard]] bool place_bin(std::size_t i) {
    constexpr std::int64_t rounds = 16;  // with many items per pack, several are placed at once
    constexpr std::int64_t work_per_placement = 100;
    const Sizes<K>& size = sizes_[i];
    std::int64_t left = counts_[order_[i].bin];
    while (left > 0) {
      const auto position = open_.find(std::numeric_limits<std::int64_t>::min(), 0, size);
      if (stop_.after(work_per_placement + open_.take_work()) || open_.is_end(position)) return false;
      const OpenClass<K> found = open_[position];
      const std::int64_t several = std::max<std::int64_t>(left / all_packs_ / rounds, 1);
      const std::int64_t copies = copies_that_fit(used(size), used(found.room), several);
      const std::int64_t packs = std::min(now_.packs[found.id], left / copies);
      now_.packs[found.id] -= packs;
      if (now_.packs[found.id] == 0) open_.erase(position);
      Sizes<K> room = found.room;
      for (std::size_t c = 0; c < K; ++c) room[c] -= copies * size[c];
      const std::uint32_t to = add(room, packs, i);
      now_.moves.push_back(
          {.from = found.id, .to = to, .run = {.bin = order_[i].bin, .copies = copies}, .packs = packs});
      left -= packs * copies;
    }
    return true;
  }
};

}  // namespace

/// Searches for the fewest packs, by one heuristic after the other.
template <std::size_t K>
static Plan pack_evenly(const Problem& problem, std::int64_t bound, std::int64_t fewest, Stop& stop) {
  Plan best;
  for (const Heuristic& measure : all_measures(problem)) {
    if (fewest <= bound || stop.ask()) break;
    WorstFit<K> packing(problem, measure, stop);
    // At least one less than before.
    std::int64_t enough = fewest;
    if (enough < any_number_of_packs && !packing.place_all(--enough)) continue;
    std::int64_t too_few = bound - 1;
    for (std::int64_t step = 1; too_few + step < enough && !stop.ask(); step *= 2) {
      if (packing.place_all(too_few + step)) {
        enough = too_few + step;
      } else {
        too_few += step;
      }
    }
    while (enough - too_few > 1 && enough < any_number_of_packs && !stop.ask()) {
      const std::int64_t packs = too_few + (enough - too_few) / 2;
      (packing.place_all(packs) ? enough : too_few) = packs;
    }
    if (enough == any_number_of_packs) break;
    best = packing.plan();
    fewest = enough;
    stop.report(best);
  }
  return best;
}

Plan pack_fixed_count(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  const std::int64_t bound = known_bound(histogram, limits, options);
  const Problem problem = with_items_as_component(histogram, limits);
  Stop stop(options, {.step = "fixed-count", .packs = 0, .bound = bound});
  const std::size_t k = problem.limits.sizes.size();
  const std::int64_t fewer_than = options.fewer_than;
  Plan plan = k <= 3             ? pack_evenly<3>(problem, bound, fewer_than, stop)
              : k <= usual_sizes ? pack_evenly<usual_sizes>(problem, bound, fewer_than, stop)
                                 : pack_evenly<max_sizes>(problem, bound, fewer_than, stop);
  return plan.strategies() == 0 && options.needs_plan() ? pack_next_fit(histogram, limits, {}) : plan;
}

}  // namespace tuplepack::packing
