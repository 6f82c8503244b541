#include "relaxation.hpp"

#include "../arithmetic.hpp"
#include "master.hpp"
#include "pricing.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tuplepack {

/// Prices are whole multiples of one over this, or over less where Σ count · price would not fit into 64 bits. No price
/// is above one pack, so a pack of 4,096 different bins still adds up below 2^53.
static constexpr double finest = 1099511627776.0;  // 2^40
static constexpr double largest_sum = 4.0e18;

/// How far above the best prices so far ceilings lie at first, and how much farther when they are raised.
static constexpr double first_width = 0.001;
static constexpr double widening = 4;
/// Ceilings farther away mean that the best prices so far are not good ones, and are in the way at any width.
static constexpr double widest = 0.02;
static constexpr double without_ceilings = 1e7;
/// Ceilings are raised when the program is nearer to its bound than this part of their distance.
static constexpr double near = 0.25;
/// How much of what the best pack with an item is worth above the price of a pack may be given up for variety.
static constexpr double given_up = 0.5;
/// The program keeps up to so many packs for each bin.
static constexpr std::size_t packs_per_bin = 10;

static double price_unit(std::span<const std::int64_t> counts) {
  double items = 0;
  for (const std::int64_t count : counts) items += static_cast<double>(count);
  double unit = finest;
  while (items * unit > largest_sum) unit /= 2;
  return unit;
}

/// The component whose totals need the most packs prices items by their sizes: the first good prices there are.
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
        unit_(price_unit(task.counts)),
        below_(nearest_below(task.pack)),
        center_(prices_by_size(task.pack, task.counts)),
        master_(task.counts, center_),
        whole_(task.pack.bins) {
    for (std::size_t bin = 0; bin < task.pack.bins; ++bin) {
      const Run packed = alike(bin);
      master_.add(std::span(&packed, 1));
    }
    for (std::size_t column = 0; column < task.start.size(); ++column) master_.add(task.start[column]);
    result_.bound = task.known;
  }

  Relaxation run() && {
    if (price(center_) && price(task_.guess)) {
      raise_ceilings();
      while (improve()) {
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
  const double unit_;
  std::vector<std::uint32_t> below_;  // see nearest_below()
  std::vector<double> center_;        // the prices of the best bound so far, so that the best pack is worth 1
  double center_value_ = 0;           // and that bound, before rounding up
  Master master_;
  double width_ = first_width;
  std::vector<double> whole_;  // the prices last asked for, as multiples of one over unit_
  Relaxation result_;

  /// As many items of a bin as a pack can hold.
  [[nodiscard]] Run alike(std::size_t bin) const {
    const std::int64_t most = most_copies(task_.pack, bin, task_.counts[bin]);
    return {.bin = static_cast<std::uint32_t>(bin), .copies = std::min(most, task_.depth)};
  }

  /// No ceiling need be higher than an item's share of a pack of its equals.
  void raise_ceilings() {
    std::vector<double> ceilings(center_);
    for (std::size_t bin = 0; bin < ceilings.size(); ++bin) {
      const double share = 1.0 / static_cast<double>(alike(bin).copies);
      ceilings[bin] = std::min(1.01 * share, center_[bin] * (1.0 + width_) + share * 0.01 * width_);
    }
    master_.set_ceilings(ceilings);
  }

  /// One round: prices, packs, and ceilings when they are in the way. False when there is nothing to gain any more.
  bool improve() {
    if (!master_.optimise(stop_) || result_.bound >= task_.enough) return false;
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

  /// Finds the best packs at these prices, and with them a bound.
  bool price(std::span<const double> prices) {
    std::int64_t sum = 0;
    for (std::size_t bin = 0; bin < prices.size(); ++bin) {
      whole_[bin] = std::floor(std::max(prices[bin], 0.0) * unit_);
      sum += static_cast<std::int64_t>(whole_[bin]) * task_.counts[bin];
    }
    if (!pricing_.run(whole_, stop_)) return false;
    const double best = pricing_.best();
    if (best == 0) return true;
    const double value = static_cast<double>(sum) / best;
    if (value > center_value_) {
      center_value_ = value;
      for (std::size_t bin = 0; bin < prices.size(); ++bin) center_[bin] = whole_[bin] / best;
    }
    const std::int64_t bound = divide_up(sum, static_cast<std::int64_t>(best));
    if (bound > result_.bound || result_.prices.empty()) {
      result_.bound = std::max(result_.bound, bound);
      result_.scale = static_cast<std::int64_t>(best);
      result_.prices.assign(whole_.begin(), whole_.end());
      stop_.report_bound(result_.bound);
    }
    return true;
  }

  /// For every bin one of the best packs that hold it, as far as they lower the number of packs at the latest prices.
  bool add_columns() {
    const std::span<const double> latest = master_.duals();
    std::vector<Run> runs;
    bool found = false;
    for (std::size_t bin = 0; bin < task_.pack.bins; ++bin) {
      if (stop_.after(static_cast<std::int64_t>(task_.pack.bins * (1 + runs.size())))) return false;
      const double excess = std::max(pricing_.best_with(bin) - unit_, 0.0);
      pricing_.take_with(bin, task_.counts, task_.depth, given_up * excess, runs);
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

}  // namespace tuplepack
