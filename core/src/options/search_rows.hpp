#pragma once

#include "setters.hpp"
#include "shared_rows.hpp"

namespace tuplepack::options {

/// Options of the search for limits: the first part of packing_options().
inline constexpr auto search_rows = std::to_array<Option>({
    {.name = "target",
     .kind = Kind::decimal,
     .value = "X",
     .help = "find the smallest limits whose efficiencies have a harmonic mean of at least X, e.g. 0.95",
     .commands = "search",
     .range = {.least = 0, .most = 1, .above = true}},
    {.name = "packs",
     .kind = Kind::count,
     .value = "K",
     .help = "find the smallest limits for which K packs suffice; several components keep the proportions of --limits",
     .commands = "search",
     .range = positive},
    {.name = "items",
     .kind = Kind::count,
     .value = "B",
     .help = "find the smallest limits for which packs hold B items on average; several components keep the "
             "proportions of --limits, or else of their totals",
     .commands = "search",
     .range = positive},
    {.name = "pareto", .kind = Kind::flag, .help = "find all Pareto-optimal limits", .commands = "search"},
    {.name = "best", .kind = Kind::flag, .help = "find the most efficient limits", .commands = "search"},
    {.name = "per-component",
     .kind = Kind::flag,
     .help = "rank limits by their least efficient component instead of the harmonic mean",
     .commands = "search",
     .set = [](Settings& all, OptionValue value, Components) { return read(all.search.per_component, value); }},
    {.name = "weights",
     .kind = Kind::counts,
     .value = "W1,W2,…",
     .fallback = "1",
     .help = "cost weight per component; the cost of limits is Σ weight × limit",
     .commands = "search",
     .range = positive},
    {.name = "multiple-of",
     .kind = Kind::counts,
     .value = "M1,M2,…",
     .fallback = "1",
     .help = "consider only multiples of M, one value per component or one for all",
     .commands = "search",
     .range = positive},
    {.name = "range",
     .kind = Kind::text,
     .value = "NAME=FIRST:LAST:STEP",
     .help = "limits to choose from (default: from the largest size to 4 times that); repeat per component",
     .commands = "search",
     .repeats = true,
     .group = OptionGroup::limits},
    {.name = "range",
     .kind = Kind::text,
     .value = "NAME=FIRST:LAST:STEP",
     .help = "limits FIRST, FIRST + STEP, … up to LAST for a component (STEP defaults to 1); repeat per component",
     .commands = "sweep",
     .required = true,
     .repeats = true,
     .group = OptionGroup::limits},
});

}  // namespace tuplepack::options
