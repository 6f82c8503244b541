#pragma once

#include "basis_inverse.hpp"
#include "columns.hpp"
#include "packing/stop.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::packing {

/// When the inverse of the basis is recomputed.
struct MasterAccuracy {
  double largest_error = 1e-7;  // of a reduced cost, and of a bin's items relative to their number
  std::size_t pivots_between_checks = 500;
  int max_reinversions = 50;  // in one run; where so many do not help, doubles are not accurate enough
};

/// The restricted master problem: how often to use each known pack so that every item is packed.
///
///   min Σ x + Σ ceiling · y   subject to   Σ copies · x + y ≥ count for every bin,  x, y ≥ 0
///
/// The stabilisation variables y bound the duals from above by their ceilings, which keeps the duals near good ones
/// instead of oscillating (du Merle et al. 1999). With high ceilings y = 0 in the optimum.
///
/// With dominance, an item may take the place of a larger one. The row of a bin then counts the items of the bin and of
/// all bins that dominate it.
///
/// A primal revised simplex with an explicit basis inverse and devex pricing, for a few hundred bins and columns that
/// keep coming. The right-hand side is perturbed while it pivots, because of degeneracy; reported values are not.
///
/// memory  8 · bins² bytes
class Master {
 public:
  /// counts    of the bins
  /// ceilings  upper bounds on the duals, > 0; the first basis has the stabilisation variables only
  Master(std::span<const std::int64_t> counts, std::span<const double> ceilings, const MasterAccuracy& accuracy = {});

  /// Lets items take the places of larger ones from now on, so that their duals are no larger either.
  /// dominated  bins: a bin of smaller number whose items fit wherever this bin's do, or `no_bin`
  void enable_dominance(std::vector<std::uint32_t> dominated);

  void add(std::span<const Run> pack) { columns_.add(pack); }
  void set_ceilings(std::span<const double> ceilings);

  /// Solves the linear program.
  /// result  false when stopped, or given up because of rounding errors; what is reported then may be neither optimal
  ///         nor accurate
  /// cost    O(bins² + runs of all columns) for each pivot
  [[nodiscard]] bool optimise(Stop& stop);

  /// bins: the dual value of an item, in packs; ≥ 0 but for rounding
  [[nodiscard]] std::span<const double> duals() const { return duals_; }
  /// Σ count · dual
  [[nodiscard]] double objective() const;

  /// How often each column is used, parallel to columns().
  [[nodiscard]] std::vector<double> values() const;
  [[nodiscard]] const Columns& columns() const { return columns_; }

  /// Whether some stabilisation variable is above 0.
  [[nodiscard]] bool uses_stabilisation() const;

  /// Removes columns of large reduced cost, down to about `most`.
  void purge(std::size_t most);

 private:
  std::vector<double> counts_;
  std::vector<std::uint32_t> dominated_;
  std::vector<double> rhs_;  // counts of a bin and of all that dominate it
  std::vector<double> perturbed_rhs_;
  Columns columns_;
  std::vector<double> ceilings_;
  MasterAccuracy accuracy_;
  std::vector<std::int64_t> basis_;       // bins: the basic variable of a row; see below
  std::vector<std::size_t> surplus_row_;  // bins: the row where its surplus is basic, or bins()
  BasisInverse inverse_;                  // columns are bins
  std::vector<double> basic_values_;      // rows
  std::vector<double> row_duals_;         // rows; the dual of an item is the sum over its bin and the dominated ones
  std::vector<double> duals_;
  std::vector<double> direction_;  // scratch: bins
  std::vector<double> items_;      // scratch: bins
  std::vector<double> pivot_row_;  // scratch: of the inverse

  // Of every variable, in the order columns, stabilisation, surplus.
  std::vector<double> reduced_costs_;
  std::vector<double> devex_weights_;
  std::size_t pivots_since_check_ = 0;

  [[nodiscard]] std::size_t bins() const { return counts_.size(); }

  // A variable is a column, −1 − bin for the stabilisation variable of a bin, or −1 − bins − bin for its surplus.
  [[nodiscard]] std::int64_t stabilisation(std::size_t bin) const { return -1 - static_cast<std::int64_t>(bin); }
  [[nodiscard]] std::int64_t surplus(std::size_t bin) const { return stabilisation(bin + bins()); }
  [[nodiscard]] bool is_surplus(std::int64_t variable) const { return variable <= surplus(0); }
  [[nodiscard]] bool is_stabilisation(std::int64_t variable) const { return variable < 0 && !is_surplus(variable); }
  [[nodiscard]] std::size_t bin_of(std::int64_t variable) const {
    return static_cast<std::size_t>(is_surplus(variable) ? surplus(0) - variable : stabilisation(0) - variable);
  }
  [[nodiscard]] double cost(std::int64_t variable) const {
    return variable >= 0 ? 1.0 : is_surplus(variable) ? 0.0 : ceilings_[bin_of(variable)];
  }
  void set_rhs();
  void to_rows(std::span<double> values) const;
  void to_bins(std::span<double> values) const;
  [[nodiscard]] double reduced_cost(std::size_t column) const;
  void compute_reduced_costs();
  [[nodiscard]] std::size_t entering() const;
  [[nodiscard]] std::int64_t variable_at(std::size_t place) const;
  void update_duals(std::size_t place, std::size_t row);
  void compute_direction(std::int64_t variable);
  void enter(std::int64_t variable, std::size_t row);
  [[nodiscard]] std::size_t leaving() const;
  void recompute_solution();
  [[nodiscard]] bool is_accurate() const;
  void reset_basis();
  void reinvert(Stop& stop);
};

}  // namespace tuplepack::packing
