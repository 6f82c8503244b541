#pragma once

#include "packing/filling/histogram_packing.hpp"
#include "packing/filling/next_fit.hpp"
#include "packing/filling/score_order.hpp"
#include "packing/plan_builder.hpp"
#include "packing/room.hpp"
#include "packing/stop.hpp"
#include "strategy_repeats.hpp"
#include "tuplepack/packing/pack.hpp"

#include <array>
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

[[nodiscard]] constexpr bool unless_published_for_tuples(std::size_t component_count, bool paper) {
  return component_count == 1 || !paper;
}

/// All methods. A new one is a row here and a file beside this one.
inline constexpr auto method_table = std::to_array<Method>({
    {.name = "none", .summary = "every item in its own pack", .pack = pack_none},
    {.name = "next-fit",
     .summary = "next fit decreasing: largest items first; a pack is closed when the next item does not fit",
     .uses_heuristic = true,
     .pack = pack_next_fit},
    {.name = "spfhp",
     .summary = "shortest-pack-first histogram packing: worst fit, into the packs with the most room",
     .uses_heuristic = true,
     .uses_distribute = true,
     .published = true,
     .tried_by_quick = true,
     .pack = pack_shortest_first},
    {.name = "lpfhp",
     .summary = "longest-pack-first histogram packing: best fit, into the packs with the least room",
     .uses_heuristic = true,
     .uses_distribute = true,
     .published = true,
     .tried_by_quick = true,
     .distribute_by_default = unless_published_for_tuples,
     .pack = pack_longest_first},
    {.name = "dot-product",
     .summary = "fills one pack at a time with the item whose size vector best aligns with the remaining capacity "
                "(dot-product heuristic)",
     .searches = true,
     .pack = pack_dot_product},
    {.name = "fixed-count",
     .summary = "worst fit decreasing into a fixed number of packs, minimized by bisection",
     .pack = pack_fixed_count},
    {.name = "vector-balancing",
     .summary =
         "for data where nearly every item is different: balances all components, then improves by swapping items",
     .is_large = true,
     .pack = pack_vector_balancing},
    {.name = "fill", .summary = "one pack at a time, filled as full as possible by subset sum", .pack = pack_fill},
    {.name = "nnlshp",
     .summary = "non-negative least squares over all strategies that fill a pack (one component, depth 2 to 4)",
     .published = true,
     .searches = true,
     .pack = pack_nnls,
     .applies = strategies_fit},
    {.name = "ennlshp",
     .summary =
         "nnlshp with slack variables that penalize missing items more than surplus ones; usually better but slower",
     .published = true,
     .searches = true,
     .pack = pack_extended_nnls,
     .applies = strategies_fit},
    {.name = "quick",
     .summary = "the best plan of fill, fixed-count, and spfhp and lpfhp with all heuristics; vector-balancing where "
                "it is better",
     .uses_distribute = true,
     .published = true,
     .choose = choose_quick},
    {.name = "auto",
     .summary = "like optimal, but stops after a fixed amount of work, so that every machine finds the same plan",
     .uses_distribute = true,
     .published = true,
     .is_large = true,
     .choose = choose_auto},
    {.name = "column-generation",
     .summary = "linear program over all packs by column generation, rounded; also proves a lower bound",
     .searches = true,
     .choose = choose_column_generation},
    {.name = "tightest-component",
     .summary = "packs by the tightest component only, then decides which items of equal size go into which pack so "
                "that the other limits hold",
     .searches = true,
     .choose = choose_tightest_component},
    {.name = "repair",
     .summary = "local search from quick's plan: eliminates the least full packs by repacking others",
     .searches = true,
     .choose = choose_repair},
    {.name = "optimal",
     .summary = "all methods and bounds in turn, until the plan is proven optimal",
     .searches = true,
     .choose = choose_optimal},
});

}  // namespace tuplepack::packing
