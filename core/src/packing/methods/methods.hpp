#pragma once

#include "packing/filling/histogram_packing.hpp"
#include "packing/filling/next_fit.hpp"
#include "packing/filling/score_order.hpp"
#include "packing/plan_builder.hpp"
#include "packing/room.hpp"
#include "packing/stop.hpp"

#include <cstdint>
#include <vector>

namespace tuplepack::packing {

// One function per row of the method table, with those of filling/histogram_packing.hpp; each assumes that validate()
// accepts the limits.

[[nodiscard]] Plan pack_none(const Histogram& histogram, const Limits& limits, const PackOptions& options);
[[nodiscard]] Plan pack_next_fit(const Histogram& histogram, const Limits& limits, const PackOptions& options);
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

}  // namespace tuplepack::packing
