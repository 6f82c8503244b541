#include "mean_refinement.hpp"

#include "base/arithmetic.hpp"
#include "base/order.hpp"
#include "grouping.hpp"
#include "mean_groups.hpp"
#include "packing/stop.hpp"
#include "pricing.hpp"
#include "rearrangement.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tuplepack::packing {

/// A table for a larger depth has few rooms, or takes long to fill; bounds leave it out.
static constexpr std::int64_t largest_depth = 64;
/// Groups at first, and at most, but for very common sizes that are groups of their own.
static constexpr std::int64_t first_groups = 256;
static constexpr std::size_t max_mean_groups = 960;
/// The widest group by the narrowest: in packs of both, narrow ones cannot make up for what a wide one varies.
static constexpr std::int64_t max_different_widths = 4;
/// Below, too few packs are equal for their members to make up for each other.
static constexpr std::int64_t fewest_packs_per_group = 10;

namespace {

/// Prices of sizes, between those of the groups.
class PriceCurve {
 public:
  /// proof   of a bound for the groups
  PriceCurve(const MeanGroups& groups, const Certificate& proof) : sizes_(groups.histogram.sizes) {
    for (const std::int64_t price : proof.prices)
      prices_.push_back(static_cast<double>(price) / static_cast<double>(proof.scale));
  }

  /// size    in steps
  /// result  in packs
  [[nodiscard]] double at(double size) const {
    const auto after = std::lower_bound(sizes_.begin(), sizes_.end(), size,
                                        [](std::int64_t a, double b) { return static_cast<double>(a) < b; });
    if (after == sizes_.end()) return prices_.back();
    return between(static_cast<std::size_t>(after - sizes_.begin()), size, 1);
  }

  /// By how much the price of a group differs from that between its neighbours'.
  [[nodiscard]] double bend(std::size_t group) const {
    if (group + 1 >= sizes_.size()) return 0;
    return std::abs(prices_[group] - between(group + 1, static_cast<double>(sizes_[group]), 2));
  }

 private:
  std::span<const std::int64_t> sizes_;
  std::vector<double> prices_;

  /// On the line that ends at a group and begins so many groups before it.
  [[nodiscard]] double between(std::size_t end, double size, std::size_t groups) const {
    const double first_size = end < groups ? 0.0 : static_cast<double>(sizes_[end - groups]);
    const double first_price = end < groups ? 0.0 : prices_[end - groups];
    const double share = (size - first_size) / (static_cast<double>(sizes_[end]) - first_size);
    return first_price + share * (prices_[end] - first_price);
  }
};

class MeanRefinement {
 public:
  MeanRefinement(const Histogram& histogram, const Limits& limits, Plan start, const Proof& known,
                 const PackOptions& options)
      : histogram_(histogram),
        limits_(limits),
        solved_{.plan = std::move(start), .bound = known.bound.packs, .certificate = {}},
        steps_(useful_steps(limits)),
        stop_(options, {.step = "column-generation", .bound = known.bound.packs}) {
    stop_.watch(inner_);
    inner_.method = "quick";
    inner_.keep_going = [this](const PackProgress& progress) {
      return !stop_.ask_for(progress);
    };  // plans of groups are not reported
    const std::int64_t first = std::min(first_groups, steps_);
    for (std::int64_t i = 0; i <= first; ++i) borders_.push_back(i * steps_ / first);
  }

  Solved run() && {
    for (bool is_finer = true; is_finer && !is_done();) {
      const MeanGroups groups = group_by_mean(histogram_, limits_, steps_, borders_);
      if (groups.histogram.bins() > max_groups) break;
      const Solved found = solve(groups);
      if (stop_.is_stopped()) break;
      improve_plan(found.plan, groups);
      const PriceCurve curve(groups, found.certificate);
      if (!is_done()) raise_bound(curve);
      is_finer = divide_groups(groups, curve);
    }
    return std::move(solved_);
  }

 private:
  const Histogram& histogram_;
  const Limits& limits_;
  Solved solved_;
  const std::int64_t steps_;
  std::vector<std::int64_t> borders_;
  Stop stop_;
  PackOptions inner_;

  [[nodiscard]] bool is_done() const { return solved_.bound >= pack_count(solved_.plan) || stop_.is_stopped(); }

  /// So many that a table of rooms is filled in a few milliseconds.
  static std::int64_t useful_steps(const Limits& limits) {
    constexpr std::int64_t max_cells = 1 << 17;
    constexpr std::int64_t fewest = 1024;
    const std::int64_t rows = std::min(limits.depth, largest_depth) + 1;
    return std::min(limits.sizes[0], std::max(fewest, max_cells / rows));
  }

  /// With the certificate of the best bound.
  [[nodiscard]] Solved solve(const MeanGroups& groups) const {
    Plan start = pack(groups.histogram, groups.limits, inner_)->plan;
    const LowerBound bound = lower_bound(groups.histogram, groups.limits);
    const Proof known{.bound = bound, .certificate = certify(groups.histogram, groups.limits, bound)};
    Solved found = solve_by_columns(groups.histogram, groups.limits, std::move(start), known, inner_);
    if (found.certificate.prices.empty()) found.certificate = known.certificate;
    return found;
  }

  void improve_plan(const Plan& plan, const MeanGroups& groups) {
    if (pack_count(plan) >= pack_count(solved_.plan)) return;
    std::optional<Plan> real = with_members(plan, groups, histogram_, limits_, stop_);
    if (!real || pack_count(*real) >= pack_count(solved_.plan)) return;
    solved_.plan = std::move(*real);
    stop_.report(solved_.plan);
  }

  /// Sizes are rounded down to units for it, so that all packs fit into a table.
  void raise_bound(const PriceCurve& curve) {
    const std::int64_t unit = finest_unit();
    const std::int64_t limit = limits_.sizes[0] / unit;
    const double scale = price_scale(histogram_.counts);
    const double step = static_cast<double>(limits_.sizes[0]) / static_cast<double>(steps_);
    Histogram lower{.components = histogram_.components, .sizes = {}, .counts = {}};
    std::vector<double> prices;
    for (std::size_t bin = 0; bin < histogram_.bins(); ++bin) {
      const std::int64_t size = histogram_.size(bin)[0];
      if (lower.sizes.empty() || lower.sizes.back() != size / unit) {
        lower.sizes.push_back(size / unit);
        lower.counts.push_back(0);
        prices.push_back(0);
      }
      const double price = curve.at(static_cast<double>(size) / step) * scale;
      prices.back() += price * static_cast<double>(histogram_.counts[bin]);
      lower.counts.back() += histogram_.counts[bin];
    }
    for (std::size_t bin = 0; bin < prices.size(); ++bin)
      prices[bin] = std::clamp(std::floor(prices[bin] / static_cast<double>(lower.counts[bin])), 0.0, scale);

    const std::int64_t depth = limits_.depth <= largest_depth ? limits_.depth : unlimited_depth;
    const OnePack one = reduce(lower, {.sizes = {limit}, .depth = depth});
    if (!Pricing(one).cap(prices, scale, stop_)) return;
    Certificate certificate{.scale = static_cast<std::int64_t>(scale),
                            .prices = {},
                            .component = std::nullopt,
                            .uses_depth = one.uses_depth};
    for (std::size_t bin = 0, at = 0; bin < histogram_.bins(); ++bin) {
      while (lower.sizes[at] != histogram_.size(bin)[0] / unit) ++at;
      certificate.prices.push_back(static_cast<std::int64_t>(prices[at]));
    }
    const std::int64_t packs = packs_proven(histogram_, certificate);
    if (packs <= solved_.bound) return;
    solved_.bound = packs;
    solved_.certificate = std::move(certificate);
    stop_.report_bound(packs);
  }

  /// A table of all rooms is filled in about a second.
  [[nodiscard]] std::int64_t finest_unit() const {
    constexpr double max_work = 1e9;
    const auto depth = static_cast<double>(std::min(limits_.depth, largest_depth));
    const auto max_rooms = static_cast<std::int64_t>(std::sqrt(max_work / (depth + 1)));
    return std::max<std::int64_t>(divide_up(limits_.sizes[0], max_rooms), 1);
  }

  /// Halves the groups whose prices bend most, weighed by their items. False when there are enough.
  bool divide_groups(const MeanGroups& groups, const PriceCurve& curve) {
    std::vector<double> weights(borders_.size() - 1);
    for (std::size_t group = 0; group < groups.histogram.bins(); ++group) {
      const auto end = std::upper_bound(borders_.begin(), borders_.end() - 1, groups.histogram.sizes[group]);
      weights[static_cast<std::size_t>(end - borders_.begin()) - 1] +=
          curve.bend(group) * static_cast<double>(groups.histogram.counts[group]);
    }
    const auto order =
        sorted_numbers(weights.size(), [&](std::uint32_t a, std::uint32_t b) { return weights[a] > weights[b]; });
    std::int64_t widest = 0;
    for (std::size_t i = 0; i + 1 < borders_.size(); ++i) widest = std::max(widest, borders_[i + 1] - borders_[i]);
    const std::int64_t narrowest = std::max<std::int64_t>(widest / max_different_widths, 1);
    const std::size_t before = borders_.size();
    const std::size_t most = std::min(before + before / 2, max_mean_groups);
    std::vector<bool> is_halved(weights.size());
    for (std::size_t i = 0, after = before; i < order.size() && after < most; ++i) {
      is_halved[order[i]] = borders_[order[i] + 1] - borders_[order[i]] >= 2 * narrowest;
      after += is_halved[order[i]] ? 1 : 0;
    }
    std::vector<std::int64_t> halved{borders_[0]};
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (is_halved[i]) halved.push_back((borders_[i] + borders_[i + 1]) / 2);
      halved.push_back(borders_[i + 1]);
    }
    borders_ = std::move(halved);
    return borders_.size() > before;
  }
};

}  // namespace

bool suits_mean_groups(const Histogram& histogram, const Plan& plan) {
  return histogram.component_count() == 1 &&
         pack_count(plan) >= fewest_packs_per_group * static_cast<std::int64_t>(max_mean_groups);
}

Solved solve_by_mean_groups(const Histogram& histogram, const Limits& limits, Plan start, const Proof& known,
                            const PackOptions& options) {
  return MeanRefinement(histogram, limits, std::move(start), known, options).run();
}

}  // namespace tuplepack::packing
