#pragma once

#include "methods.hpp"
#include "strategy_repeats.hpp"
#include "tuplepack/packing/pack.hpp"

#include <array>

namespace tuplepack {

[[nodiscard]] constexpr bool unless_published_for_tuples(std::size_t component_count, bool paper) {
  return component_count == 1 || !paper;
}

/// Every method there is. A new one is a row here and a file beside this one.
inline constexpr std::array<Method, 14> method_table{{
    {.name = "none", .summary = "every item in a pack of its own", .pack = pack_none},
    {.name = "next-fit",
     .summary = "largest items first; a pack closes when the next item does not fit",
     .uses_heuristic = true,
     .pack = pack_next_fit},
    {.name = "spfhp",
     .summary = "shortest pack first: into the packs with the most room (worst fit)",
     .uses_heuristic = true,
     .uses_distribute = true,
     .published = true,
     .tried_by_auto = true,
     .pack = pack_shortest_first},
    {.name = "lpfhp",
     .summary = "longest pack first: into the packs with the least room (best fit)",
     .uses_heuristic = true,
     .uses_distribute = true,
     .published = true,
     .tried_by_auto = true,
     .distribute_by_default = unless_published_for_tuples,
     .pack = pack_longest_first},
    {.name = "dot-product",
     .summary = "one pack after the other, by the item whose shape goes best with the room left",
     .searches = true,
     .pack = pack_dot_product},
    {.name = "fixed-count",
     .summary = "a fixed number of packs, every item into the emptiest",
     .pack = pack_fixed_count},
    {.name = "fill", .summary = "one pack after the other, filled as well as the items left allow", .pack = pack_fill},
    {.name = "nnlshp",
     .summary = "strategies that fill packs, as often as least squares wants them (one component, depth 2 to 4)",
     .published = true,
     .searches = true,
     .pack = pack_nnls,
     .applies = strategies_fit},
    {.name = "ennlshp",
     .summary = "nnlshp that would rather be over than short of items: mostly better, slower",
     .published = true,
     .searches = true,
     .pack = pack_extended_nnls,
     .applies = strategies_fit},
    {.name = "auto",
     .summary = "the best plan of fill, spfhp and lpfhp by all heuristics, and fixed-count",
     .uses_distribute = true,
     .published = true,
     .choose = choose_auto},
    {.name = "column-generation",
     .summary = "packs priced by a linear program, as often as it wants them; proves a bound too",
     .searches = true,
     .choose = choose_column_generation},
    {.name = "tightest-component",
     .summary = "packs the tightest component alone, then chooses among items alike in it",
     .searches = true,
     .choose = choose_tightest_component},
    {.name = "repair",
     .summary = "the plan of auto, its emptiest packs emptied into others that are filled anew",
     .searches = true,
     .choose = choose_repair},
    {.name = "optimal",
     .summary = "all methods and bounds, one after the other, until no plan can be better",
     .searches = true,
     .choose = choose_optimal},
}};

}  // namespace tuplepack
