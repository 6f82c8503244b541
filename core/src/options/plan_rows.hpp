#pragma once

#include "setters.hpp"
#include "shared_rows.hpp"
#include "tuplepack/base/words.hpp"
#include "tuplepack/packing/assign.hpp"
#include "tuplepack/training/loader_code.hpp"

namespace tuplepack::options {

inline std::vector<std::string_view> loader_framework_names() {
  return names_of(training::loader_frameworks());
}

inline std::vector<std::string_view> emit_names() {
  return {"segment_ids", "position_ids", "cu_seqlens"};
}

/// Options of what is done with a plan and with its items: the last part of packing_options().
inline constexpr auto plan_rows = std::to_array<Option>({
    {.name = "packs-multiple",
     .kind = Kind::count,
     .value = "W",
     .fallback = 1,
     .help =
         "add packs until their number is a multiple of W: empty ones, unless --even is set; they count in packs and "
         "efficiency, but not in the gap",
     .commands = "pack",
     .range = positive,
     .group = OptionGroup::method,
     .set = [](Settings& all, OptionValue value, Components) { return read(all.plan.packs_multiple, value); }},
    {.name = "baseline",
     .kind = Kind::text,
     .value = "NAME",
     .help = "pack by this component only and report by how much the others exceed their limits",
     .commands = "pack",
     .group = OptionGroup::method},
    {.name = "check",
     .kind = Kind::flag,
     .help = "check the plan with an independent verifier",
     .commands = "pack",
     .group = OptionGroup::output},
    {.name = "plan",
     .kind = Kind::output_file,
     .value = "OUT.json",
     .help = "write the plan to a file, e.g. for assign and verify",
     .commands = "pack",
     .group = OptionGroup::output},
    {.name = "estimate",
     .kind = Kind::flag,
     .help = "also print the estimated speed-up (see tuplepack estimate)",
     .commands = "pack",
     .group = OptionGroup::output},
    {.name = "plan",
     .kind = Kind::output_file,
     .value = "OUT.json",
     .help = "write the plan to a file; with --pareto, OUT.json is a directory with one file per plan",
     .commands = "search",
     .group = OptionGroup::output},
    {.name = "plan",
     .kind = Kind::input_file,
     .value = "PLAN.json",
     .help = "plan written by tuplepack pack for the same sizes",
     .commands = "assign batches",
     .required = true,
     .group = OptionGroup::output,
     .reads = formats::Content::plans},
    {.name = "output",
     .letter = 'o',
     .kind = Kind::output_file,
     .value = "FILE",
     .help = "output file: .npz, .npy (one file per array), .parquet or .arrow (one row per pack), or .csv; - for CSV "
             "on standard output",
     .commands = "assign",
     .group = OptionGroup::output},
    {.name = "order",
     .kind = Kind::choice,
     .value = "ORDER",
     .fallback = "plan",
     .help = "order of the packs and of items of equal size: plan, input (as in the data), shuffle (random) or permute "
             "(random, also by shards)",
     .commands = "assign batches",
     .choices = packing::orders,
     .set = [](Settings& all, OptionValue value,
               Components) { return read(all.assign.order, packing::order_by_name(text_of(value))); }},
    {.name = "seed",
     .kind = Kind::count,
     .value = "N",
     .help = "random seed of --order shuffle and permute (default: 0)",
     .commands = "assign batches",
     .range = not_negative,
     .set = [](Settings& all, OptionValue value, Components) { return read(all.assign.seed, value); }},
    {.name = "spread",
     .kind = Kind::choice,
     .value = "on|off",
     .help = "put about the same number of items into every pack if that takes no more packs; for at most 131,072 "
             "items (default: on with auto and optimal, from 2,048 items on)",
     .commands = "pack estimate",
     .choices = switch_names,
     .group = OptionGroup::method,
     .set = [](Settings& all, OptionValue value, Components) { return read(all.plan.spread, value); }},
    {.name = "even",
     .kind = Kind::flag,
     .help = "fill all packs evenly, including those that --packs-multiple adds, instead of filling each as much as "
             "possible",
     .commands = "pack",
     .group = OptionGroup::method,
     .set = [](Settings& all, OptionValue value, Components) { return read(all.plan.even, value); }},
    {.name = "even",
     .kind = Kind::flag,
     .help = "fill all packs evenly, including those that the plan's --packs-multiple adds, instead of filling each as "
             "much as possible",
     .commands = "assign",
     .group = OptionGroup::method},
    {.name = "balance",
     .kind = Kind::text,
     .value = "quadratic",
     .help = "group packs of similar cost (Σ length²) so that ranks finish together; quadratic:NAME uses component "
             "NAME instead of the first",
     .commands = "assign"},
    {.name = "ranks",
     .kind = Kind::count,
     .value = "W",
     .help = "number of data-parallel ranks (default: --packs-multiple of the plan)",
     .commands = "assign"},
    {.name = "emit",
     .kind = Kind::choices,
     .value = "NAME,…",
     .help = "also write {choices}",
     .commands = "assign",
     .choices = emit_names,
     .group = OptionGroup::output},
    {.name = "code",
     .kind = Kind::choice,
     .value = "FRAMEWORK",
     .help = "print Python loader code instead of a report (needs no SIZES): {choices}",
     .commands = "assign",
     .choices = loader_framework_names,
     .group = OptionGroup::output},
});

}  // namespace tuplepack::options
