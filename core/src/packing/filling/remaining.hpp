#pragma once

#include "packing/plan_builder.hpp"
#include "packing/stop.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::packing {

/// The items that are not in a pack yet, for methods that fill one pack after the other.
class Remaining {
 public:
  /// Both must outlive this.
  Remaining(const Histogram& histogram, const Limits& limits);

  [[nodiscard]] std::int64_t count(std::size_t bin) const { return counts_[bin]; }
  [[nodiscard]] std::int64_t items() const { return items_; }
  /// k: Σ count · size
  [[nodiscard]] const std::vector<std::int64_t>& sums() const { return sums_; }

  /// No plan of these items has fewer packs, by the sum of each component and by the depth.
  [[nodiscard]] std::int64_t fewest_packs() const;

  /// Fills as many equal packs as there are items for, and adds them to the plan.
  /// runs     of one pack, in any order, each bin once; sorted by this, so that equal packs are equal sequences
  /// assumes  the pack is within the limits, and there are items for one
  /// result   how many packs
  std::int64_t fill(std::vector<Run>& runs, PlanBuilder& plan);

  /// Packs all of the items by best fit, or by next fit when stopped. Ends what would take too long otherwise.
  void fill_by_best_fit(PlanBuilder& plan, Stop& stop);

 private:
  const Histogram& histogram_;
  const Limits& limits_;
  std::vector<std::int64_t> counts_;
  std::vector<std::int64_t> sums_;
  std::int64_t items_;
};

}  // namespace tuplepack::packing
