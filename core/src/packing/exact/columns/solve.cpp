#include "solve.hpp"

#include "grouping.hpp"
#include "mean_refinement.hpp"
#include "part.hpp"
#include "rounding.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack::packing {

namespace {

/// Raises the bound and lowers the packs of a solution, step by step.
class StepwiseSolution {
 public:
  StepwiseSolution(const Histogram& histogram, const Limits& limits, Plan start, const Proof& known,
                   const PackOptions& options)
      : histogram_(histogram),
        limits_(limits),
        solved_{.plan = std::move(start), .bound = known.bound.packs, .certificate = {}},
        known_(known.certificate),
        packs_(pack_count(solved_.plan)),
        stop_(options, {.step = "column-generation", .bound = solved_.bound}) {
    stop_.report(solved_.plan);
  }

  /// improves_plan   or only the bound
  Solved run(bool improves_plan) && {
    if (const auto whole = is_done() ? std::nullopt : part(std::nullopt)) {
      Relaxation relaxation = raise_bound(*whole, columns_of(solved_.plan, *whole), std::nullopt);
      if (improves_plan && !is_done()) improve_plan(*whole, std::move(relaxation));
    } else {
      for (std::size_t c = 0; c < limits_.sizes.size() && !is_done(); ++c) {
        if (const auto alone = part(c)) (void)raise_bound(*alone, {}, c);
      }
    }
    return std::move(solved_);
  }

 private:
  const Histogram& histogram_;
  const Limits& limits_;
  Solved solved_;
  const Certificate& known_;
  const std::int64_t packs_;
  Stop stop_;

  [[nodiscard]] bool is_done() const { return solved_.bound >= packs_ || stop_.is_stopped(); }

  [[nodiscard]] std::optional<Part> part(std::optional<std::size_t> component) {
    constexpr std::int64_t work_per_bin = 200;
    stop_.after(static_cast<std::int64_t>(histogram_.bins()) * work_per_bin);
    return part_of(histogram_, limits_, component);
  }

  /// In packs.
  [[nodiscard]] std::vector<double> known_prices(const Part& part) const {
    std::vector<double> prices(part.histogram.bins());
    for (std::size_t bin = 0; bin < part.bin.size(); ++bin) {
      if (part.bin[bin] == Part::none) continue;
      prices[part.bin[bin]] = static_cast<double>(known_.prices[bin]) / static_cast<double>(known_.scale);
    }
    return prices;
  }

  Relaxation raise_bound(const Part& part, const Columns& start, std::optional<std::size_t> component) {
    const std::vector<double> duals = known_prices(part);
    Relaxation relaxation = relax({.pack = part.pack,
                                   .counts = part.histogram.counts,
                                   .initial_columns = start,
                                   .initial_duals = duals,
                                   .known_bound = solved_.bound,
                                   .cutoff = packs_,
                                   .depth = component ? unlimited_depth : limits_.depth},
                                  stop_);
    if (relaxation.bound <= solved_.bound) return relaxation;
    solved_.bound = relaxation.bound;
    solved_.certificate = {
        .scale = relaxation.scale, .prices = {}, .component = component, .uses_depth = part.pack.uses_depth};
    for (const std::uint32_t bin : part.bin) {
      solved_.certificate.prices.push_back(bin == Part::none ? 0 : relaxation.prices[bin]);
    }
    return relaxation;
  }

  void improve_plan(const Part& whole, Relaxation relaxation) {
    const std::vector<Run> free = free_items(whole, histogram_.counts);
    if (!free.empty() && totals(histogram_).items > limits_.depth) return;
    solved_.plan =
        round(histogram_, limits_, in_original(std::move(relaxation), original_bins(whole), histogram_.bins()), free,
              std::move(solved_.plan), solved_.bound, {}, stop_);
  }
};

}  // namespace

Proof proof_of(const Solved& solved) {
  const LowerBound bound{
      .packs = solved.bound, .name = "linear-program", .component = solved.certificate.component, .parameter = 0};
  return {.bound = bound, .certificate = solved.certificate};
}

Solved bound_by_columns(const Histogram& histogram, const Limits& limits, Plan start, const Proof& known,
                        const PackOptions& options) {
  return StepwiseSolution(histogram, limits, std::move(start), known, options).run(false);
}

Solved solve_by_columns(const Histogram& histogram, const Limits& limits, Plan start, const Proof& known,
                        const PackOptions& options) {
  Solved solved = StepwiseSolution(histogram, limits, std::move(start), known, options).run(true);
  if (histogram.bins() <= max_groups) return solved;
  const auto continue_by = [&](const auto& solve) {
    if (solved.bound >= pack_count(solved.plan)) return;
    const Proof proof = solved.certificate.prices.empty() ? known : proof_of(solved);
    Solved next = solve(histogram, limits, std::move(solved.plan), proof, options);
    if (next.certificate.prices.empty()) next.certificate = std::move(solved.certificate);
    solved = std::move(next);
  };
  if (suits_mean_groups(histogram, solved.plan)) continue_by(solve_by_mean_groups);
  continue_by(solve_by_groups);
  return solved;
}

}  // namespace tuplepack::packing
