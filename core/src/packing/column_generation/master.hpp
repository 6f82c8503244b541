#pragma once

#include "../stop.hpp"
#include "basis_inverse.hpp"
#include "columns.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack {

/// The linear program over the packs known so far: how often to use each so that every item is in one.
///
///   min Σ x + Σ ceiling · bought   subject to   Σ copies · x + bought ≥ count for every bin,  x, bought ≥ 0
///
/// Where an item may take the place of another, a row of the program counts the items of a bin and of all bins above
/// it: places for these are what they need together, Σ copies there ≥ Σ count there.
///
/// Items may be bought instead of packed. That keeps their prices below a ceiling, and prices that stay near good ones
/// do not swing from one extreme to the other (du Merle and others 1999). With high ceilings nothing is bought.
///
/// A primal revised simplex with an explicit inverse of the basis: a few hundred bins, packs of few different bins, and
/// packs that keep coming. Counts are raised by tiny different amounts while it pivots, so that it does not stall where
/// many packs would leave the basis at once; what it reports is without them.
///
/// memory  8 · bins² bytes
class Master {
 public:
  /// counts   of the bins
  /// ceilings of their prices, > 0; at first everything is bought
  Master(std::span<const std::int64_t> counts, std::span<const double> ceilings);

  /// Lets items of a bin take the places of those of another from now on, so that they may not cost more.
  /// below  bins: whose items can take the place of this bin's in every pack; of smaller number, or `lowest`
  void let_below_take_place(std::vector<std::uint32_t> below);

  void add(std::span<const Run> pack) { columns_.add(pack); }
  void set_ceilings(std::span<const double> ceilings);

  /// Pivots until no pack known can lower the number of packs.
  /// result  false when stopped, or when rounding errors keep it from the optimum; what it then reports may be
  ///         neither optimal nor accurate
  /// cost    O(bins² + runs of all packs known) for each pivot
  [[nodiscard]] bool optimise(Stop& stop);

  /// bins: what one more item of a bin would cost, in packs; ≥ 0 but for rounding.
  [[nodiscard]] std::span<const double> prices() const { return prices_; }
  /// Σ count · price: the fewest packs over the packs known.
  [[nodiscard]] double packs() const;

  /// How often each pack known is to be used, parallel to columns().
  [[nodiscard]] std::vector<double> amounts() const;
  [[nodiscard]] const Columns& columns() const { return columns_; }

  /// Whether some items are bought rather than packed.
  [[nodiscard]] bool buys() const;

  /// Forgets packs that are far from being used, down to about `most` of them.
  void forget(std::size_t most);

 private:
  std::vector<double> counts_;
  std::vector<std::uint32_t> below_;
  std::vector<double> demands_;  // counts of a bin and all above it
  std::vector<double> raised_;   // the same with the tiny amounts
  Columns columns_;
  std::vector<double> ceilings_;
  std::vector<std::int64_t> basis_;       // bins: what is basic in a row; see below
  std::vector<std::size_t> surplus_row_;  // bins: where its surplus is basic; bins() where it is not
  BasisInverse inverse_;                  // columns are bins
  std::vector<double> levels_;            // bins: how often the basic columns are used
  std::vector<double> steps_;             // bins: how much the price is above that of the bin below
  std::vector<double> prices_;
  std::vector<double> direction_;  // scratch: bins
  std::vector<double> items_;      // scratch: bins
  std::vector<double> row_;        // scratch: bins, the row of the inverse that is being exchanged

  // Of every variable that may enter, in the order columns, bought, surplus: what one of it adds to the cost, and its
  // weight of reference (devex).
  std::vector<double> reduced_;
  std::vector<double> weights_;
  std::size_t pivots_since_check_ = 0;

  [[nodiscard]] std::size_t bins() const { return counts_.size(); }

  // A variable is a column, or −1 − bin for what is bought of a bin, or −1 − bins − bin for what is packed of it beyond
  // its count.
  [[nodiscard]] std::int64_t bought(std::size_t bin) const { return -1 - static_cast<std::int64_t>(bin); }
  [[nodiscard]] std::int64_t surplus(std::size_t bin) const { return bought(bin + bins()); }
  [[nodiscard]] bool is_surplus(std::int64_t variable) const { return variable <= surplus(0); }
  [[nodiscard]] bool is_bought(std::int64_t variable) const { return variable < 0 && !is_surplus(variable); }
  [[nodiscard]] std::size_t bin_of(std::int64_t variable) const {
    return static_cast<std::size_t>(is_surplus(variable) ? surplus(0) - variable : bought(0) - variable);
  }
  [[nodiscard]] double cost(std::int64_t variable) const {
    return variable >= 0 ? 1.0 : is_surplus(variable) ? 0.0 : ceilings_[bin_of(variable)];
  }
  void sum_up_counts();
  void add_up(std::span<double> values) const;
  void add_down(std::span<double> values) const;
  [[nodiscard]] double reduced_cost(std::size_t column) const;
  void price_all();
  [[nodiscard]] std::size_t entering() const;
  [[nodiscard]] std::int64_t variable_at(std::size_t place) const;
  void exchange_prices(std::size_t place, std::size_t row);
  void compute_direction(std::int64_t variable);
  void enter(std::int64_t variable, std::size_t row);
  [[nodiscard]] std::size_t leaving() const;
  void compute_levels_and_prices();
  [[nodiscard]] bool is_accurate() const;
  void start_afresh();
  void invert_again(Stop& stop);
};

}  // namespace tuplepack
