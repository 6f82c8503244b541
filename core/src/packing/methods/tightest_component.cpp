// Where one component is much tighter than the others, it is packed alone, over its few distinct sizes. That plan says
// how many items of each size a pack holds. Which items these are is then chosen as in LPT scheduling (Graham 1969):
// the largest in the other components first, each into the pack with most room there.

#include "tightest_component.hpp"

#include "methods.hpp"
#include "packing/exact/columns/residual.hpp"

#include <algorithm>
#include <queue>
#include <utility>

namespace tuplepack::packing {

namespace {

/// The method treats items one by one, and no more than this.
constexpr std::int64_t max_items_told_apart = 1 << 19;

/// Packs the sizes of one component. Empty if they cannot be packed alone.
Plan pack_alone(const Histogram& sizes, const Limits& limits, Stop& stop) {
  if (!validate(sizes, limits)) return {};
  PackOptions optimal;
  stop.watch(optimal);
  // Progress of the subproblem would be misleading.
  optimal.keep_going = [&](const PackProgress& progress) { return !stop.ask_for(progress); };
  return choose_optimal(sizes, limits, optimal).plan;
}

/// Assigns items to packs that need so many of each size.
class Choice {
 public:
  /// sizes, plan   of the component alone
  Choice(const Histogram& histogram, const Limits& limits, std::size_t component, const Histogram& sizes,
         const Plan& plan, Stop& stop)
      : histogram_(histogram),
        limits_(limits),
        component_(component),
        sizes_(sizes),
        stop_(stop),
        waiting_(sizes.bins()) {
    for (std::size_t s = 0; s < plan.strategies(); ++s) {
      for (std::int64_t repeat = 0; repeat < plan.repeats[s]; ++repeat) {
        const auto begin = static_cast<std::size_t>(plan.offsets[s]);
        for (std::size_t r = begin; r < static_cast<std::size_t>(plan.offsets[s + 1]); ++r)
          waiting_[plan.bins[r]].push({.room = 1, .pack = packs_.size(), .copies = plan.copies[r]});
        packs_.push_back({.rooms = limits.sizes, .runs = {}});
      }
    }
  }

  Plan run() && {
    constexpr std::int64_t work_per_item = 200;
    for (const std::uint32_t bin : largest_first()) {
      for (std::int64_t left = histogram_.counts[bin]; left > 0 && place(bin);) --left;
      stop_.after(histogram_.counts[bin] * work_per_item);
    }
    PartialPlan plan(histogram_, {});
    for (const Pack& pack : packs_) {
      if (!pack.runs.empty()) plan.put(pack.runs, 1);
    }
    if (!plan.is_complete()) {
      const Rest rest = residual(histogram_, plan.left());
      plan.add(pack_longest_first(rest.histogram, limits_, {.distribute = true}, stop_), rest);
    }
    return std::move(plan).finish();
  }

 private:
  struct Pack {
    std::vector<std::int64_t> rooms;  // components
    std::vector<Run> runs;
  };
  struct Waiting {
    double room;  // in the scarcest of the other components, when last computed: an upper bound by now
    std::size_t pack;
    std::int64_t copies;
    bool operator<(const Waiting& other) const { return room != other.room ? room < other.room : pack > other.pack; }
  };

  const Histogram& histogram_;
  const Limits& limits_;
  const std::size_t component_;
  const Histogram& sizes_;
  Stop& stop_;
  std::vector<Pack> packs_;
  std::vector<std::priority_queue<Waiting>> waiting_;  // by size of the component: packs that need such items

  [[nodiscard]] double share(std::size_t c, std::int64_t size) const {
    return static_cast<double>(size) / static_cast<double>(limits_.sizes[c]);
  }
  [[nodiscard]] double largest_share(std::uint32_t bin) const {
    double largest = 0;
    for (std::size_t c = 0; c < limits_.sizes.size(); ++c) {
      if (c != component_) largest = std::max(largest, share(c, histogram_.size(bin)[c]));
    }
    return largest;
  }
  [[nodiscard]] double min_room(const Pack& pack) const {
    double least = 1;
    for (std::size_t c = 0; c < limits_.sizes.size(); ++c) {
      if (c != component_) least = std::min(least, share(c, pack.rooms[c]));
    }
    return least;
  }

  [[nodiscard]] std::vector<std::uint32_t> largest_first() const {
    std::vector<std::pair<double, std::uint32_t>> bins;
    for (std::uint32_t bin = 0; bin < histogram_.bins(); ++bin) bins.emplace_back(-largest_share(bin), bin);
    std::sort(bins.begin(), bins.end());
    std::vector<std::uint32_t> order;
    order.reserve(bins.size());
    for (const auto& entry : bins) order.push_back(entry.second);
    return order;
  }

  /// Puts an item into the pack with most room among those that need its size. False if it does not fit there.
  [[nodiscard]] bool place(std::uint32_t bin) {
    const auto size = histogram_.size(bin);
    const auto found = std::lower_bound(sizes_.sizes.begin(), sizes_.sizes.end(), size[component_]);
    auto& queue = waiting_[static_cast<std::size_t>(found - sizes_.sizes.begin())];
    while (!queue.empty()) {
      Waiting waiting = queue.top();
      Pack& pack = packs_[waiting.pack];
      const double room = min_room(pack);
      if (room < waiting.room) {
        queue.pop();
        waiting.room = room;
        queue.push(waiting);
        continue;
      }
      if (copies_that_fit(size, pack.rooms, 1) == 0) return false;
      queue.pop();
      for (std::size_t c = 0; c < size.size(); ++c) pack.rooms[c] -= size[c];
      if (!pack.runs.empty() && pack.runs.back().bin == bin) {
        ++pack.runs.back().copies;
      } else {
        pack.runs.push_back({.bin = bin, .copies = 1});
      }
      waiting.room = min_room(pack);
      if (--waiting.copies > 0) queue.push(waiting);
      return true;
    }
    return false;
  }
};

}  // namespace

Plan pack_on_tightest_component(const Histogram& histogram, const Limits& limits, Plan start,
                                const PackOptions& options) {
  const std::size_t k = histogram.component_count();
  if (k == 1 || totals(histogram).items > max_items_told_apart) return start;
  Stop stop(options, {.step = "tightest-component"});
  const std::size_t component = tightest_first(histogram, limits)[0];
  std::vector<std::int64_t> sizes;
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) sizes.push_back(histogram.size(bin)[component]);
  const auto alone = make_histogram({histogram.components[component]}, sizes, histogram.counts);
  if (!alone) return start;
  const Plan fewest = pack_alone(*alone, {.sizes = {limits.sizes[component]}, .depth = limits.depth}, stop);
  if (fewest.strategies() == 0 || pack_count(fewest) >= pack_count(start)) return start;
  Plan plan = Choice(histogram, limits, component, *alone, fewest, stop).run();
  return pack_count(plan) < pack_count(start) ? std::move(plan) : std::move(start);
}

/// Improves the plan of quick. With one component it is the plan of quick.
Packed choose_tightest_component(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  Plan start = quick_plan(histogram, limits, known_bound(histogram, limits, options), options);
  return {.plan = pack_on_tightest_component(histogram, limits, std::move(start), options),
          .method = "tightest-component",
          .heuristic = {}};
}

}  // namespace tuplepack::packing
