// Removes one pack at a time by local search.
//
// The items of the removed pack are loose. In each step a few packs are emptied too and refilled one by one from all
// loose items, each as full as possible (subset sum, see ReachableTable). The step is kept if the loose items do not
// grow; the pack is gone once none is left. This is the consistent neighbourhood search of Buljubašić and Vasquez 2016,
// with the exact filling of Gupta and Ho 1999 as its step. Every other step gathers the room that is left in many packs
// in one, by exchanges of items (Alvim et al. 2004), until some loose item fits there.

#include "repair.hpp"

#include "base/random.hpp"
#include "methods.hpp"
#include "packing/filling/exchange.hpp"
#include "packing/filling/loose_items.hpp"
#include "packing/stop.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace tuplepack::packing {

namespace {

/// Runs of all packs that take part, at most; the fullest packs stay as they are.
constexpr std::int64_t max_runs = 1 << 18;
/// Runs of one such pack, at most.
constexpr std::int64_t longest_run = 1 << 10;
/// Packs that are refilled in one step, at most.
constexpr std::size_t most_together = 4;
/// Other packs that are tried for each exchange, and exchanges in one step, at most.
constexpr std::size_t max_partners = 1'000;
constexpr int max_exchanges = 60;
/// Steps without improvement before giving up, per pack.
constexpr std::size_t tries_per_pack = 20;
/// Work to fill a pack, besides that of its table.
constexpr std::int64_t work_for_a_pack = 2'000;

class Repair {
 public:
  Repair(const Histogram& histogram, const Limits& limits, Plan start, std::int64_t bound, std::uint64_t seed,
         std::int64_t max_work, const PackOptions& options)
      : histogram_(histogram),
        components_(tightest_first(histogram, limits)),
        bound_(bound),
        max_work_(max_work),
        exchanges_(histogram, limits, components_),
        outside_(histogram, limits, components_),
        best_(std::move(start)),
        fewest_(pack_count(best_)),
        stop_(options, {.step = "repair", .bound = bound}),
        random_{seed} {
    stop_.report(best_);
    take_up_emptiest();
  }

  Plan run() && {
    constexpr std::int64_t work_per_run = 50;
    while (fewest_ > bound_ && packs_.size() > 1 && empty_one()) {
      best_ = plan();
      --fewest_;
      stop_.report(best_);
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
  const std::int64_t max_work_;  // in about nanoseconds, as work_
  Exchanges exchanges_;
  LooseItems outside_;
  Plan best_;
  std::int64_t fewest_;
  Stop stop_;
  std::vector<Pack> packs_;  // that take part
  PlanBuilder others_;       // that do not
  Random random_;
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
    std::int64_t runs = max_runs;
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

  /// Distributes the items of the emptiest pack among the others. False if that fails.
  [[nodiscard]] bool empty_one() {
    const auto emptiest =
        std::min_element(packs_.begin(), packs_.end(), [](const Pack& a, const Pack& b) { return a.used < b.used; });
    outside_.put(emptiest->runs);
    packs_.erase(emptiest);
    const std::size_t most_in_vain = tries_per_pack * packs_.size();
    for (std::size_t in_vain = 0; !outside_.runs().empty(); ++in_vain) {
      if (in_vain > most_in_vain || work_ > max_work_ || stop_.is_stopped()) return false;
      const std::int64_t before = used_by(outside_.runs());
      if (in_vain % 2 == 1) {
        gather_room();
      } else {
        fill_again(choose(std::min(1 + in_vain * most_together / (most_in_vain + 1), packs_.size())));
      }
      if (used_by(outside_.runs()) < before) in_vain = 0;
    }
    return true;
  }

  void change(Pack& pack, std::uint32_t bin, std::int64_t by) {
    pack.used += by * histogram_.size(bin)[components_[0]];
    const auto at = std::find_if(pack.runs.begin(), pack.runs.end(), [bin](const Run& run) { return run.bin <= bin; });
    if (at == pack.runs.end() || at->bin != bin) {
      pack.runs.insert(at, {.bin = bin, .copies = by});
    } else if ((at->copies += by) == 0) {
      pack.runs.erase(at);
    }
  }

  /// Lets one pack gain room from others, and fills it again as it changes, until that helps.
  void gather_room() {
    const std::size_t gathering = choose_one();
    const bool may_scatter = random_.below(4) == 0;
    const std::int64_t before = used_by(outside_.runs());
    for (int i = 0; i < max_exchanges && !stop_.is_stopped(); ++i) {
      if (!exchange(gathering, may_scatter)) return;
      fill_again({gathering});
      if (used_by(outside_.runs()) < before) return;
    }
  }

  /// The exchange by which a pack gains most room from another.
  /// may_scatter  the other may keep more room than the pack had; else the room in both must become more uneven
  /// result       whether there is one
  bool exchange(std::size_t gathering, bool may_scatter) {
    Pack& pack = packs_[gathering];
    const auto size = static_cast<std::uint32_t>(packs_.size());
    const std::size_t tried = std::min<std::size_t>(size, max_partners);
    const std::size_t first = random_.below(size);
    const std::size_t first_run = random_.below(static_cast<std::uint32_t>(pack.runs.size()));
    exchanges_.set_pack(pack.runs, first_run);
    Exchange best;
    std::size_t partner = 0;
    for (std::size_t i = 0; i < tried; ++i) {
      const std::size_t at = (first + i) % size;
      if (at == gathering) continue;
      const std::int64_t least = may_scatter ? 0 : pack.used - packs_[at].used;
      Exchange found = exchanges_.best_with(packs_[at].runs, first_run, std::max(best.gain, least));
      if (found.gain == 0) continue;
      best = std::move(found);
      partner = at;
    }
    const std::int64_t work = exchanges_.take_work();
    work_ += work;
    stop_.after(work);
    for (const std::uint32_t bin : best.given) {
      change(pack, bin, -1);
      change(packs_[partner], bin, 1);
    }
    for (const std::uint32_t bin : best.taken) {
      change(packs_[partner], bin, -1);
      change(pack, bin, 1);
    }
    return best.gain > 0;
  }

  /// Distinct packs, the fullest first: the wasted room gathers in the last.
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

  /// A random pack that is likely to waste much: the emptiest of a few.
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

  /// Refills packs, unless that leaves more loose items. Whether large or small items are preferred is random.
  void fill_again(const std::vector<std::size_t>& chosen) {
    const std::vector<Run> before = outside_.runs();
    const std::int64_t work_before = outside_.work();
    std::vector<Pack> filled;
    for (const std::size_t pack : chosen) outside_.put(packs_[pack].runs);
    std::size_t looked_up = 0;  // runs that were skipped to find others
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

Plan repair(const Histogram& histogram, const Limits& limits, Plan start, std::int64_t bound, std::uint64_t seed,
            std::int64_t work, const PackOptions& options) {
  return Repair(histogram, limits, std::move(start), bound, seed, work, options).run();
}

/// Repairs the plan of quick.
Packed choose_repair(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  const std::int64_t bound = known_bound(histogram, limits, options);
  Plan start = quick_plan(histogram, limits, bound, options);
  return {.plan = repair(histogram, limits, std::move(start), bound, 0, usual_repair_work, options),
          .method = "repair",
          .heuristic = {}};
}

}  // namespace tuplepack::packing
