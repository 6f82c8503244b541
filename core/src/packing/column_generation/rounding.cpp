#include "rounding.hpp"

#include "../methods/methods.hpp"
#include "residual.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tuplepack {

namespace {

/// Amounts are computed in doubles: so near below a whole number they count as whole.
constexpr double nearly = 1e-6;
/// Packs used more often than this are rounded up together, in the first attempt.
constexpr double nearly_always = 0.7;
/// How often to dive, with other choices each time.
constexpr std::uint32_t most_attempts = 24;

/// A number between 0 and 1 that differs from attempt to attempt and from pack to pack.
double noise(std::uint32_t attempt, std::size_t column) {
  std::uint64_t bits = (column + 1) * 0x9e3779b97f4a7c15U + attempt * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ (bits >> 30)) * 0x94d049bb133111ebU;
  return static_cast<double>(bits >> 40) / 16777216.0;
}

/// Some packs fixed, and the linear program of what is left.
struct Node {
  PartialPlan fixed;
  Fractional left;
};

class Rounding {
 public:
  Rounding(const Histogram& histogram, const Limits& limits, Plan best, std::int64_t target, Stop& stop)
      : histogram_(histogram),
        limits_(limits),
        target_(target),
        stop_(stop),
        best_(std::move(best)),
        best_packs_(pack_count(best_)) {}

  Plan run(Node root) && {
    if (!settle(root)) return std::move(best_);
    for (std::uint32_t attempt = 0; attempt < most_attempts && best_packs_ > target_ && !stop_.is_stopped();
         ++attempt) {
      Node node = root;
      do {
        round_up(node, attempt);
      } while (settle(node));
    }
    return std::move(best_);
  }

 private:
  const Histogram& histogram_;
  const Limits& limits_;
  const std::int64_t target_;
  Stop& stop_;
  Plan best_;
  std::int64_t best_packs_;

  /// Keeps whole uses, packs the rest, and solves the linear program of what is left. False when there is nothing to be
  /// had below this node.
  bool settle(Node& node) {
    for (std::size_t column = 0; column < node.left.columns.size(); ++column) {
      const auto whole = static_cast<std::int64_t>(std::floor(node.left.amounts[column] + nearly));
      if (whole > 0) node.fixed.add(node.left.columns[column], whole, node.left.below);
    }
    pack_rest(node.fixed);
    if (best_packs_ <= target_ || node.fixed.packs() >= best_packs_ - 1 || stop_.is_stopped()) return false;
    const Rest rest = residual(histogram_, node.fixed.left());
    const std::optional<OnePack> pack = reduce_to_table(rest.histogram, limits_);
    if (!pack) return false;
    const Columns start = remaining(node, rest);
    std::vector<double> guess;
    for (const std::uint32_t bin : rest.original) guess.push_back(node.left.prices[bin]);
    Relaxation relaxation = relax({.pack = *pack,
                                   .counts = rest.histogram.counts,
                                   .start = start,
                                   .guess = guess,
                                   .known = 0,
                                   .enough = best_packs_ - node.fixed.packs(),
                                   .depth = limits_.depth},
                                  stop_);
    if (stop_.is_stopped() || node.fixed.packs() + relaxation.bound >= best_packs_) return false;
    node.left = in_whole(std::move(relaxation), rest.original, histogram_.bins());
    return true;
  }

  /// The packs in use, cut down to the items that are left, in the numbers of the residual histogram.
  Columns remaining(const Node& node, const Rest& rest) const {
    std::vector<std::uint32_t> number(histogram_.bins());
    for (std::size_t bin = 0; bin < rest.original.size(); ++bin)
      number[rest.original[bin]] = static_cast<std::uint32_t>(bin);
    Columns result;
    for (std::size_t column = 0; column < node.left.columns.size(); ++column) {
      if (node.left.amounts[column] < nearly) continue;
      std::vector<Run> runs = node.fixed.filled(node.left.columns[column], node.left.below);
      for (Run& run : runs) run.bin = number[run.bin];
      if (!runs.empty()) result.add(runs);
    }
    return result;
  }

  /// Where no use is whole, fixes the pack used most, with some luck in the later attempts.
  void round_up(Node& node, std::uint32_t attempt) const {
    std::size_t most = 0;
    double most_used = -1;
    for (std::size_t column = 0; column < node.left.columns.size(); ++column) {
      const double amount = node.left.amounts[column];
      if (amount >= 1.0 - nearly) return;
      const double used = attempt == 0 ? amount : amount * (0.4 + 0.6 * noise(attempt, column));
      if (used > most_used) {
        most = column;
        most_used = used;
      }
    }
    node.fixed.add(node.left.columns[most], 1, node.left.below);
    if (attempt > 0) return;
    for (std::size_t column = 0; column < node.left.columns.size(); ++column) {
      if (column != most && node.left.amounts[column] > nearly_always)
        node.fixed.add(node.left.columns[column], 1, node.left.below);
    }
  }

  /// Packs what is left by fast methods.
  void pack_rest(const PartialPlan& fixed) {
    if (fixed.is_complete()) return take(PartialPlan(fixed));
    const Rest rest = residual(histogram_, fixed.left());
    for (const Heuristic& heuristic : all_heuristics(histogram_.component_count())) {
      for (const bool distribute : {false, true}) {
        if (best_packs_ <= std::max(target_, fixed.packs() + 1) || stop_.is_stopped()) return;
        const PackOptions options{
            .heuristic = heuristic, .distribute = distribute, .fewer_than = best_packs_ - fixed.packs()};
        const Plan plan = pack_longest_first(rest.histogram, limits_, options, stop_);
        if (plan.strategies() == 0) continue;
        PartialPlan whole(fixed);
        whole.add(plan, rest.original);
        take(std::move(whole));
      }
    }
  }

  void take(PartialPlan plan) {
    if (plan.packs() >= best_packs_) return;
    best_packs_ = plan.packs();
    best_ = std::move(plan).finish();
    stop_.report_packs(best_packs_);
  }
};

}  // namespace

Fractional in_whole(Relaxation relaxation, std::span<const std::uint32_t> original, std::size_t bins) {
  Fractional result{.columns = relaxation.columns.renumbered(original),
                    .amounts = std::move(relaxation.amounts),
                    .below = std::vector<std::uint32_t>(bins, no_bin),
                    .prices = std::vector<double>(bins)};
  for (std::size_t bin = 0; bin < original.size(); ++bin) {
    if (relaxation.below[bin] != no_bin) result.below[original[bin]] = original[relaxation.below[bin]];
    result.prices[original[bin]] = relaxation.center[bin];
  }
  return result;
}

Plan round(const Histogram& histogram, const Limits& limits, Fractional root, std::span<const Run> free, Plan best,
           std::int64_t target, Stop& stop) {
  Node node{.fixed = PartialPlan(histogram, free), .left = std::move(root)};
  return Rounding(histogram, limits, std::move(best), target, stop).run(std::move(node));
}

}  // namespace tuplepack
