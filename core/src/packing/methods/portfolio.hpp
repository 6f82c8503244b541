#pragma once

#include "tuplepack/packing/pack.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace tuplepack::packing {

inline constexpr std::int64_t any_work = std::numeric_limits<std::int64_t>::max();

/// The best plan and the best proof so far, and what improves them. Nothing does once they meet, the work is used up, or
/// the caller has stopped.
class Portfolio {
 public:
  /// work   in about nanoseconds, after which the search ends, once there is a plan
  Portfolio(const Histogram& histogram, const Limits& limits, const PackOptions& options, std::int64_t work);

  static constexpr std::int64_t to_its_end = 0;

  /// Whether plan and bound meet, or the caller has stopped; or there is a plan and no work left, for a step that needs some.
  /// share  of the step, see pack_by()
  [[nodiscard]] bool is_done(std::int64_t share = 1) const {
    const bool is_spent = packs_ != any_number_of_packs && work_ <= 0;
    return packs_ == proof_.bound.packs || stopped_ || (is_spent && share != to_its_end);
  }

  [[nodiscard]] const Histogram& histogram() const { return histogram_; }
  [[nodiscard]] const Limits& limits() const { return limits_; }
  /// Of the best plan; any_number_of_packs while there is none.
  [[nodiscard]] std::int64_t packs() const { return packs_; }
  [[nodiscard]] std::int64_t bound() const { return proof_.bound.packs; }
  [[nodiscard]] std::int64_t work_left() const { return work_; }

  /// Whether it is for the caller to end the search.
  [[nodiscard]] bool goes_on() const { return options_.is_timed && is_endless_; }

  /// Rounded down. There is a plan.
  [[nodiscard]] std::int64_t items_in_a_pack() const { return totals(histogram_).items / packs_; }

  /// Whether a pack holds as many items as are allowed.
  [[nodiscard]] bool reaches_depth() const { return deepest(best_.plan) == limits_.depth; }

  /// Packs by a method of the table.
  /// share  it may take one in so many of the work that is left; or to_its_end, however much that is
  void pack_by(const char* method, std::int64_t share);

  void prove_by_forced_waste();

  // There is a plan from here on.

  /// Improves plan and bound together.
  void improve_by_column_generation();

  void improve_by_tightest_component();

  /// Fills packs one at a time, each with its share of the waste.
  /// share  ≥ 1: of the work that is left
  void improve_by_shared_waste(std::int64_t share);

  /// seed  of its random choices
  /// work  at most
  void improve_by_repair(std::uint64_t seed, std::int64_t work);

  /// Improves plan and bound, each by what the other allows, until they meet or the caller stops it; for long only if
  /// the caller will.
  void improve_by_branching();

  /// Balances and repairs as if no pack could hold more items than the average, rounded up. A plan for a smaller depth is
  /// a plan, too, and often the better one: packs of many small items leave large ones that fill no pack.
  /// work  of the repair
  void improve_by_even_counts(std::int64_t work);

  /// Who does not search gets a proof only if there is more to it than the quick bounds that everyone can compute.
  [[nodiscard]] Packed result() &&;

 private:
  const Histogram& histogram_;
  const Limits& limits_;
  const PackOptions& options_;
  bool is_endless_;
  std::int64_t ask_every_;
  std::int64_t work_;            // left
  std::int64_t least_left_ = 0;  // by the running step
  Packed best_;
  /// Methods, and the bounds at which they would find the same again.
  std::vector<std::pair<std::string, std::int64_t>> ended_;
  std::int64_t packs_ = any_number_of_packs;
  Proof proof_;
  std::int64_t quick_bound_ = 0;
  bool is_new_ = false;  // the best plan has not been reported yet
  bool stopped_ = false;
  std::int64_t cases_ = 0;

  void improve(Packed packed);
  void improve(const char* method, Plan plan);
  void raise(const Proof& proof);
  [[nodiscard]] PackOptions options_for(const char* method);
  [[nodiscard]] PackOptions begin(const char* method);
  bool keep_going(const char* method, const PackProgress& progress);
  bool tell(const char* method, const PackProgress& progress);
};

}  // namespace tuplepack::packing
