#include "master.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tuplepack {

/// A pack lowers the number of packs only if it saves more than this.
static constexpr double master_tolerance = 1e-9;
/// Smaller numbers are not pivots.
static constexpr double smallest_pivot = 1e-7;
static constexpr double largest_error = 1e-7;
static constexpr std::size_t pivots_between_checks = 500;
/// Inverses computed anew in one run. Where so many are inaccurate, doubles are not enough for this program.
static constexpr int most_inversions = 50;
/// Counts are raised by this to twice as much, and less than a hundred times as much counts as nothing bought.
static constexpr double raise = 1e-4;
static constexpr double least_bought = 100 * raise;

Master::Master(std::span<const std::int64_t> counts, std::span<const double> ceilings)
    : counts_(counts.begin(), counts.end()),
      below_(counts.size(), lowest),
      ceilings_(ceilings.begin(), ceilings.end()) {
  direction_.resize(bins());
  items_.resize(bins());
  row_.resize(bins());
  sum_up_counts();
  start_afresh();
}

void Master::let_below_take_place(std::vector<std::uint32_t> below) {
  below_ = std::move(below);
  sum_up_counts();
  if (std::any_of(basis_.begin(), basis_.end(), [this](std::int64_t variable) { return is_surplus(variable); })) {
    return start_afresh();
  }
  inverse_.add_rows(below_);
  compute_levels_and_prices();
}

/// What the rows ask for.
void Master::sum_up_counts() {
  demands_ = counts_;
  add_up(demands_);
  raised_ = demands_;
  std::uint32_t noise = 1;
  for (double& demand : raised_) {
    noise = noise * 1664525U + 1013904223U;
    demand += raise * (1.0 + static_cast<double>(noise >> 8) / 16777216.0);
  }
}

/// From items of the bins to rows: adds to every bin what is at the bins above it.
void Master::add_up(std::span<double> values) const {
  for (std::size_t bin = bins(); bin-- > 0;) {
    if (below_[bin] != lowest) values[below_[bin]] += values[bin];
  }
}

/// From rows to items of the bins: adds to every bin what is at the bins below it.
void Master::add_down(std::span<double> values) const {
  for (std::size_t bin = 0; bin < bins(); ++bin) {
    if (below_[bin] != lowest) values[bin] += values[below_[bin]];
  }
}

/// Everything is bought.
void Master::start_afresh() {
  inverse_.reset(bins());
  inverse_.add_rows(below_);
  basis_.resize(bins());
  surplus_row_.assign(bins(), bins());
  for (std::size_t bin = 0; bin < bins(); ++bin) basis_[bin] = bought(bin);
  compute_levels_and_prices();
}

void Master::set_ceilings(std::span<const double> ceilings) {
  ceilings_.assign(ceilings.begin(), ceilings.end());
  compute_levels_and_prices();
}

void Master::compute_levels_and_prices() {
  const std::size_t n = bins();
  levels_.assign(n, 0.0);
  steps_.assign(n, 0.0);
  std::vector<double> costs;
  costs.reserve(n);
  for (const std::int64_t variable : basis_) costs.push_back(cost(variable));
  for (std::size_t bin = 0; bin < n; ++bin) {
    const std::span<const double> column = inverse_.column(bin);
    double price = 0;
    for (std::size_t row = 0; row < n; ++row) {
      levels_[row] += column[row] * raised_[bin];
      price += column[row] * costs[row];
    }
    steps_[bin] = price;
  }
  prices_ = steps_;
  add_down(prices_);
}

double Master::reduced_cost(std::size_t column) const {
  double reduced = 1.0;
  for (const Run& run : columns_[column]) reduced -= prices_[run.bin] * static_cast<double>(run.copies);
  return reduced;
}

/// Reduced costs and fresh weights of all variables.
void Master::price_all() {
  reduced_.resize(columns_.size());
  for (std::size_t column = 0; column < columns_.size(); ++column) reduced_[column] = reduced_cost(column);
  for (std::size_t bin = 0; bin < bins(); ++bin) reduced_.push_back(ceilings_[bin] - prices_[bin]);
  reduced_.insert(reduced_.end(), steps_.begin(), steps_.end());
  weights_.assign(reduced_.size(), 1.0);
}

std::int64_t Master::variable_at(std::size_t place) const {
  if (place < columns_.size()) return static_cast<std::int64_t>(place);
  return bought(place - columns_.size());
}

/// The place of the variable that promises to lower the cost most, for its weight. reduced_.size() when none does.
std::size_t Master::entering() const {
  std::size_t best = reduced_.size();
  double most = 0;
  for (std::size_t place = 0; place < reduced_.size(); ++place) {
    if (reduced_[place] >= -master_tolerance) continue;
    const double promise = reduced_[place] * reduced_[place] / weights_[place];
    if (promise > most) {
      most = promise;
      best = place;
    }
  }
  return best;
}

/// Prices, reduced costs and weights after the variable at a place enters in the row that was read.
void Master::exchange_prices(std::size_t place, std::size_t row) {
  const std::size_t n = bins();
  const double by = direction_[row];
  const double step = reduced_[place] / by;
  const double weight = weights_[place] / (by * by);
  items_ = row_;
  add_down(items_);
  for (std::size_t bin = 0; bin < n; ++bin) {
    steps_[bin] += step * row_[bin];
    prices_[bin] += step * items_[bin];
  }
  const auto update = [&](std::size_t at, double entry) {
    reduced_[at] -= step * entry;
    weights_[at] = std::max(weights_[at], entry * entry * weight);
  };
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    double entry = 0;
    for (const Run& run : columns_[column]) entry += items_[run.bin] * static_cast<double>(run.copies);
    update(column, entry);
  }
  for (std::size_t bin = 0; bin < n; ++bin) {
    update(columns_.size() + bin, items_[bin]);
    update(columns_.size() + n + bin, -row_[bin]);
  }
  const std::int64_t gone = basis_[row];
  const std::size_t left =
      gone >= 0 ? static_cast<std::size_t>(gone) : columns_.size() + static_cast<std::size_t>(-1 - gone);
  weights_[left] = std::max(weight, 1.0);
  reduced_[place] = 0;
}

/// How the basic variables change, downwards, for one more of another.
void Master::compute_direction(std::int64_t variable) {
  const std::size_t n = bins();
  std::fill(direction_.begin(), direction_.end(), 0.0);
  const auto add_row = [&](std::size_t bin, double copies) {
    if (surplus_row_[bin] < n) {  // the inverse has nothing else in this column
      direction_[surplus_row_[bin]] -= copies;
      return;
    }
    const std::span<const double> column = inverse_.column(bin);
    for (std::size_t row = 0; row < n; ++row) direction_[row] += column[row] * copies;
  };
  if (is_surplus(variable)) return add_row(bin_of(variable), -1.0);
  std::fill(items_.begin(), items_.end(), 0.0);
  if (variable < 0) {
    items_[bin_of(variable)] = 1.0;
  } else {
    for (const Run& run : columns_[static_cast<std::size_t>(variable)]) {
      items_[run.bin] = static_cast<double>(run.copies);
    }
  }
  add_up(items_);
  for (std::size_t bin = 0; bin < n; ++bin) {
    if (items_[bin] != 0.0) add_row(bin, items_[bin]);
  }
}

/// The basic column that is used up first; among those used up at nearly the same time the one with the largest pivot.
/// bins() when there is none, which happens only by rounding.
std::size_t Master::leaving() const {
  constexpr double slack = 1e-9;
  double earliest = std::numeric_limits<double>::infinity();
  for (std::size_t row = 0; row < bins(); ++row) {
    if (direction_[row] <= smallest_pivot) continue;
    earliest = std::min(earliest, (std::max(levels_[row], 0.0) + slack) / direction_[row]);
  }
  std::size_t best = bins();
  for (std::size_t row = 0; row < bins(); ++row) {
    if (direction_[row] <= smallest_pivot || std::max(levels_[row], 0.0) / direction_[row] > earliest) continue;
    if (best == bins() || direction_[row] > direction_[best]) best = row;
  }
  return best;
}

/// Puts a variable into a row of the basis.
void Master::enter(std::int64_t variable, std::size_t row) {
  if (is_surplus(basis_[row])) surplus_row_[bin_of(basis_[row])] = bins();
  if (is_surplus(variable)) surplus_row_[bin_of(variable)] = row;
  basis_[row] = variable;
}

/// Whether levels and prices still solve their equations.
bool Master::is_accurate() const {
  std::vector<double> covered(bins());
  std::vector<double> surplus(bins());
  for (std::size_t row = 0; row < bins(); ++row) {
    const std::int64_t variable = basis_[row];
    if (variable < 0) {
      const std::size_t bin = bin_of(variable);
      (is_surplus(variable) ? surplus : covered)[bin] += levels_[row];
      const double price = is_surplus(variable) ? steps_[bin] : prices_[bin];
      if (std::abs(price - cost(variable)) > largest_error) return false;
      continue;
    }
    const auto column = static_cast<std::size_t>(variable);
    if (std::abs(reduced_cost(column)) > largest_error) return false;
    for (const Run& run : columns_[column]) covered[run.bin] += levels_[row] * static_cast<double>(run.copies);
  }
  add_up(covered);
  for (std::size_t bin = 0; bin < bins(); ++bin) {
    if (std::abs(covered[bin] - surplus[bin] - raised_[bin]) > largest_error * (1.0 + raised_[bin])) return false;
  }
  return true;
}

/// Computes the inverse anew from the columns of the basis, entering them one by one. When stopped, those that did not
/// enter have left the basis.
void Master::invert_again(Stop& stop) {
  const auto n = static_cast<std::int64_t>(bins());
  std::vector<std::int64_t> wanted(basis_);
  std::sort(wanted.begin(), wanted.end());
  std::vector<char> taken(bins(), 0);
  start_afresh();
  for (const std::int64_t variable : wanted) {
    if (is_bought(variable)) taken[bin_of(variable)] = 1;
  }
  for (const std::int64_t variable : wanted) {
    if (is_bought(variable)) continue;
    if (stop.after(n * n)) break;
    compute_direction(variable);
    std::size_t best = bins();
    for (std::size_t row = 0; row < bins(); ++row) {
      if (taken[row] == 0 && (best == bins() || std::abs(direction_[row]) > std::abs(direction_[best]))) best = row;
    }
    if (best == bins() || std::abs(direction_[best]) < master_tolerance) continue;
    taken[best] = 1;
    inverse_.read_row(best, row_);
    inverse_.exchange(best, direction_, row_);
    enter(variable, best);
  }
  compute_levels_and_prices();
}

bool Master::optimise(Stop& stop) {
  const auto n = static_cast<std::int64_t>(bins());
  int inversions = 0;
  bool inverted = false;
  price_all();
  while (!stop.after(n * n + static_cast<std::int64_t>(columns_.runs()))) {
    const std::size_t place = entering();
    const bool done = place == reduced_.size();
    std::size_t row = bins();
    if (!done) {
      compute_direction(variable_at(place));
      row = leaving();
    }
    if (done || row == bins() || ++pivots_since_check_ >= pivots_between_checks) {
      pivots_since_check_ = 0;
      compute_levels_and_prices();
      if (!inverted && !is_accurate()) {
        if (++inversions > most_inversions) return false;
        invert_again(stop);
        inverted = done;
        price_all();
        continue;
      }
      if (done || row == bins()) return true;
    }
    const double amount = std::max(levels_[row], 0.0) / direction_[row];
    for (std::size_t other = 0; other < bins(); ++other) levels_[other] -= amount * direction_[other];
    levels_[row] = amount;
    inverse_.read_row(row, row_);
    exchange_prices(place, row);
    inverse_.exchange(row, direction_, row_);
    enter(variable_at(place), row);
  }
  return false;
}

double Master::packs() const {
  double sum = 0;
  for (std::size_t bin = 0; bin < bins(); ++bin) sum += counts_[bin] * prices_[bin];
  return sum;
}

std::vector<double> Master::amounts() const {
  const std::size_t n = bins();
  std::vector<double> used(columns_.size());
  std::vector<double> in_row(n);
  for (std::size_t row = 0; row < n; ++row) {
    if (basis_[row] < 0) continue;
    inverse_.read_row(row, in_row);
    double level = 0;
    for (std::size_t bin = 0; bin < n; ++bin) level += in_row[bin] * demands_[bin];
    used[static_cast<std::size_t>(basis_[row])] = std::max(level, 0.0);
  }
  return used;
}

bool Master::buys() const {
  for (std::size_t row = 0; row < bins(); ++row) {
    if (is_bought(basis_[row]) && levels_[row] > least_bought) return true;
  }
  return false;
}

void Master::forget(std::size_t most) {
  if (columns_.size() <= most) return;
  std::vector<double> costs(columns_.size());
  for (std::size_t column = 0; column < costs.size(); ++column) costs[column] = reduced_cost(column);
  for (const std::int64_t variable : basis_) {
    if (variable >= 0) costs[static_cast<std::size_t>(variable)] = 0.0;
  }
  std::vector<double> sorted(costs);
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(most / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  const double highest = std::max(*middle, 0.0);
  std::vector<std::int64_t> moved(columns_.size());
  Columns kept;
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    if (costs[column] > highest) continue;
    moved[column] = static_cast<std::int64_t>(kept.size());
    kept.add(columns_[column]);
  }
  for (std::int64_t& variable : basis_) {
    if (variable >= 0) variable = moved[static_cast<std::size_t>(variable)];
  }
  columns_ = std::move(kept);
}

}  // namespace tuplepack
