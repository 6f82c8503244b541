// Longest processing time first, Graham, Bounds on multiprocessing timing anomalies, SIAM J. Appl. Math. 1969: the largest
// items first, each into the emptiest pack. Where that leaves an item without room, the packs of the plan are made more
// alike instead: items move from the fullest packs into the emptiest one, or change places with smaller ones, for as long as
// the two become more alike.

#include "tuplepack/packing/even.hpp"

#include "base/arithmetic.hpp"
#include "base/order.hpp"
#include "packing/plan_builder.hpp"
#include "tuplepack/packing/assign.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <queue>
#include <set>
#include <utility>

namespace tuplepack::packing {

namespace {

/// Packs with what they hold, and how full they are.
class EvenPacks {
 public:
  EvenPacks(const Histogram& histogram, const Limits& room, std::size_t packs)
      : histogram_(histogram), room_(room), k_(room.sizes.size()), packs_(packs), used_(packs * k_) {}

  [[nodiscard]] std::size_t count() const { return packs_.size(); }
  [[nodiscard]] std::int64_t items(std::size_t pack) const { return packs_[pack].items; }
  [[nodiscard]] bool is_deep(std::size_t pack) const { return packs_[pack].items >= room_.depth; }
  [[nodiscard]] const std::vector<Run>& runs(std::size_t pack) const { return packs_[pack].runs; }
  [[nodiscard]] std::span<const std::int64_t> used(std::size_t pack) const {
    return std::span(used_).subspan(pack * k_, k_);
  }

  /// The share of a limit, in the component in which it is the largest.
  [[nodiscard]] double share(std::span<const std::int64_t> sizes) const {
    double most = 0;
    for (std::size_t c = 0; c < k_; ++c) {
      most = std::max(most, static_cast<double>(sizes[c]) / static_cast<double>(room_.sizes[c]));
    }
    return most;
  }
  [[nodiscard]] double fill(std::size_t pack) const { return share(used(pack)); }
  /// Once it has got an item of one bin and lost one of another; more than 1 where that is over a limit.
  [[nodiscard]] double fill_after(std::size_t pack, std::optional<std::uint32_t> got,
                                  std::optional<std::uint32_t> lost) const {
    double most = 0;
    for (std::size_t c = 0; c < k_; ++c) {
      std::int64_t sum = used(pack)[c];
      if (got) sum += histogram_.size(*got)[c];
      if (lost) sum -= histogram_.size(*lost)[c];
      if (sum > room_.sizes[c]) return 2;
      most = std::max(most, static_cast<double>(sum) / static_cast<double>(room_.sizes[c]));
    }
    return most;
  }

  [[nodiscard]] bool has_room(std::size_t pack, std::uint32_t bin) const {
    if (is_deep(pack)) return false;
    for (std::size_t c = 0; c < k_; ++c) {
      if (histogram_.size(bin)[c] > room_.sizes[c] - used(pack)[c]) return false;
    }
    return true;
  }

  /// Adds items of a bin that the pack has none of, or has added last.
  void append(std::size_t pack, std::uint32_t bin, std::int64_t copies) {
    std::vector<Run>& runs = packs_[pack].runs;
    if (runs.empty() || runs.back().bin != bin) runs.push_back({.bin = bin, .copies = 0});
    runs.back().copies += copies;
    count_items(pack, bin, copies);
  }

  void move(std::size_t from, std::size_t to, std::uint32_t bin) {
    const auto run_in = [&](std::size_t pack) {
      std::vector<Run>& runs = packs_[pack].runs;
      return std::find_if(runs.begin(), runs.end(), [=](const Run& run) { return run.bin == bin; });
    };
    if (const auto taken = run_in(from); --taken->copies == 0) packs_[from].runs.erase(taken);
    count_items(from, bin, -1);
    const auto given = run_in(to);
    if (given == packs_[to].runs.end()) return append(to, bin, 1);
    ++given->copies;
    count_items(to, bin, 1);
  }

  /// The difference between the fullest and the emptiest.
  [[nodiscard]] double spread() const {
    double least = 1, most = 0;
    for (std::size_t pack = 0; pack < count(); ++pack) {
      least = std::min(least, fill(pack));
      most = std::max(most, fill(pack));
    }
    return most - least;
  }

  [[nodiscard]] Plan plan() && {
    PlanBuilder builder;
    for (Pack& pack : packs_) {
      sort_by_bin(pack.runs);
      if (!pack.runs.empty()) builder.add(pack.runs, 1);
    }
    return std::move(builder).finish();
  }

 private:
  struct Pack {
    std::vector<Run> runs;
    std::int64_t items = 0;
  };
  const Histogram& histogram_;
  const Limits& room_;
  std::size_t k_;
  std::vector<Pack> packs_;
  std::vector<std::int64_t> used_;  // packs × k

  void count_items(std::size_t pack, std::uint32_t bin, std::int64_t more) {
    packs_[pack].items += more;
    for (std::size_t c = 0; c < k_; ++c) used_[pack * k_ + c] += more * histogram_.size(bin)[c];
  }
};

}  // namespace

/// Bins whose items fill most of a pack first.
static std::vector<std::uint32_t> largest_first(const Histogram& histogram, const EvenPacks& packs) {
  std::vector<double> shares;
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) shares.push_back(packs.share(histogram.size(bin)));
  return sorted_numbers(histogram.bins(), [&](std::uint32_t a, std::uint32_t b) { return shares[a] > shares[b]; });
}

namespace {

/// A pack by how full it is; of equals the one with fewer items, then the first.
struct Place {
  double fill;
  std::int64_t items;
  std::size_t pack;
  auto operator<=>(const Place&) const = default;
};

}  // namespace

static Place place_of(const EvenPacks& packs, std::size_t pack) {
  return {.fill = packs.fill(pack), .items = packs.items(pack), .pack = pack};
}

using EmptiestFirst = std::priority_queue<Place, std::vector<Place>, std::greater<>>;

// ---- the largest items first ----

/// Puts an item into the emptiest pack that has room. False: none of the emptiest has.
static bool put(EvenPacks& packs, EmptiestFirst& order, std::uint32_t bin) {
  constexpr std::size_t most_tried = 64;
  std::vector<Place> passed;
  bool is_placed = false;
  while (!order.empty() && !is_placed && passed.size() < most_tried) {
    const Place at = order.top();
    order.pop();
    if (packs.is_deep(at.pack)) continue;  // and takes no other
    is_placed = packs.has_room(at.pack, bin);
    if (is_placed) packs.append(at.pack, bin, 1);
    passed.push_back(place_of(packs, at.pack));
  }
  for (const Place& place : passed) order.push(place);
  return is_placed;
}

static std::optional<EvenPacks> fill_evenly(const Histogram& histogram, const Limits& room, std::size_t count) {
  EvenPacks packs(histogram, room, count);
  std::vector<Place> places;
  for (std::size_t pack = 0; pack < count; ++pack) places.push_back({.fill = 0, .items = 0, .pack = pack});
  EmptiestFirst order(std::greater<>(), std::move(places));
  for (const std::uint32_t bin : largest_first(histogram, packs)) {
    for (std::int64_t item = 0; item < histogram.counts[bin]; ++item) {
      if (!put(packs, order, bin)) return std::nullopt;
    }
  }
  return packs;
}

// ---- the plan, made more even ----

static EvenPacks packs_of(const Histogram& histogram, const Limits& room, const Plan& plan, std::size_t count) {
  EvenPacks packs(histogram, room, count);
  std::size_t pack = 0;
  for (std::size_t s = 0; s < plan.strategies(); ++s) {
    for (std::int64_t repeat = 0; repeat < plan.repeats[s]; ++repeat, ++pack) {
      for (auto run = static_cast<std::size_t>(plan.offsets[s]); run < static_cast<std::size_t>(plan.offsets[s + 1]);
           ++run) {
        packs.append(pack, plan.bins[run], plan.copies[run]);
      }
    }
  }
  return packs;
}

namespace {

/// An item that moves, and one that moves back.
struct LoadExchange {
  std::uint32_t out;
  std::optional<std::uint32_t> back;
};

}  // namespace

/// What makes two packs most alike, if anything does: the fuller one less full, and neither emptier than the emptier one
/// was. One that is empty gets an item in any case.
static std::optional<LoadExchange> best_exchange(const EvenPacks& packs, std::size_t from, std::size_t to) {
  std::optional<LoadExchange> best;
  double least = packs.fill(from);
  const double emptier = packs.fill(to);
  const bool is_needed = packs.items(to) == 0 && packs.items(from) > 1;
  const auto consider = [&](const LoadExchange& exchange) {
    const double given = packs.fill_after(from, exchange.back, exchange.out);
    const double taken = packs.fill_after(to, exchange.out, exchange.back);
    const double fuller = std::max(given, taken);
    const bool is_better = fuller < least && std::min(given, taken) >= emptier;
    if (!is_better && !(is_needed && !best && fuller <= 1)) return;
    best = exchange;
    least = fuller;
  };
  for (const Run& out : packs.runs(from)) {
    if (!packs.is_deep(to)) consider({.out = out.bin, .back = {}});
    for (const Run& back : packs.runs(to)) {
      if (back.bin != out.bin) consider({.out = out.bin, .back = back.bin});
    }
  }
  return best;
}

/// A pack that has no item for the emptiest one has none for a fuller one either.
static void make_even(EvenPacks& packs, std::int64_t max_moves) {
  std::set<Place> givers;
  for (std::size_t pack = 0; pack < packs.count(); ++pack) givers.insert(place_of(packs, pack));
  std::set<Place> takers = givers;
  while (max_moves > 0 && !givers.empty()) {
    const Place from = *std::prev(givers.end()), to = *takers.begin();
    const auto exchange = from.pack == to.pack ? std::nullopt : best_exchange(packs, from.pack, to.pack);
    if (!exchange) {
      givers.erase(from);
      continue;
    }
    packs.move(from.pack, to.pack, exchange->out);
    if (exchange->back) packs.move(to.pack, from.pack, *exchange->back);
    for (const Place& old : {from, to}) {
      givers.erase(old);
      takers.erase(old);
      givers.insert(place_of(packs, old.pack));
      takers.insert(place_of(packs, old.pack));
    }
    --max_moves;
  }
}

Plan even_packs(const PlanDocument& document, std::int64_t packs_multiple) {
  constexpr std::int64_t moves_per_pack = 64;
  constexpr std::int64_t max_numbered = std::numeric_limits<std::int32_t>::max();
  const Histogram& histogram = document.histogram;
  const Plan& plan = document.packed.plan;
  const std::int64_t items = totals(histogram).items;
  if (packs_multiple < 1 || packs_multiple > max_packs_multiple || items > max_numbered) return plan;
  const std::int64_t wanted = divide_up(pack_count(plan), packs_multiple) * packs_multiple;
  const auto count = static_cast<std::size_t>(std::min(wanted, items));
  EvenPacks planned = packs_of(histogram, document.room, plan, count);
  if (auto filled = fill_evenly(histogram, document.room, count); filled && filled->spread() <= planned.spread()) {
    return std::move(*filled).plan();
  }
  make_even(planned, moves_per_pack * static_cast<std::int64_t>(count));
  return std::move(planned).plan();
}

}  // namespace tuplepack::packing
