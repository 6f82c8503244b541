#include "relaxation.hpp"

#include "base/arithmetic.hpp"
#include "master.hpp"
#include "packing/room.hpp"
#include "pricing.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tuplepack::packing {

/// The relative width of the dual box around the stability center at first, and the factor by which it widens.
static constexpr double first_width = 0.001;
static constexpr double widening = 4;
/// A wider box means that the center is poor; stabilisation ends then.
static constexpr double widest = 0.02;
static constexpr double without_ceilings = 1e7;
/// The box widens when the objective is nearer to the bound than this part of the width.
static constexpr double near = 0.25;
/// The part of its negative reduced cost that a column may give up for variety.
static constexpr double variety = 0.5;
/// Columns that the master keeps, per bin.
static constexpr std::size_t packs_per_bin = 10;

/// The duals of the total bound: items are priced by size in the tightest component.
static std::vector<double> prices_by_size(const OnePack& pack, std::span<const std::int64_t> counts) {
  std::size_t best = 0;
  double most = -1;
  for (std::size_t c = 0; c < pack.components(); ++c) {
    double total = 0;
    for (std::size_t bin = 0; bin < pack.bins; ++bin) {
      total += static_cast<double>(pack.size(bin)[c]) * static_cast<double>(counts[bin]);
    }
    if (total / static_cast<double>(pack.limits[c]) > most) {
      most = total / static_cast<double>(pack.limits[c]);
      best = c;
    }
  }
  std::vector<double> prices(pack.bins);
  for (std::size_t bin = 0; bin < pack.bins; ++bin) {
    prices[bin] = static_cast<double>(pack.size(bin)[best]) / static_cast<double>(pack.limits[best]);
  }
  return prices;
}

namespace {

class ColumnGeneration {
 public:
  ColumnGeneration(const RelaxationTask& task, Stop& stop)
      : task_(task),
        stop_(stop),
        pricing_(task.pack),
        scale_(price_scale(task.counts)),
        below_(nearest_below(task.pack)),
        center_(prices_by_size(task.pack, task.counts)),
        master_(task.counts, center_),
        scaled_prices_(task.pack.bins) {
    for (std::size_t bin = 0; bin < task.pack.bins; ++bin) {
      const Run packed = homogeneous_pack(bin);
      master_.add(std::span(&packed, 1));
    }
    for (std::size_t column = 0; column < task.initial_columns.size(); ++column)
      master_.add(task.initial_columns[column]);
    result_.bound = task.known_bound;
  }

  Relaxation run() && {
    if (price(center_) && price(task_.initial_duals)) {
      raise_ceilings();
      while (iterate()) {
      }
    }
    result_.columns = master_.columns();
    result_.amounts = master_.values();
    result_.center = std::move(center_);
    result_.below = std::move(below_);
    return std::move(result_);
  }

 private:
  const RelaxationTask& task_;
  Stop& stop_;
  Pricing pricing_;
  const double scale_;
  std::vector<std::uint32_t> below_;  // see nearest_below()
  std::vector<double> center_;        // the stability center: duals of the best bound, with the best pack worth 1
  double center_value_ = 0;           // that bound, before rounding up
  Master master_;
  double width_ = first_width;
  std::vector<double> scaled_prices_;  // the prices last asked for, as multiples of one over scale_
  Relaxation result_;

  /// A pack full of items of one bin.
  [[nodiscard]] Run homogeneous_pack(std::size_t bin) const {
    const std::int64_t most = copies_that_fit(task_.pack.size(bin), task_.pack.limits, task_.counts[bin]);
    return {.bin = static_cast<std::uint32_t>(bin), .copies = std::min(most, task_.depth)};
  }

  /// No dual is above an item's share of its homogeneous pack.
  void raise_ceilings() {
    std::vector<double> ceilings(center_);
    for (std::size_t bin = 0; bin < ceilings.size(); ++bin) {
      const double share = 1.0 / static_cast<double>(homogeneous_pack(bin).copies);
      ceilings[bin] = std::min(1.01 * share, center_[bin] * (1.0 + width_) + share * 0.01 * width_);
    }
    master_.set_ceilings(ceilings);
  }

  /// One iteration: master, pricing, new columns, and a wider box where it binds. False at the end.
  bool iterate() {
    if (!master_.optimise(stop_) || result_.bound >= task_.cutoff) return false;
    const bool is_stabilised = master_.uses_stabilisation();
    const double objective = master_.objective();
    if (!is_stabilised && static_cast<double>(result_.bound) >= objective - 1e-6) return false;
    if (!price(master_.duals())) return false;
    const bool found = add_columns();
    master_.purge(packs_per_bin * task_.pack.bins);
    if (is_stabilised && (!found || objective - center_value_ < near * width_ * center_value_)) {
      width_ *= widening;
      if (width_ > widest && width_ < without_ceilings) {
        width_ = without_ceilings;
        master_.enable_dominance(below_);
      }
      raise_ceilings();
      return width_ < 1e9;
    }
    return found;
  }

  /// Solves the pricing problem, and draws the bound of Farley from it. False when stopped.
  bool price(std::span<const double> prices) {
    std::int64_t sum = 0;
    for (std::size_t bin = 0; bin < prices.size(); ++bin) {
      scaled_prices_[bin] = std::floor(std::max(prices[bin], 0.0) * scale_);
      sum += static_cast<std::int64_t>(scaled_prices_[bin]) * task_.counts[bin];
    }
    if (!pricing_.run(scaled_prices_, stop_)) return false;
    const double best = pricing_.best();
    if (best == 0) return true;
    const double value = static_cast<double>(sum) / best;
    if (value > center_value_) {
      center_value_ = value;
      for (std::size_t bin = 0; bin < prices.size(); ++bin) center_[bin] = scaled_prices_[bin] / best;
    }
    const std::int64_t bound = divide_up(sum, static_cast<std::int64_t>(best));
    if (bound > result_.bound || result_.prices.empty()) {
      result_.bound = std::max(result_.bound, bound);
      result_.scale = static_cast<std::int64_t>(best);
      result_.prices.assign(scaled_prices_.begin(), scaled_prices_.end());
      stop_.report_bound(result_.bound);
    }
    return true;
  }

  /// Adds for every bin a pack of negative reduced cost that holds it, if there is one.
  bool add_columns() {
    const std::span<const double> latest = master_.duals();
    std::vector<Run> runs;
    bool found = false;
    for (std::size_t bin = 0; bin < task_.pack.bins; ++bin) {
      if (stop_.after(static_cast<std::int64_t>(task_.pack.bins * (1 + runs.size())))) return false;
      const double excess = std::max(pricing_.best_with(bin) - scale_, 0.0);
      pricing_.take_with(bin, task_.counts, task_.depth, variety * excess, runs);
      double value = 0;
      for (const Run& run : runs) value += latest[run.bin] * static_cast<double>(run.copies);
      if (value <= 1.0 + 1e-8) continue;
      master_.add(runs);
      found = true;
    }
    return found;
  }
};

}  // namespace

Relaxation relax(const RelaxationTask& task, Stop& stop) {
  return ColumnGeneration(task, stop).run();
}

}  // namespace tuplepack::packing
