#include "master.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tuplepack::packing {

/// A variable enters only if its reduced cost is below minus this.
static constexpr double master_tolerance = 1e-9;
/// Smaller entries are not pivots.
static constexpr double smallest_pivot = 1e-7;
/// The right-hand side is perturbed by this to twice as much. Stabilisation variables below a hundred times as much
/// count as 0.
static constexpr double perturbation = 1e-4;
static constexpr double min_stabilisation = 100 * perturbation;

Master::Master(std::span<const std::int64_t> counts, std::span<const double> ceilings, const MasterAccuracy& accuracy)
    : counts_(counts.begin(), counts.end()),
      dominated_(counts.size(), no_bin),
      ceilings_(ceilings.begin(), ceilings.end()),
      accuracy_(accuracy) {
  direction_.resize(bins());
  items_.resize(bins());
  pivot_row_.resize(bins());
  set_rhs();
  reset_basis();
}

void Master::enable_dominance(std::vector<std::uint32_t> dominated) {
  dominated_ = std::move(dominated);
  set_rhs();
  if (std::any_of(basis_.begin(), basis_.end(), [this](std::int64_t variable) { return is_surplus(variable); })) {
    return reset_basis();
  }
  inverse_.add_rows(dominated_);
  recompute_solution();
}

/// The right-hand side, and its perturbation.
void Master::set_rhs() {
  rhs_ = counts_;
  to_rows(rhs_);
  perturbed_rhs_ = rhs_;
  std::uint32_t noise = 1;
  for (double& entry : perturbed_rhs_) {
    noise = noise * 1664525U + 1013904223U;
    entry += perturbation * (1.0 + static_cast<double>(noise >> 8) / 16777216.0);
  }
}

/// From bins to rows: adds to every bin the values of the bins that dominate it.
void Master::to_rows(std::span<double> values) const {
  for (std::size_t bin = bins(); bin-- > 0;) {
    if (dominated_[bin] != no_bin) values[dominated_[bin]] += values[bin];
  }
}

/// From rows to bins: adds to every bin the values of the bins that it dominates.
void Master::to_bins(std::span<double> values) const {
  for (std::size_t bin = 0; bin < bins(); ++bin) {
    if (dominated_[bin] != no_bin) values[bin] += values[dominated_[bin]];
  }
}

/// The basis of all stabilisation variables.
void Master::reset_basis() {
  inverse_.reset(bins());
  inverse_.add_rows(dominated_);
  basis_.resize(bins());
  surplus_row_.assign(bins(), bins());
  for (std::size_t bin = 0; bin < bins(); ++bin) basis_[bin] = stabilisation(bin);
  recompute_solution();
}

void Master::set_ceilings(std::span<const double> ceilings) {
  ceilings_.assign(ceilings.begin(), ceilings.end());
  recompute_solution();
}

void Master::recompute_solution() {
  const std::size_t n = bins();
  basic_values_.assign(n, 0.0);
  row_duals_.assign(n, 0.0);
  std::vector<double> costs;
  costs.reserve(n);
  for (const std::int64_t variable : basis_) costs.push_back(cost(variable));
  for (std::size_t bin = 0; bin < n; ++bin) {
    const std::span<const double> column = inverse_.column(bin);
    double price = 0;
    for (std::size_t row = 0; row < n; ++row) {
      basic_values_[row] += column[row] * perturbed_rhs_[bin];
      price += column[row] * costs[row];
    }
    row_duals_[bin] = price;
  }
  duals_ = row_duals_;
  to_bins(duals_);
}

double Master::reduced_cost(std::size_t column) const {
  double reduced = 1.0;
  for (const Run& run : columns_[column]) reduced -= duals_[run.bin] * static_cast<double>(run.copies);
  return reduced;
}

/// Reduced costs of all variables, and devex weights of 1.
void Master::compute_reduced_costs() {
  reduced_costs_.resize(columns_.size());
  for (std::size_t column = 0; column < columns_.size(); ++column) reduced_costs_[column] = reduced_cost(column);
  for (std::size_t bin = 0; bin < bins(); ++bin) reduced_costs_.push_back(ceilings_[bin] - duals_[bin]);
  reduced_costs_.insert(reduced_costs_.end(), row_duals_.begin(), row_duals_.end());
  devex_weights_.assign(reduced_costs_.size(), 1.0);
}

std::int64_t Master::variable_at(std::size_t place) const {
  if (place < columns_.size()) return static_cast<std::int64_t>(place);
  return stabilisation(place - columns_.size());
}

/// Devex pricing: the place of the entering variable, or reduced_costs_.size() at the optimum.
std::size_t Master::entering() const {
  std::size_t best = reduced_costs_.size();
  double most = 0;
  for (std::size_t place = 0; place < reduced_costs_.size(); ++place) {
    if (reduced_costs_[place] >= -master_tolerance) continue;
    const double promise = reduced_costs_[place] * reduced_costs_[place] / devex_weights_[place];
    if (promise > most) {
      most = promise;
      best = place;
    }
  }
  return best;
}

/// Duals, reduced costs and devex weights after the variable at a place enters in the row of pivot_row_.
void Master::update_duals(std::size_t place, std::size_t row) {
  const std::size_t n = bins();
  const double by = direction_[row];
  const double step = reduced_costs_[place] / by;
  const double weight = devex_weights_[place] / (by * by);
  items_ = pivot_row_;
  to_bins(items_);
  for (std::size_t bin = 0; bin < n; ++bin) {
    row_duals_[bin] += step * pivot_row_[bin];
    duals_[bin] += step * items_[bin];
  }
  const auto update = [&](std::size_t at, double entry) {
    reduced_costs_[at] -= step * entry;
    devex_weights_[at] = std::max(devex_weights_[at], entry * entry * weight);
  };
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    double entry = 0;
    for (const Run& run : columns_[column]) entry += items_[run.bin] * static_cast<double>(run.copies);
    update(column, entry);
  }
  for (std::size_t bin = 0; bin < n; ++bin) {
    update(columns_.size() + bin, items_[bin]);
    update(columns_.size() + n + bin, -pivot_row_[bin]);
  }
  const std::int64_t gone = basis_[row];
  const std::size_t left =
      gone >= 0 ? static_cast<std::size_t>(gone) : columns_.size() + static_cast<std::size_t>(-1 - gone);
  devex_weights_[left] = std::max(weight, 1.0);
  reduced_costs_[place] = 0;
}

/// By how much basic variables fall for each unit of another (FTRAN).
void Master::compute_direction(std::int64_t variable) {
  const std::size_t n = bins();
  std::fill(direction_.begin(), direction_.end(), 0.0);
  const auto add_row = [&](std::size_t bin, double copies) {
    if (surplus_row_[bin] < n) {  // a unit column
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
  to_rows(items_);
  for (std::size_t bin = 0; bin < n; ++bin) {
    if (items_[bin] != 0.0) add_row(bin, items_[bin]);
  }
}

/// The ratio test of Harris 1973: among the rows that block first, up to a tolerance, the one with the largest pivot.
/// bins() when no row blocks, which happens only by rounding.
std::size_t Master::leaving() const {
  constexpr double slack = 1e-9;
  double earliest = std::numeric_limits<double>::infinity();
  for (std::size_t row = 0; row < bins(); ++row) {
    if (direction_[row] <= smallest_pivot) continue;
    earliest = std::min(earliest, (std::max(basic_values_[row], 0.0) + slack) / direction_[row]);
  }
  std::size_t best = bins();
  for (std::size_t row = 0; row < bins(); ++row) {
    if (direction_[row] <= smallest_pivot || std::max(basic_values_[row], 0.0) / direction_[row] > earliest) continue;
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

/// Whether primal and dual values still solve their equations.
bool Master::is_accurate() const {
  std::vector<double> covered(bins());
  std::vector<double> surplus(bins());
  for (std::size_t row = 0; row < bins(); ++row) {
    const std::int64_t variable = basis_[row];
    if (variable < 0) {
      const std::size_t bin = bin_of(variable);
      (is_surplus(variable) ? surplus : covered)[bin] += basic_values_[row];
      const double price = is_surplus(variable) ? row_duals_[bin] : duals_[bin];
      if (std::abs(price - cost(variable)) > accuracy_.largest_error) return false;
      continue;
    }
    const auto column = static_cast<std::size_t>(variable);
    if (std::abs(reduced_cost(column)) > accuracy_.largest_error) return false;
    for (const Run& run : columns_[column]) covered[run.bin] += basic_values_[row] * static_cast<double>(run.copies);
  }
  to_rows(covered);
  for (std::size_t bin = 0; bin < bins(); ++bin) {
    if (std::abs(covered[bin] - surplus[bin] - perturbed_rhs_[bin]) >
        accuracy_.largest_error * (1.0 + perturbed_rhs_[bin]))
      return false;
  }
  return true;
}

/// The work of a pivot, in about nanoseconds: eight products of the inverse at once, but fewer where it leaves the cache.
static std::int64_t work_of_pivot(std::int64_t bins) {
  constexpr std::int64_t products_at_once = 8;
  constexpr std::int64_t bins_in_cache = 1024;
  return bins * bins / products_at_once * std::max(bins, bins_in_cache) / bins_in_cache;
}

/// Recomputes the inverse by pivoting in the basic columns one by one. When stopped, the others leave the basis.
void Master::reinvert(Stop& stop) {
  const auto n = static_cast<std::int64_t>(bins());
  std::vector<std::int64_t> wanted(basis_);
  std::sort(wanted.begin(), wanted.end());
  std::vector<char> taken(bins(), 0);
  reset_basis();
  for (const std::int64_t variable : wanted) {
    if (is_stabilisation(variable)) taken[bin_of(variable)] = 1;
  }
  for (const std::int64_t variable : wanted) {
    if (is_stabilisation(variable)) continue;
    if (stop.after(work_of_pivot(n))) break;
    compute_direction(variable);
    std::size_t best = bins();
    for (std::size_t row = 0; row < bins(); ++row) {
      if (taken[row] == 0 && (best == bins() || std::abs(direction_[row]) > std::abs(direction_[best]))) best = row;
    }
    if (best == bins() || std::abs(direction_[best]) < master_tolerance) continue;
    taken[best] = 1;
    inverse_.read_row(best, pivot_row_);
    inverse_.pivot(best, direction_, pivot_row_);
    enter(variable, best);
  }
  recompute_solution();
}

bool Master::optimise(Stop& stop) {
  const auto n = static_cast<std::int64_t>(bins());
  int reinversions = 0;
  bool reinverted = false;
  compute_reduced_costs();
  while (!stop.after(work_of_pivot(n) + static_cast<std::int64_t>(columns_.runs()))) {
    const std::size_t place = entering();
    const bool done = place == reduced_costs_.size();
    std::size_t row = bins();
    if (!done) {
      compute_direction(variable_at(place));
      row = leaving();
    }
    if (done || row == bins() || ++pivots_since_check_ >= accuracy_.pivots_between_checks) {
      pivots_since_check_ = 0;
      recompute_solution();
      if (!reinverted && !is_accurate()) {
        if (++reinversions > accuracy_.max_reinversions) return false;
        reinvert(stop);
        reinverted = done;
        compute_reduced_costs();
        continue;
      }
      if (done || row == bins()) return true;
    }
    const double amount = std::max(basic_values_[row], 0.0) / direction_[row];
    for (std::size_t other = 0; other < bins(); ++other) basic_values_[other] -= amount * direction_[other];
    basic_values_[row] = amount;
    inverse_.read_row(row, pivot_row_);
    update_duals(place, row);
    inverse_.pivot(row, direction_, pivot_row_);
    enter(variable_at(place), row);
  }
  return false;
}

double Master::objective() const {
  double sum = 0;
  for (std::size_t bin = 0; bin < bins(); ++bin) sum += counts_[bin] * duals_[bin];
  return sum;
}

std::vector<double> Master::values() const {
  const std::size_t n = bins();
  std::vector<double> used(columns_.size());
  std::vector<double> in_row(n);
  for (std::size_t row = 0; row < n; ++row) {
    if (basis_[row] < 0) continue;
    inverse_.read_row(row, in_row);
    double level = 0;
    for (std::size_t bin = 0; bin < n; ++bin) level += in_row[bin] * rhs_[bin];
    used[static_cast<std::size_t>(basis_[row])] = std::max(level, 0.0);
  }
  return used;
}

bool Master::uses_stabilisation() const {
  for (std::size_t row = 0; row < bins(); ++row) {
    if (is_stabilisation(basis_[row]) && basic_values_[row] > min_stabilisation) return true;
  }
  return false;
}

void Master::purge(std::size_t most) {
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

}  // namespace tuplepack::packing
