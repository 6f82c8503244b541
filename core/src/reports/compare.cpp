#include "tuplepack/reports/compare.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack::reports {

void rank(PlanComparison& comparison) {
  std::stable_sort(comparison.rows.begin(), comparison.rows.end(),
                   [](const auto& a, const auto& b) { return a.metrics.packs < b.metrics.packs; });
}

static double now(const CompareOptions& options) {
  return options.clock ? options.clock() : 0;
}

Result<PlanComparison> compare_plans(const packing::Histogram& histogram, const packing::Limits& limits,
                                     const CompareOptions& options) {
  const auto fitted = fit(histogram, limits, options.fitting);
  if (!fitted) return tl::unexpected(fitted.error());
  PlanComparison comparison{.bound = lower_bound(fitted->histogram, fitted->limits), .rows = {}};
  const auto all = packing::combinations(histogram.component_count(), options.paper);
  for (packing::PackOptions combination : all) {
    const double start = now(options);
    std::int64_t early = 0;
    combination.keep_going = options.keep_going;
    if (options.clock)
      combination.keep_going = [&](const packing::PackProgress& progress) {
        if (now(options) - start <= 1) early = progress.packs;
        return !options.keep_going || options.keep_going(progress);
      };
    auto packed = pack(fitted->histogram, fitted->limits, combination);
    if (!packed) return tl::unexpected(packed.error());
    if (packed->ended == packing::Ended::stopped && !comparison.rows.empty()) break;
    const double seconds = now(options) - start;
    auto metrics = measure(fitted->histogram, limits, fitted->real, packed->plan);
    if (!metrics) return tl::unexpected(metrics.error());
    if (seconds <= 1) early = metrics->packs;
    comparison.rows.push_back({.packed = std::move(*packed),
                               .metrics = std::move(*metrics),
                               .seconds = seconds,
                               .packs_after_a_second = early});
    if (options.packed && !options.packed(comparison.rows.size(), all.size())) break;
  }
  comparison.stopped = comparison.rows.size() < all.size();
  return comparison;
}

}  // namespace tuplepack::reports
