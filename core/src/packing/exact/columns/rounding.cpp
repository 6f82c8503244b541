#include "rounding.hpp"

#include "packing/filling/histogram_packing.hpp"
#include "residual.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tuplepack::packing {

namespace {

/// Amounts this little below a whole number count as whole.
constexpr double integrality_tolerance = 1e-6;
/// In the first dive, columns with larger amounts are rounded up together.
constexpr double rounding_threshold = 0.7;

/// Between 0 and 1, by dive and column.
double random_weight(std::uint32_t dive, std::size_t column) {
  std::uint64_t bits = (column + 1) * 0x9e3779b97f4a7c15U + dive * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ (bits >> 30)) * 0x94d049bb133111ebU;
  return static_cast<double>(bits >> 40) / 16777216.0;
}

/// A node of the dive: fixed packs, and the relaxation of the residual problem.
struct Node {
  PartialPlan fixed;
  FractionalSolution left;
};

class Rounding {
 public:
  Rounding(const Histogram& histogram, const Limits& limits, Plan best, std::int64_t target, const Dives& dives,
           Stop& stop)
      : histogram_(histogram),
        limits_(limits),
        target_(target),
        dives_(dives),
        stop_(stop),
        incumbent_(std::move(best)),
        incumbent_packs_(pack_count(incumbent_)) {}

  Plan run(Node root) && {
    if (!solve_node(root)) return std::move(incumbent_);
    const auto goes_on = [&] { return incumbent_packs_ > target_ && !stop_.is_stopped(); };
    for (std::uint32_t dive = dives_.first; dive - dives_.first < dives_.count && goes_on(); ++dive) {
      Node node = root;
      do {
        fix_columns(node, dive);
      } while (solve_node(node));
    }
    return std::move(incumbent_);
  }

 private:
  const Histogram& histogram_;
  const Limits& limits_;
  const std::int64_t target_;
  const Dives& dives_;
  Stop& stop_;
  Plan incumbent_;
  std::int64_t incumbent_packs_;

  /// Fixes whole amounts, packs the rest for an incumbent, and solves the relaxation of the residual problem. False
  /// when the node is pruned.
  bool solve_node(Node& node) {
    for (std::size_t column = 0; column < node.left.columns.size(); ++column) {
      const auto whole = static_cast<std::int64_t>(std::floor(node.left.amounts[column] + integrality_tolerance));
      if (whole > 0) node.fixed.add(node.left.columns[column], whole, node.left.below);
    }
    pack_rest(node.fixed);
    if (incumbent_packs_ <= target_ || node.fixed.packs() >= incumbent_packs_ - 1 || stop_.is_stopped()) return false;
    const Rest rest = residual(histogram_, node.fixed.left());
    if (dives_.relax) {
      auto left = dives_.relax(rest, remaining(node, rest), incumbent_packs_ - 1 - node.fixed.packs());
      if (left) node.left = std::move(*left);
      return left.has_value();
    }
    const std::optional<OnePack> pack = reduce_to_table(rest.histogram, limits_);
    if (!pack) return false;
    const Columns start = remaining(node, rest);
    std::vector<double> duals;
    for (const std::uint32_t bin : rest.original) duals.push_back(node.left.prices[bin]);
    Relaxation relaxation = relax({.pack = *pack,
                                   .counts = rest.histogram.counts,
                                   .initial_columns = start,
                                   .initial_duals = duals,
                                   .known_bound = 0,
                                   .cutoff = incumbent_packs_ - node.fixed.packs(),
                                   .depth = limits_.depth},
                                  stop_);
    if (stop_.is_stopped() || node.fixed.packs() + relaxation.bound >= incumbent_packs_) return false;
    node.left = in_original(std::move(relaxation), rest.original, histogram_.bins());
    return true;
  }

  /// The columns in use, cut down to the remaining items, in the numbering of the residual histogram.
  Columns remaining(const Node& node, const Rest& rest) const {
    std::vector<std::uint32_t> number(histogram_.bins());
    for (std::size_t bin = 0; bin < rest.original.size(); ++bin)
      number[rest.original[bin]] = static_cast<std::uint32_t>(bin);
    Columns result;
    for (std::size_t column = 0; column < node.left.columns.size(); ++column) {
      if (node.left.amounts[column] < integrality_tolerance) continue;
      std::vector<Run> runs = node.fixed.filled(node.left.columns[column], node.left.below);
      for (Run& run : runs) run.bin = number[run.bin];
      if (!runs.empty()) result.add(runs);
    }
    return result;
  }

  /// Where no amount is whole, fixes the column of the largest, weighted at random after the first dive.
  void fix_columns(Node& node, std::uint32_t dive) const {
    std::size_t most = 0;
    double most_used = -1;
    for (std::size_t column = 0; column < node.left.columns.size(); ++column) {
      const double amount = node.left.amounts[column];
      if (amount >= 1.0 - integrality_tolerance) return;
      const double used = dive == 0 ? amount : amount * (0.4 + 0.6 * random_weight(dive, column));
      if (used > most_used) {
        most = column;
        most_used = used;
      }
    }
    node.fixed.add(node.left.columns[most], 1, node.left.below);
    if (dive > 0) return;
    for (std::size_t column = 0; column < node.left.columns.size(); ++column) {
      if (column != most && node.left.amounts[column] > rounding_threshold)
        node.fixed.add(node.left.columns[column], 1, node.left.below);
    }
  }

  /// Packs the remaining items by best fit.
  void pack_rest(const PartialPlan& fixed) {
    if (fixed.is_complete()) return update_incumbent(PartialPlan(fixed));
    const Rest rest = residual(histogram_, fixed.left());
    for (const Heuristic& heuristic : all_heuristics(histogram_.component_count())) {
      for (const bool distribute : {false, true}) {
        if (incumbent_packs_ <= std::max(target_, fixed.packs() + 1) || stop_.is_stopped()) return;
        const PackOptions options{
            .heuristic = heuristic, .distribute = distribute, .fewer_than = incumbent_packs_ - fixed.packs()};
        const Plan plan = pack_longest_first(rest.histogram, limits_, options, stop_);
        if (plan.strategies() == 0) continue;
        PartialPlan whole(fixed);
        whole.add(plan, rest);
        update_incumbent(std::move(whole));
      }
    }
  }

  void update_incumbent(PartialPlan plan) {
    if (plan.packs() >= incumbent_packs_) return;
    incumbent_packs_ = plan.packs();
    incumbent_ = std::move(plan).finish();
    stop_.report(incumbent_);
  }
};

}  // namespace

FractionalSolution in_original(Relaxation relaxation, std::span<const std::uint32_t> original, std::size_t bins) {
  FractionalSolution result{.columns = relaxation.columns.renumbered(original),
                            .amounts = std::move(relaxation.amounts),
                            .below = std::vector<std::uint32_t>(bins, no_bin),
                            .prices = std::vector<double>(bins)};
  for (std::size_t bin = 0; bin < original.size(); ++bin) {
    if (relaxation.below[bin] != no_bin) result.below[original[bin]] = original[relaxation.below[bin]];
    result.prices[original[bin]] = relaxation.center[bin];
  }
  return result;
}

Plan round(const Histogram& histogram, const Limits& limits, FractionalSolution root, std::span<const Run> free,
           Plan best, std::int64_t target, const Dives& dives, Stop& stop) {
  Node node{.fixed = PartialPlan(histogram, free), .left = std::move(root)};
  return Rounding(histogram, limits, std::move(best), target, dives, stop).run(std::move(node));
}

}  // namespace tuplepack::packing
