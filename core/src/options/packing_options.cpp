#include "plan_rows.hpp"
#include "search_rows.hpp"
#include "setters.hpp"
#include "shared_rows.hpp"
#include "tuplepack/base/words.hpp"
#include "tuplepack/packing/batching.hpp"
#include "tuplepack/packing/component.hpp"
#include "tuplepack/packing/effort.hpp"
#include "tuplepack/packing/estimate.hpp"
#include "tuplepack/packing/fitting.hpp"
#include "tuplepack/packing/pack.hpp"
#include "tuplepack/packing/stream.hpp"

#include <algorithm>
#include <array>

namespace tuplepack::options {

static std::vector<std::string_view> method_names() {
  return names_of(packing::methods());
}

/// The portfolio at an effort. Its row follows that of the method, which is known here.
static Result<void> choose_portfolio(packing::PackOptions& options, Result<Effort> effort) {
  if (!effort) return tl::unexpected(effort.error());
  const std::string_view portfolio = packing::portfolio_at(*effort);
  if (options.method != "auto" && options.method != portfolio) {
    return fail(ErrorCode::unsupported, "method '" + options.method +
                                            "' has no efforts, which the default method has; leave out one of the two");
  }
  options.method = portfolio;
  return {};
}

static constexpr OptionRange from_0_to_1{.least = 0, .most = 1};

/// Options of limits, methods and estimates: the second part.
static constexpr auto room_rows = std::to_array<Option>({
    {.name = "limits",
     .kind = Kind::text,
     .value = "L1,L2,…",
     .help = "pack capacity, one number per component; max: the largest size in the data",
     .commands = "pack compare bound estimate",
     .required = true,
     .group = OptionGroup::limits},
    {.name = "limits",
     .kind = Kind::text,
     .value = "L1,L2,…",
     .help = "pack capacity, one number per component",
     .commands = "stream",
     .required = true,
     .group = OptionGroup::limits},
    {.name = "limits",
     .kind = Kind::text,
     .value = "L1,L2,…",
     .help = "with --packs or --items: limits whose proportions are kept, one number per component",
     .commands = "search",
     .group = OptionGroup::limits},
    {.name = "depth",
     .kind = Kind::count,
     .value = "N",
     .help = "maximum number of items per pack (default: unlimited)",
     .commands = "pack compare bound estimate sweep search stream",
     .range = positive,
     .group = OptionGroup::limits,
     .set = [](Settings& all, OptionValue value, Components) { return read(all.plan.limits.depth, value); }},
    {.name = "buffer",
     .kind = Kind::count,
     .value = "N",
     .help = "look-ahead: buffer N items, plan packs for all of them, and write the fuller packs (default: 1024)",
     .commands = "stream"},
    {.name = "effort",
     .kind = Kind::choice,
     .value = "NAME",
     .fallback = "quick",
     .help = "how long to plan a full buffer; quick: up to 20 µs per item; usual: like pack, up to 0.3 s each time",
     .commands = "stream",
     .choices = packing::stream_efforts,
     .set = [](Settings& all, OptionValue value,
               Components) { return read(all.effort, effort_by_name(text_of(value))); }},
    {.name = "balanced",
     .kind = Kind::flag,
     .help = "build packs from the whole buffer at once, balancing all components; for data where nearly every item "
             "has a different size",
     .commands = "stream"},
    {.name = "open",
     .kind = Kind::count,
     .value = "K",
     .help = "best fit: put each item into the fullest of K open packs that has room for it",
     .commands = "stream"},
    {.name = "guide",
     .kind = Kind::input_file,
     .value = "PLAN.json",
     .help = "follow a plan: open packs according to its strategies, up to --open K at a time (default: 1024), and "
             "fill them as items arrive",
     .commands = "stream",
     .reads = formats::Content::plans},
    {.name = "output",
     .letter = 'o',
     .kind = Kind::output_file,
     .value = "FILE",
     .help = "write .jsonl (one list of items per pack), .csv or .npz; - for JSON Lines on standard output",
     .commands = "stream",
     .group = OptionGroup::output},
    {.name = "state",
     .kind = Kind::output_file,
     .value = "FILE",
     .help = "checkpoint file; if it exists, the run resumes from it",
     .commands = "stream",
     .group = OptionGroup::output},
    {.name = "state-every",
     .kind = Kind::decimal,
     .value = "SECONDS",
     .fallback = 10.0,
     .help = "checkpoint interval in seconds; 0: after every read",
     .commands = "stream",
     .range = not_negative,
     .group = OptionGroup::output},
    {.name = "method",
     .kind = Kind::choice,
     .value = "NAME",
     .fallback = "auto",
     .help = "{choices}",
     .commands = "pack estimate",
     .choices = method_names,
     .group = OptionGroup::method,
     .set = [](Settings& all, OptionValue value, Components) { return read(all.plan.pack.method, value); }},
    {.name = "effort",
     .kind = Kind::choice,
     .value = "NAME",
     .help = "how long auto searches; quick: the fast methods; usual: up to 0.3 s of work, more for many different "
             "sizes of several components; full: until the plan is proven optimal or --time-limit is reached "
             "(default: usual)",
     .commands = "pack estimate",
     .choices = efforts,
     .on_page = false,
     .group = OptionGroup::method,
     .set = [](Settings& all, OptionValue value,
               Components) { return choose_portfolio(all.plan.pack, effort_by_name(text_of(value))); }},
    {.name = "method",
     .kind = Kind::choice,
     .value = "NAME",
     .fallback = "auto",
     .help = "{choices}; auto first packs every cell with lpfhp, then packs the promising cells with quick",
     .commands = "sweep",
     .choices = method_names,
     .group = OptionGroup::method,
     .set = [](Settings& all, OptionValue value, Components) { return read(all.plan.pack.method, value); }},
    {.name = "heuristic",
     .kind = Kind::text,
     .value = "NAME",
     .help = "how items of several components are ordered by size: product (default), sum, max, min, normalized-sum, "
             "normalized-max, normalized-min, component:NAME or weighted:W1,W2,…",
     .commands = "pack estimate sweep",
     .group = OptionGroup::method,
     .set =
         [](Settings& all, OptionValue value, Components components) {
           return read(all.plan.pack.heuristic, packing::parse_heuristic(text_of(value), components));
         }},
    {.name = "distribute",
     .kind = Kind::choice,
     .value = "on|off",
     .help = "place several items of the same size into a pack at once (default: depends on the method)",
     .commands = "pack estimate sweep",
     .choices = switch_names,
     .group = OptionGroup::method,
     .set = [](Settings& all, OptionValue value, Components) { return read(all.plan.pack.distribute, value); }},
    {.name = "paper",
     .kind = Kind::flag,
     .help = "reproduce the published listings exactly",
     .commands = "pack estimate sweep",
     .group = OptionGroup::method,
     .set = [](Settings& all, OptionValue value, Components) { return read(all.plan.pack.paper, value); }},
    {.name = "per-item",
     .kind = Kind::text,
     .value = "N",
     .help = "extra space that every item takes, e.g. 1 for a separator token; NAME=N,… to set it per component",
     .commands = "pack compare bound estimate sweep stream",
     .group = OptionGroup::limits},
    {.name = "align-item",
     .kind = Kind::text,
     .value = "M",
     .help = "round each item size up to a multiple of M; NAME=M,… to set it per component",
     .commands = "pack compare bound estimate sweep stream",
     .group = OptionGroup::limits},
    {.name = "align-total",
     .kind = Kind::text,
     .value = "M",
     .help = "round the used part of a pack up to a multiple of M; NAME=M,… to set it per component",
     .commands = "pack compare bound estimate sweep stream",
     .group = OptionGroup::limits},
    {.name = "reserve",
     .kind = Kind::text,
     .value = "NAME=R,…",
     .help = "capacity to keep free in every pack; items=R keeps R item slots free",
     .commands = "pack compare bound estimate sweep stream",
     .group = OptionGroup::limits},
    {.name = "overlong",
     .kind = Kind::choice,
     .value = "POLICY",
     .fallback = "error",
     .help = "what to do with items over a limit: {choices}",
     .commands = "pack compare bound estimate sweep stream",
     .choices = packing::overlong_policies,
     .group = OptionGroup::limits,
     .set = [](Settings& all, OptionValue value,
               Components) { return read(all.plan.fitting.overlong, packing::overlong_by_name(text_of(value))); }},
    {.name = "paper",
     .kind = Kind::flag,
     .help = "only SPFHP and LPFHP, exactly as in the published listings",
     .commands = "compare",
     .group = OptionGroup::method,
     .set = [](Settings& all, OptionValue value, Components) { return read(all.plan.pack.paper, value); }},
    {.name = "overhead",
     .kind = Kind::decimal,
     .value = "PERCENT",
     .help =
         "overhead of a packed step in percent (default: the published value for the depth of the plan's deepest pack)",
     .commands = "estimate",
     .range = not_negative},
    {.name = "devices",
     .kind = Kind::count,
     .value = "N",
     .fallback = 2048,
     .help = "compare on 1, 2, 4, … up to N devices",
     .commands = "estimate",
     .range = {.least = 1, .most = packing::max_devices},
     .set = [](Settings& all, OptionValue value, Components) { return read(all.estimate.devices, value); }},
    {.name = "batch-size",
     .kind = Kind::count,
     .value = "B",
     .help = "batch size of the TensorFlow GNN policies compared against (default: the mean number of items per pack)",
     .commands = "compare",
     .range = {.least = 1, .most = packing::max_batch_items}},
    {.name = "success-ratio",
     .kind = Kind::decimal,
     .value = "R",
     .fallback = 0.99,
     .help = "share of random batches that fit the shape of TensorFlow GNN's fit-or-skip batches",
     .commands = "compare estimate",
     .range = {.least = 0, .most = 1}},
    {.name = "batch",
     .kind = Kind::count,
     .value = "B",
     .fallback = packing::usual_batch,
     .help = "batch size for which padding without packing is reported",
     .commands = "stats pack",
     .range = {.least = 1, .most = packing::max_batch},
     .group = OptionGroup::output},
    {.name = "batch",
     .kind = Kind::count,
     .value = "B",
     .fallback = packing::usual_batch,
     .help = "items per device and step without packing",
     .commands = "estimate",
     .range = {.least = 1, .most = packing::max_batch},
     .group = OptionGroup::output,
     .set = [](Settings& all, OptionValue value, Components) { return read(all.estimate.batch, value); }},
    {.name = "beta1",
     .kind = Kind::decimal,
     .value = "X",
     .fallback = 0.9,
     .help = "Adam's β₁, to correct for packing",
     .commands = "estimate",
     .range = from_0_to_1,
     .set = [](Settings& all, OptionValue value, Components) { return read(all.estimate.beta1, value); }},
    {.name = "beta2",
     .kind = Kind::decimal,
     .value = "X",
     .fallback = 0.999,
     .help = "Adam's β₂, to correct for packing",
     .commands = "estimate",
     .range = from_0_to_1,
     .set = [](Settings& all, OptionValue value, Components) { return read(all.estimate.beta2, value); }},
    {.name = "component",
     .kind = Kind::text,
     .value = "NAME",
     .help = "component that determines the time of a step (default: the first)",
     .commands = "estimate",
     .set =
         [](Settings& all, OptionValue value, Components components) {
           return read(all.estimate.component, packing::component_named(text_of(value), components));
         }},
    {.name = "full",
     .kind = Kind::flag,
     .help = "also pack cells that a bound has already ruled out",
     .commands = "sweep"},
    {.name = "csv",
     .kind = Kind::flag,
     .help = "print the grid as CSV",
     .commands = "sweep",
     .group = OptionGroup::output},
    {.name = "time-limit",
     .kind = Kind::decimal,
     .value = "SECONDS",
     .fallback = 10.0,
     .help = "stop after this many seconds and return the best result so far; Ctrl-C does the same",
     .commands = "pack estimate search",
     .range = {.least = 0, .most = 1e9, .above = true},
     .group = OptionGroup::method,
     .set = [](Settings& all, OptionValue value, Components) { return read(all.time_limit, value); }},
    {.name = "gap",
     .kind = Kind::decimal,
     .value = "PERCENT",
     .fallback = 0.0,
     .help = "stop a search once the plan has at most PERCENT more packs than the lower bound",
     .commands = "pack estimate",
     .range = not_negative,
     .group = OptionGroup::method,
     .set = [](Settings& all, OptionValue value, Components) { return read(all.plan.pack.gap_percent, value); }},
    {.name = "progress-csv",
     .kind = Kind::output_file,
     .value = "FILE",
     .help = "write a row (seconds, packs, lower bound) to a CSV file whenever the plan or the bound improves",
     .commands = "pack",
     .group = OptionGroup::output},
    {.name = "max-work",
     .kind = Kind::count,
     .value = "N",
     .fallback = packing::CheckingWork::usual,
     .help = "reject a certificate that takes more than N steps to check, about a nanosecond each (0: no limit)",
     .commands = "verify",
     .range = not_negative,
     .set = [](Settings& all, OptionValue value, Components) { return read(all.max_work, value); }},
    {.name = "time-limit",
     .kind = Kind::decimal,
     .value = "SECONDS",
     .help = "stop checking the certificate after this many seconds; then nothing is proven (default: no limit)",
     .commands = "verify",
     .range = {.least = 0, .most = 1e9, .above = true},
     .group = OptionGroup::method,
     .set = [](Settings& all, OptionValue value, Components) { return read(all.time_limit, value); }},
    {.name = "time-limit",
     .kind = Kind::decimal,
     .value = "SECONDS",
     .help = "stop after this many seconds and return the best result so far; Ctrl-C does the same (default: no limit)",
     .commands = "compare sweep",
     .range = {.least = 0, .most = 1e9, .above = true},
     .group = OptionGroup::method,
     .set = [](Settings& all, OptionValue value, Components) { return read(all.time_limit, value); }},
});

static constexpr auto packing_rows = [] {
  std::array<Option, search_rows.size() + room_rows.size() + plan_rows.size()> rows{};
  auto at = std::copy(search_rows.begin(), search_rows.end(), rows.begin());
  at = std::copy(room_rows.begin(), room_rows.end(), at);
  std::copy(plan_rows.begin(), plan_rows.end(), at);
  return rows;
}();

static constexpr bool sets(const Option& option) {
  return option.set != nullptr;
}

/// Computed by the compiler, so that a program with only these rows does not contain the texts.
static constexpr auto setting_rows = [] {
  std::array<Option, std::count_if(packing_rows.begin(), packing_rows.end(), sets)> rows{};
  std::copy_if(packing_rows.begin(), packing_rows.end(), rows.begin(), sets);
  for (Option& row : rows) row.value = row.help = {};
  return rows;
}();

std::span<const Option> packing_options() {
  return packing_rows;
}

std::span<const Option> packing_settings() {
  return setting_rows;
}

}  // namespace tuplepack::options
