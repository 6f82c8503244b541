#include "case_relaxation.hpp"

#include "base/arithmetic.hpp"
#include "case_pricing.hpp"
#include "packing/exact/columns/master.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tuplepack::packing {

/// Duals are scaled by this and rounded down. With the items of a case at most 4,096, all sums stay below 2^53.
static constexpr double case_scale = 1099511627776.0;  // 2^40
/// An objective this little above a whole number counts as that.
static constexpr double objective_tolerance = 1e-6;
/// Columns that the master keeps, per bin.
static constexpr std::size_t columns_per_bin = 10;

namespace {

/// Rows are the bins that have items left.
class CaseColumnGeneration {
 public:
  CaseColumnGeneration(const CaseProblem& problem, const Columns& start, std::int64_t packs, CaseTables& tables,
                       Stop& stop)
      : problem_(problem),
        packs_(packs),
        stop_(stop),
        pricing_(problem, tables),
        bins_(bins_with_items(problem)),
        row_(problem.bins()),
        master_(counts(), ceilings()),
        prices_(problem.bins()) {
    for (std::uint32_t row = 0; row < bins_.size(); ++row) {
      row_[bins_[row]] = row;
      const Run alone{.bin = row, .copies = problem.most_alone(bins_[row])};
      master_.add(std::span(&alone, 1));
    }
    const Columns in_rows = start.renumbered(row_);
    for (std::size_t pack = 0; pack < in_rows.size(); ++pack) master_.add(in_rows[pack]);
  }

  std::optional<CaseRelaxation> run() && {
    CaseRelaxation result;
    while (master_.optimise(stop_)) {
      const bool is_feasible = !master_.uses_stabilisation();
      if (is_feasible && master_.objective() <= static_cast<double>(packs_) + objective_tolerance) {
        return solution(std::move(result));
      }
      const std::int64_t sum = scale_duals();
      if (!pricing_.run(prices_, case_scale, stop_)) return std::nullopt;
      const auto best = static_cast<std::int64_t>(pricing_.best());
      if (const std::int64_t bound = divide_up(sum, best); bound > result.bound) {
        result.bound = bound;
        result.scale = best;
        result.prices.assign(prices_.begin(), prices_.end());
        result.is_closed = bound > packs_;
        if (result.is_closed) return result;
      }
      if (!add_columns()) return solution(std::move(result));
      master_.purge(columns_per_bin * bins_.size());
    }
    return std::nullopt;
  }

 private:
  const CaseProblem& problem_;
  const std::int64_t packs_;
  Stop& stop_;
  CasePricing pricing_;
  const std::vector<std::uint32_t> bins_;  // of the rows
  std::vector<std::uint32_t> row_;         // of the bins
  Master master_;
  std::vector<double> prices_;

  static std::vector<std::uint32_t> bins_with_items(const CaseProblem& problem) {
    std::vector<std::uint32_t> bins;
    for (std::uint32_t bin = 0; bin < problem.bins(); ++bin) {
      if (problem.counts()[bin] > 0) bins.push_back(bin);
    }
    return bins;
  }

  [[nodiscard]] std::vector<std::int64_t> counts() const {
    std::vector<std::int64_t> counts;
    for (const std::uint32_t bin : bins_) counts.push_back(problem_.counts()[bin]);
    return counts;
  }

  /// A little more than an item's share of a pack of its bin alone, so that no solution needs stabilisation.
  [[nodiscard]] std::vector<double> ceilings() const {
    std::vector<double> ceilings;
    for (const std::uint32_t bin : bins_) ceilings.push_back(1.01 / static_cast<double>(problem_.most_alone(bin)));
    return ceilings;
  }

  /// Sets the prices; their sum over all items.
  std::int64_t scale_duals() {
    std::int64_t sum = 0;
    for (std::size_t row = 0; row < bins_.size(); ++row) {
      const double price = std::floor(std::max(master_.duals()[row], 0.0) * case_scale);
      prices_[bins_[row]] = price;
      sum += static_cast<std::int64_t>(price) * problem_.counts()[bins_[row]];
    }
    return sum;
  }

  bool add_columns() {
    bool found = false;
    const Columns in_rows = pricing_.packs().renumbered(row_);
    for (std::size_t pack = 0; pack < in_rows.size(); ++pack) {
      double value = 0;
      for (const Run& run : in_rows[pack]) value += master_.duals()[run.bin] * static_cast<double>(run.copies);
      if (value <= 1.0 + 1e-8) continue;
      master_.add(in_rows[pack]);
      found = true;
    }
    return found;
  }

  CaseRelaxation solution(CaseRelaxation result) {
    result.columns = master_.columns().renumbered(bins_);
    result.amounts = master_.values();
    return result;
  }
};

}  // namespace

std::optional<CaseRelaxation> relax_case(const CaseProblem& problem, const Columns& start, std::int64_t packs,
                                         CaseTables& tables, Stop& stop) {
  return CaseColumnGeneration(problem, start, packs, tables, stop).run();
}

}  // namespace tuplepack::packing
