// Emptying one pack after the other.
//
// The items of a pack that was taken apart are outside. A few packs give theirs too, and are filled again one by one,
// each as well as a choice of all these items can (a subset sum problem, see ReachableTable). If no more than before is
// left outside, that is how it stays: packs get fuller, what they waste gathers in the last of them, and less and less
// is outside until nothing is. This is the consistent neighbourhood search of Buljubašić and Vasquez 2016, with the
// exact filling of Gupta and Ho 1999 as its step.

#include "repair.hpp"

#include "../../random.hpp"
#include "../filling/loose_items.hpp"
#include "../stop.hpp"
#include "methods.hpp"
#include "tuplepack/packing/bound.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace tuplepack {

namespace {

/// Runs of the packs that are taken up, at most; packs that waste less stay as they are.
constexpr std::int64_t most_runs = 1 << 18;
/// Runs of one of them.
constexpr std::int64_t longest_run = 1 << 10;
/// Packs that are filled again together, at most.
constexpr std::size_t most_together = 4;
/// How often in vain, for each pack.
constexpr std::size_t tries_per_pack = 20;
/// In all, in about nanoseconds, but the same on every machine.
constexpr std::int64_t most_repair_work = 6'000'000'000;
/// To fill a pack, besides what its table takes.
constexpr std::int64_t work_for_a_pack = 2'000;

class Repair {
 public:
  Repair(const Histogram& histogram, const Limits& limits, Plan start, std::int64_t bound, const PackOptions& options)
      : histogram_(histogram),
        components_(tightest_first(histogram, limits)),
        bound_(bound),
        outside_(histogram, limits, components_),
        best_(std::move(start)),
        fewest_(pack_count(best_)),
        stop_(options, {.step = "repair", .packs = fewest_, .bound = bound}) {
    take_up_emptiest();
  }

  Plan run() && {
    constexpr std::int64_t work_per_run = 50;
    while (fewest_ > bound_ && packs_.size() > 1 && empty_one()) {
      best_ = plan();
      stop_.report_packs(--fewest_);
      stop_.after(static_cast<std::int64_t>(best_.bins.size()) * work_per_run);
    }
    return std::move(best_);
  }

 private:
  struct Pack {
    std::vector<Run> runs;  // by descending bin
    std::int64_t used;      // of the tightest component
  };

  const Histogram& histogram_;
  const std::vector<std::uint32_t> components_;  // the tightest first
  const std::int64_t bound_;
  LooseItems outside_;
  Plan best_;
  std::int64_t fewest_;
  Stop stop_;
  std::vector<Pack> packs_;  // that were taken up
  PlanBuilder others_;       // that were not
  Random random_{0};
  std::int64_t work_ = 0;

  [[nodiscard]] std::int64_t used_by(std::span<const Run> runs) const {
    std::int64_t used = 0;
    for (const Run& run : runs) used += run.copies * histogram_.size(run.bin)[components_[0]];
    return used;
  }
  [[nodiscard]] Pack pack_of(std::vector<Run> runs) const {
    const std::int64_t used = used_by(runs);
    return {.runs = std::move(runs), .used = used};
  }

  void take_up_emptiest() {
    std::vector<std::pair<Pack, std::int64_t>> kinds;
    for (std::size_t s = 0; s < best_.strategies(); ++s) {
      std::vector<Run> runs;
      for (auto r = static_cast<std::size_t>(best_.offsets[s]); r < static_cast<std::size_t>(best_.offsets[s + 1]); ++r)
        runs.push_back({.bin = best_.bins[r], .copies = best_.copies[r]});
      std::sort(runs.begin(), runs.end(),
                [](const Run& a, const Run& b) { return std::tie(a.bin, a.copies) > std::tie(b.bin, b.copies); });
      kinds.emplace_back(pack_of(std::move(runs)), best_.repeats[s]);
    }
    std::stable_sort(kinds.begin(), kinds.end(),
                     [](const auto& a, const auto& b) { return a.first.used < b.first.used; });
    std::int64_t runs = most_runs;
    for (const auto& [pack, repeats] : kinds) {
      const auto length = static_cast<std::int64_t>(pack.runs.size());
      const std::int64_t taken = length > longest_run ? 0 : std::min(repeats, runs / length);
      packs_.insert(packs_.end(), static_cast<std::size_t>(taken), pack);
      if (taken < repeats) others_.add(pack.runs, repeats - taken);
      runs -= taken * length;
    }
  }

  [[nodiscard]] Plan plan() const {
    PlanBuilder plan = others_;
    for (const Pack& pack : packs_) plan.add(pack.runs, 1);
    return std::move(plan).finish();
  }

  /// Takes the emptiest pack apart and brings its items into the others. False if that did not succeed.
  [[nodiscard]] bool empty_one() {
    const auto emptiest =
        std::min_element(packs_.begin(), packs_.end(), [](const Pack& a, const Pack& b) { return a.used < b.used; });
    outside_.put(emptiest->runs);
    packs_.erase(emptiest);
    const std::size_t most_in_vain = tries_per_pack * packs_.size();
    for (std::size_t in_vain = 0; !outside_.runs().empty(); ++in_vain) {
      if (in_vain > most_in_vain || work_ > most_repair_work || stop_.is_stopped()) return false;
      const std::int64_t before = used_by(outside_.runs());
      fill_again(choose(std::min(1 + in_vain * most_together / (most_in_vain + 1), packs_.size())));
      if (used_by(outside_.runs()) < before) in_vain = 0;
    }
    return true;
  }

  /// Different packs, the fullest first: the last takes what is left of their room.
  [[nodiscard]] std::vector<std::size_t> choose(std::size_t together) {
    std::vector<std::size_t> chosen;
    while (chosen.size() < together) {
      const std::size_t next = choose_one();
      if (std::find(chosen.begin(), chosen.end(), next) == chosen.end()) chosen.push_back(next);
    }
    std::sort(chosen.begin(), chosen.end(), [this](std::size_t a, std::size_t b) {
      return packs_[a].used != packs_[b].used ? packs_[a].used > packs_[b].used : a < b;
    });
    return chosen;
  }

  /// Any pack, but rather one that wastes much: the emptiest of a few.
  [[nodiscard]] std::size_t choose_one() {
    constexpr std::uint32_t few = 16;
    const auto any = [this] { return random_.below(static_cast<std::uint32_t>(packs_.size())); };
    std::size_t chosen = any();
    for (std::uint32_t more = random_.below(few); more > 0; --more) {
      const std::size_t other = any();
      if (packs_[other].used < packs_[chosen].used) chosen = other;
    }
    return chosen;
  }

  /// Fills packs again, unless that would leave more outside. Large items leave slots free in a pack, small ones in the
  /// next, so the choice between them is left to chance.
  void fill_again(const std::vector<std::size_t>& chosen) {
    const std::vector<Run> before = outside_.runs();
    const std::int64_t work_before = outside_.work();
    std::vector<Pack> filled;
    for (const std::size_t pack : chosen) outside_.put(packs_[pack].runs);
    std::size_t looked_up = 0;  // runs that were passed over to take others out
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const std::size_t runs = outside_.runs().size();
      filled.push_back(pack_of(outside_.fill(random_.below(2) == 0)));
      looked_up += runs * filled.back().runs.size();
    }
    const std::int64_t work =
        outside_.work() - work_before + work_for_a_pack * static_cast<std::int64_t>(chosen.size());
    work_ += work;
    stop_.after(work + static_cast<std::int64_t>(looked_up));
    if (used_by(outside_.runs()) > used_by(before)) {
      outside_.reset(before);
    } else {
      for (std::size_t i = 0; i < chosen.size(); ++i) packs_[chosen[i]] = std::move(filled[i]);
    }
  }
};

}  // namespace

Plan repair(const Histogram& histogram, const Limits& limits, Plan start, std::int64_t bound,
            const PackOptions& options) {
  return Repair(histogram, limits, std::move(start), bound, options).run();
}

/// Repairs the plan of auto.
Packed choose_repair(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  const std::int64_t bound = lower_bound(histogram, limits).packs;
  Plan start = plan_of_auto(histogram, limits, bound, options);
  return {.plan = repair(histogram, limits, std::move(start), bound, options), .method = "repair", .heuristic = {}};
}

}  // namespace tuplepack
