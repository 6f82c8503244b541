#pragma once

#include "one_pack.hpp"
#include "packing/plan_builder.hpp"
#include "packing/stop.hpp"

namespace tuplepack::packing {

/// Duals in packs become prices when they are multiplied by this and rounded down: 2^40, or less where Σ count · price
/// would not fit into 64 bits. No dual is above one pack, so the prices of a pack of 4,096 different bins still add up
/// below 2^53.
[[nodiscard]] double price_scale(std::span<const std::int64_t> counts);

/// The most valuable pack when every item has a price: an unbounded knapsack of several components, solved exactly by
/// a table of the best value for every room (Gilmore and Gomory 1961). How many items there are does not matter; that
/// makes the packs a superset, and bounds drawn from them valid.
///
/// Prices are whole numbers held in doubles, whose maximum processors take two or more at a time. Below 2^53 they add
/// exactly; the caller sees to that.
///
/// memory  8 bytes for each cell
class Pricing {
 public:
  explicit Pricing(const OnePack& pack);

  /// prices  bins, whole and ≥ 0
  /// result  false when stopped; then nothing else may be asked
  /// cost    O(bins · cells), less where items are worth no more than smaller ones in their place
  [[nodiscard]] bool run(std::span<const double> prices, Stop& stop);

  /// Lowers prices until no pack is worth more than `most`: bin by bin, each no further than the bins before it demand.
  /// Prices that are nearly right stay nearly the same.
  ///
  /// prices  bins, whole and ≥ 0
  /// result  false when stopped; then the prices are of no use
  /// cost    as that of run()
  [[nodiscard]] bool cap(std::span<double> prices, double most, Stop& stop);

  [[nodiscard]] double best() const { return table_.back(); }
  /// The value of the best pack among those that hold an item of a bin.
  [[nodiscard]] double best_with(std::size_t bin) const {
    return prices_[bin] + table_[table_.size() - 1 - steps_[bin]];
  }

  /// A pack that holds an item of `bin` and is worth at most `budget` less than the best such pack; bins ascending, at
  /// most `depth` items. Bins with items left are preferred. The remaining ties are broken differently for every bin,
  /// because columns that differ help the master problem more.
  /// cost  O(bins + items in the pack · bins) at worst
  void take_with(std::size_t bin, std::span<const std::int64_t> counts, std::int64_t depth, double budget,
                 std::vector<Run>& runs) const;

 private:
  const OnePack& pack_;
  std::vector<std::size_t> strides_;  // k, the last is 1
  std::vector<std::size_t> steps_;    // bins: how far apart in the table rooms are that differ by one item
  std::vector<double> prices_;
  std::vector<double> table_;

  void admit(std::size_t bin);
};

}  // namespace tuplepack::packing
