#pragma once

#include "../plan_builder.hpp"
#include "../stop.hpp"

#include <cstdint>
#include <vector>

namespace tuplepack {

// One function per row of the method table; each assumes that validate() accepts the limits.

[[nodiscard]] Plan pack_none(const Histogram& histogram, const Limits& limits, const PackOptions& options);
[[nodiscard]] Plan pack_next_fit(const Histogram& histogram, const Limits& limits, const PackOptions& options);
[[nodiscard]] Plan pack_shortest_first(const Histogram& histogram, const Limits& limits, const PackOptions& options);
[[nodiscard]] Plan pack_longest_first(const Histogram& histogram, const Limits& limits, const PackOptions& options);
[[nodiscard]] Plan pack_nnls(const Histogram& histogram, const Limits& limits, const PackOptions& options);
[[nodiscard]] Plan pack_extended_nnls(const Histogram& histogram, const Limits& limits, const PackOptions& options);
[[nodiscard]] Plan pack_dot_product(const Histogram& histogram, const Limits& limits, const PackOptions& options);
[[nodiscard]] Plan pack_fixed_count(const Histogram& histogram, const Limits& limits, const PackOptions& options);
[[nodiscard]] Plan pack_vector_balancing(const Histogram& histogram, const Limits& limits, const PackOptions& options);
[[nodiscard]] Plan pack_fill(const Histogram& histogram, const Limits& limits, const PackOptions& options);

/// pack_fill with a limit of its own: after `work`, in about nanoseconds but the same on every machine, it ends with
/// the best plan so far, and best fit packs what is left if there is none.
[[nodiscard]] Plan pack_fill_within(std::int64_t work, const Histogram& histogram, const Limits& limits,
                                    const PackOptions& options);

/// pack_longest_first as a step of another method, which it asks through. When stopped, next fit packs what is left,
/// unless options.fewer_than was given; then the plan is empty.
[[nodiscard]] Plan pack_longest_first(const Histogram& histogram, const Limits& limits, const PackOptions& options,
                                      Stop& stop);

// Methods that choose among others.

[[nodiscard]] Packed choose_quick(const Histogram& histogram, const Limits& limits, const PackOptions& options);
/// The plan of quick in all its ways, for methods that improve a plan. Of the options only when to stop counts.
/// bound   packs that no plan can go under
[[nodiscard]] Plan quick_plan(const Histogram& histogram, const Limits& limits, std::int64_t bound,
                              const PackOptions& options);

[[nodiscard]] Packed choose_column_generation(const Histogram& histogram, const Limits& limits,
                                              const PackOptions& options);
[[nodiscard]] Packed choose_tightest_component(const Histogram& histogram, const Limits& limits,
                                               const PackOptions& options);
[[nodiscard]] Packed choose_repair(const Histogram& histogram, const Limits& limits, const PackOptions& options);
[[nodiscard]] Packed choose_auto(const Histogram& histogram, const Limits& limits, const PackOptions& options);
[[nodiscard]] Packed choose_optimal(const Histogram& histogram, const Limits& limits, const PackOptions& options);

/// options.bound, or lower_bound() where that was not given.
[[nodiscard]] inline std::int64_t known_bound(const Histogram& histogram, const Limits& limits,
                                              const PackOptions& options) {
  return options.bound > 0 ? options.bound : lower_bound(histogram, limits).packs;
}

/// The bins from the largest score to the smallest; equal scores by their sizes, largest first. The common order in
/// which the published algorithms place items.
struct ScoredBin {
  std::int64_t score;
  std::uint32_t bin;
};
[[nodiscard]] std::vector<ScoredBin> bins_by_score(const Histogram& histogram, const Score& score);

/// Next fit decreasing: items from the largest down; a pack closes as soon as the next item does not fit. The quickest
/// way to a whole plan, and so what a method that is stopped packs the rest by.
/// counts  bins: how many items to pack, ≥ 0
/// cost    O(bins · k)
void add_by_next_fit(const Histogram& histogram, const Limits& limits, std::span<const ScoredBin> order,
                     std::span<const std::int64_t> counts, PlanBuilder& plan);

/// The components from the tightest, whose sum needs most packs, to the one with most room.
[[nodiscard]] std::vector<std::uint32_t> tightest_first(const Histogram& histogram, const Limits& limits);

/// How many items of a size fit into a room, at most `most`.
[[nodiscard]] std::int64_t copies_that_fit(std::span<const std::int64_t> size, std::span<const std::int64_t> room,
                                           std::int64_t most);

}  // namespace tuplepack
