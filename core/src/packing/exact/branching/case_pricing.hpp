#pragma once

#include "case_problem.hpp"
#include "packing/stop.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

namespace tuplepack::packing {

/// Memory for tables from case to case: fresh pages for each would take longer than the search in them.
class CaseTables {
 public:
  /// Memory for `count` numbers, whose values are undefined.
  [[nodiscard]] std::span<double> take(std::size_t count) {
    if (count > size_) {
      size_ = std::max(count, 2 * size_);
      numbers_ = std::unique_ptr<double[]>(new double[size_]);
    }
    return {numbers_.get(), count};
  }

 private:
  std::unique_ptr<double[]> numbers_;
  std::size_t size_ = 0;
};

/// The most valuable packs of a CaseProblem, of no more items than there are, when every item has a price: depth first,
/// bins from large to small. What the bins still to come can add at most is looked up in tables, one for each bin, of
/// rooms in units as large as the memory allows; rounded sizes fit wherever the sizes do.
///
/// Prices are whole numbers held in doubles. Below 2^53 they add exactly; the caller sees to that.
///
/// memory  8 MB at most, in CaseTables
class CasePricing {
 public:
  /// assumes  both outlive this
  CasePricing(const CaseProblem& problem, CaseTables& tables);

  /// prices   bins of the problem, whole and ≥ 0
  /// enough   ≥ 0; packs worth no more are of no interest
  /// result   false when stopped, or given up after very many steps; then nothing else may be asked
  /// cost     O(bins · cells of a table), and the search
  [[nodiscard]] bool run(std::span<const double> prices, double enough, Stop& stop);

  /// The value of the best pack, or `enough` where no pack is worth more.
  [[nodiscard]] double best() const { return best_; }
  /// Some of the packs worth more than `enough`, among them the best.
  [[nodiscard]] const Columns& packs() const { return packs_; }

 private:
  const CaseProblem& problem_;
  std::vector<std::uint32_t> order_;  // bins that matter, from large to small
  std::vector<double> prices_;        // parallel to order_
  std::vector<std::int64_t> most_;    // parallel to order_: items of a bin in a pack
  std::vector<int> shifts_;           // components: a unit of room is 2^shift
  std::vector<std::size_t> strides_;  // components
  CaseTables& memory_;
  std::span<double> tables_;  // of the bins from a place of order_ on; one after the other
  std::size_t cells_ = 0;

  // The search: the current pack, and what is left beside it.
  std::vector<std::int64_t> room_;
  std::vector<std::int64_t> blocked_;  // bins: items in the pack that a bin stays apart from
  std::vector<Run> runs_;
  double threshold_ = 0;  // packs worth no more are of no interest any longer
  double best_ = 0;
  std::int64_t steps_ = 0;
  std::int64_t work_ = 0;  // since the last question
  bool gave_up_ = false;
  struct Found {
    double value;
    std::vector<Run> runs;
  };
  std::vector<Found> found_;  // a heap, the least valuable first
  Columns packs_;

  void choose_units();
  void fill_tables();
  [[nodiscard]] std::size_t cell(std::span<const std::int64_t> room) const;
  [[nodiscard]] bool fits(std::uint32_t bin) const;
  void change(std::uint32_t bin, std::int64_t by);
  void record(double value);
  void extend(std::size_t first, double value, Stop& stop);
};

}  // namespace tuplepack::packing
