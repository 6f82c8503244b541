#include "tree_search.hpp"

#include "base/order.hpp"
#include "case_relaxation.hpp"
#include "packing/exact/columns/part.hpp"
#include "packing/exact/columns/rounding.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tuplepack::packing {

/// More items make no tree; see case_scale.
static constexpr std::int64_t max_items_of_cases = 4'096;
/// More bins: the linear program keeps a square of them.
static constexpr std::size_t max_bins_of_cases = 1'500;
/// Prices in a certificate by cases.
static constexpr std::size_t max_case_prices = 4'000'000;
/// Amounts this near to a whole number count as whole.
static constexpr double whole_tolerance = 1e-6;

/// Rooms of a pack up to which a table of them takes no longer than a few cases.
static constexpr double max_quick_cells = 200'000;

namespace {

double cells_of(const OnePack& pack) {
  double cells = 1;
  for (const std::int64_t limit : pack.limits) cells *= static_cast<double>(limit) + 1;
  return cells;
}

/// Two bins, and how often they share a pack.
struct Together {
  std::uint32_t a;
  std::uint32_t b;
  double amount;
};

double distance_to_whole(double amount) {
  return std::abs(amount - std::round(amount));
}

/// Every pair of bins in the packs of a solution that are used by halves, sorted.
std::vector<Together> pairs_of(const CaseRelaxation& relaxation) {
  std::vector<Together> all;
  for (std::size_t column = 0; column < relaxation.columns.size(); ++column) {
    const double amount = relaxation.amounts[column];
    if (amount < whole_tolerance) continue;
    const auto runs = relaxation.columns[column];
    for (std::size_t i = 0; i < runs.size(); ++i) {
      for (std::size_t j = runs[i].copies > 1 ? i : i + 1; j < runs.size(); ++j) {
        const auto [a, b] = std::minmax(runs[i].bin, runs[j].bin);
        all.push_back({.a = a, .b = b, .amount = amount});
      }
    }
  }
  const auto order = sorted_numbers(all.size(), [&](std::uint32_t x, std::uint32_t y) {
    return std::pair(all[x].a, all[x].b) < std::pair(all[y].a, all[y].b);
  });
  std::vector<Together> merged;
  for (const std::uint32_t at : order) {
    if (merged.empty() || merged.back().a != all[at].a || merged.back().b != all[at].b) {
      merged.push_back(all[at]);
    } else {
      merged.back().amount += all[at].amount;
    }
  }
  return merged;
}

class TreeSearch {
 public:
  TreeSearch(const Histogram& histogram, const Limits& limits, Plan start, const Proof& known, bool until_stopped,
             const PackOptions& options)
      : histogram_(histogram),
        limits_(limits),
        known_(known),
        until_stopped_(until_stopped),
        result_{.solved = {.plan = std::move(start), .bound = known.bound.packs, .certificate = {}}},
        packs_(pack_count(result_.solved.plan)),
        stop_(options, {.step = "optimal", .bound = known.bound.packs}) {
    stop_.report(result_.solved.plan);
  }

  Branched run() && {
    if (packs_ <= result_.solved.bound) return std::move(result_);
    const std::int64_t items = totals(histogram_).items;
    std::optional<Part> exact = exact_part_of(histogram_, limits_);
    has_tree_ = exact && exact->histogram.bins() <= max_bins_of_cases && items <= max_items_of_cases;
    whole_ = part_of(histogram_, limits_, std::nullopt);
    if (!whole_ && !has_tree_) return std::move(result_);
    if (has_tree_) whole_ = std::move(exact);
    free_ = free_items(*whole_, histogram_.counts);
    if (!free_.empty() && items > limits_.depth) return std::move(result_);
    original_ = original_bins(*whole_);
    set_below();
    relax_whole();
    if (has_tree_ && packs_ > result_.solved.bound + 1) bound_at_once();
    while (has_tree_ && goes_on() && refute()) {
    }
    constexpr std::uint32_t dives_of_column_generation = 24;
    constexpr std::uint32_t max_dives = 200;
    const bool has_root = root_.columns.size() > 0;
    for (std::uint32_t dive = 0; dive < max_dives && has_root && until_stopped_ && goes_on(); ++dive) {
      round_to_plan(root_, {.first = dives_of_column_generation + dive, .count = 1, .relax = {}});
    }
    return std::move(result_);
  }

 private:
  const Histogram& histogram_;
  const Limits& limits_;
  const Proof& known_;
  const bool until_stopped_;
  Branched result_;
  std::int64_t packs_;
  Stop stop_;
  std::optional<Part> whole_;
  std::vector<std::uint32_t> original_;  // bins of the part
  std::vector<Run> free_;
  bool has_tree_ = false;
  std::vector<std::uint32_t> below_;  // bins of the whole: see nearest_below()
  FractionalSolution root_;           // if there is a table for it
  Columns root_columns_;              // in the bins of the part
  CaseTables tables_;                 // of the pricing, from case to case

  /// Decisions from the root to the current case, each with the packs of the case it divides.
  struct Step {
    std::uint32_t a;
    std::uint32_t b;
    bool is_apart;
    Columns columns;
  };

  [[nodiscard]] bool goes_on() const {
    constexpr std::int64_t few_cases = 50;
    return packs_ > result_.solved.bound && (until_stopped_ || result_.cases < few_cases) && !stop_.is_stopped();
  }

  void set_below() {
    below_.assign(histogram_.bins(), no_bin);
    const std::vector<std::uint32_t> below = nearest_below(whole_->pack);
    for (std::size_t bin = 0; bin < below.size(); ++bin) {
      if (below[bin] != no_bin) below_[original_[bin]] = original_[below[bin]];
    }
  }

  /// The linear program of the whole, unless the table for it leaves something out, or there are cases to solve and it
  /// would be large.
  void relax_whole() {
    const auto table = part_of(histogram_, limits_, std::nullopt);
    if (!table || table->bin != whole_->bin || (has_tree_ && cells_of(table->pack) > max_quick_cells)) {
      root_columns_ = columns_of(result_.solved.plan, *whole_);
      return;
    }
    std::vector<double> duals;
    for (const std::uint32_t bin : original_) {
      duals.push_back(static_cast<double>(known_.certificate.prices[bin]) /
                      static_cast<double>(known_.certificate.scale));
    }
    Relaxation relaxation = relax({.pack = table->pack,
                                   .counts = whole_->histogram.counts,
                                   .initial_columns = columns_of(result_.solved.plan, *whole_),
                                   .initial_duals = duals,
                                   .known_bound = result_.solved.bound,
                                   .cutoff = packs_,
                                   .depth = limits_.depth},
                                  stop_);
    root_columns_ = relaxation.columns;
    root_ = in_original(std::move(relaxation), original_, histogram_.bins());
  }

  void round_to_plan(FractionalSolution solution, const Dives& dives) {
    const std::int64_t bound = result_.solved.bound;
    result_.solved.plan =
        round(histogram_, limits_, std::move(solution), free_, std::move(result_.solved.plan), bound, dives, stop_);
    packs_ = pack_count(result_.solved.plan);
  }

  /// The solution of a case as one of the whole.
  [[nodiscard]] FractionalSolution in_whole(const CaseProblem& problem, const CaseRelaxation& relaxation) const {
    FractionalSolution solution{
        .columns = {}, .amounts = {}, .below = below_, .prices = std::vector<double>(histogram_.bins())};
    for (std::size_t column = 0; column < relaxation.columns.size(); ++column) {
      if (relaxation.amounts[column] < whole_tolerance) continue;
      std::vector<Run> runs = problem.unglued(relaxation.columns[column]);
      for (Run& run : runs) run.bin = original_[run.bin];
      solution.columns.add(runs);
      solution.amounts.push_back(relaxation.amounts[column]);
    }
    return solution;
  }

  /// The linear program of what a dive has left, with no decisions.
  [[nodiscard]] std::optional<FractionalSolution> relax_rest(const Rest& rest, const Columns& start,
                                                             std::int64_t packs) {
    const CaseProblem problem(reduce(rest.histogram, limits_), rest.histogram.counts);
    std::optional<CaseRelaxation> relaxation = relax_case(problem, problem.adapted(start), packs, tables_, stop_);
    if (!relaxation || relaxation->is_closed) return std::nullopt;
    return FractionalSolution{.columns = relaxation->columns.renumbered(rest.original),
                              .amounts = std::move(relaxation->amounts),
                              .below = below_,
                              .prices = std::vector<double>(histogram_.bins())};
  }

  /// Whether to round the solution of a case: always if it is whole, else of the first cases and of some later ones.
  [[nodiscard]] bool is_rounded(const CaseRelaxation& relaxation) const {
    constexpr std::int64_t first_cases = 8;
    constexpr std::int64_t every = 8;
    return result_.cases <= first_cases || result_.cases % every == 0 ||
           std::all_of(relaxation.amounts.begin(), relaxation.amounts.end(),
                       [](double amount) { return distance_to_whole(amount) < whole_tolerance; });
  }

  /// The pair to divide an open case by: one that shares packs by halves; none if no pack holds a pair.
  [[nodiscard]] static std::optional<Together> pair_to_divide(const CaseProblem& problem,
                                                              const CaseRelaxation& relaxation) {
    std::optional<Together> best;
    double most = -1;
    for (const Together& pair : pairs_of(relaxation)) {
      if (!problem.may_share(pair.a, pair.b)) continue;
      double size = 0;
      for (std::size_t c = 0; c < problem.limits().size(); ++c) {
        size += static_cast<double>(problem.size(pair.a)[c] + problem.size(pair.b)[c]) /
                static_cast<double>(problem.limits()[c]);
      }
      const double promise = distance_to_whole(pair.amount) * (0.1 + size);
      if (promise > most) {
        most = promise;
        best = pair;
      }
    }
    return best;
  }

  /// The number of a bin of a case in a certificate.
  [[nodiscard]] std::uint32_t in_certificate(std::uint32_t bin) const {
    if (bin < original_.size()) return original_[bin];
    return static_cast<std::uint32_t>(histogram_.bins() + bin - original_.size());
  }

  [[nodiscard]] Case closed_case(const CaseProblem& problem, const CaseRelaxation& relaxation) const {
    Case closed{.split = {}, .scale = relaxation.scale, .prices = {}};
    closed.prices.resize(histogram_.bins() + problem.bins() - original_.size());
    for (std::uint32_t bin = 0; bin < problem.bins(); ++bin)
      closed.prices[in_certificate(bin)] = relaxation.prices[bin];
    return closed;
  }

  /// Goes from a closed case to the next open one. False when there is none.
  static bool go_back(CaseProblem& problem, std::vector<Step>& path) {
    while (!path.empty() && path.back().is_apart) {
      problem.unseparate(path.back().a, path.back().b);
      path.pop_back();
    }
    if (path.empty()) return false;
    problem.unglue();
    problem.separate(path.back().a, path.back().b);
    path.back().is_apart = true;
    return true;
  }

  /// Raises the bound by what the linear program of the whole shows on the way to the packs of the plan.
  void bound_at_once() {
    const CaseProblem problem(whole_->pack, whole_->histogram.counts);
    const auto relaxation = relax_case(problem, problem.adapted(root_columns_), packs_ - 1, tables_, stop_);
    if (!relaxation) return;
    ++result_.cases;
    root_columns_ = relaxation->is_closed ? root_columns_ : relaxation->columns;
    if (relaxation->bound > result_.solved.bound) raise_bound(relaxation->bound, {closed_case(problem, *relaxation)});
  }

  /// Looks for a plan of as few packs as the bound in all cases. If there is none, the bound rises. False when given up.
  bool refute() {
    const std::int64_t bound = result_.solved.bound;
    CaseProblem problem(whole_->pack, whole_->histogram.counts);
    std::vector<Case> cases;
    std::size_t prices = 0;
    std::vector<Step> path;
    Columns start = problem.adapted(root_columns_);
    while (goes_on()) {
      std::optional<CaseRelaxation> relaxation = relax_case(problem, start, bound, tables_, stop_);
      if (!relaxation) return false;
      ++result_.cases;
      if (relaxation->is_closed) {
        cases.push_back(closed_case(problem, *relaxation));
        prices += cases.back().prices.size();
        if (prices > max_case_prices) return false;
        if (!go_back(problem, path)) {
          raise_bound(bound + 1, std::move(cases));
          return true;
        }
        start = problem.adapted(path.back().columns);
        continue;
      }
      if (is_rounded(*relaxation)) {
        const auto dive = static_cast<std::uint32_t>(result_.cases % 2 == 1 ? 0 : result_.cases);
        const auto relax = [this](const Rest& rest, const Columns& columns, std::int64_t packs) {
          return relax_rest(rest, columns, packs);
        };
        round_to_plan(in_whole(problem, *relaxation), {.first = dive, .count = 1, .relax = relax});
        if (packs_ <= bound) return true;
      }
      const auto pair = pair_to_divide(problem, *relaxation);
      if (!pair) return false;
      cases.push_back({.split = std::pair(in_certificate(pair->a), in_certificate(pair->b)), .scale = 1, .prices = {}});
      path.push_back({.a = pair->a, .b = pair->b, .is_apart = false, .columns = std::move(relaxation->columns)});
      problem.glue(pair->a, pair->b);
      start = problem.adapted(path.back().columns);
    }
    return true;
  }

  void raise_bound(std::int64_t packs, std::vector<Case> cases) {
    Solved& solved = result_.solved;
    solved.bound = packs;
    solved.certificate = known_.certificate;
    solved.certificate.packs = packs;
    solved.certificate.cases = std::move(cases);
    stop_.report_bound(packs);
  }
};

}  // namespace

bool suits_cases(const Histogram& histogram, const Limits& limits) {
  constexpr std::int64_t few_items = 500;
  return totals(histogram).items <= few_items && cells_of(reduce(histogram, limits)) > max_quick_cells;
}

Proof proof_of(const Branched& branched) {
  const LowerBound bound{.packs = branched.solved.bound, .name = "branch-and-price", .component = {}, .parameter = 0};
  return {.bound = bound, .certificate = branched.solved.certificate};
}

Branched solve_by_cases(const Histogram& histogram, const Limits& limits, Plan start, const Proof& known,
                        bool until_stopped, const PackOptions& options) {
  return TreeSearch(histogram, limits, std::move(start), known, until_stopped, options).run();
}

}  // namespace tuplepack::packing
