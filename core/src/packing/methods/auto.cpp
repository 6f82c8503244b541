// The fast methods, the strongest first, so that later ones give up early. Stops at the lower bound.

#include "methods.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack {

/// The work limit of fill, in about nanoseconds.
static constexpr std::int64_t work_for_filling = 5'000'000;

static bool is_tried(const std::string& method) {
  const auto table = methods();
  return std::find_if(table.begin(), table.end(), [&](const Method& row) { return row.name == method; })->tried_by_auto;
}

/// Whether the depth binds: some pack has no slot left.
static bool reaches_depth(const Plan& plan, const Limits& limits) {
  for (std::size_t s = 0; s < plan.strategies(); ++s) {
    if (items_in(plan, s) == limits.depth) return true;
  }
  return false;
}

Packed choose_auto(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  Stop stop(options, {.step = "auto"});
  PackOptions known;
  stop.watch(known);
  known.fewer_than = options.fewer_than;
  known.bound = known_bound(histogram, limits, options);
  stop.ask();
  const std::int64_t bound = known.bound;
  Packed best;
  std::int64_t fewest = options.fewer_than;
  const auto offer = [&](Packed packed) {
    const std::int64_t packs = pack_count(packed.plan);
    if (packs == 0 || packs >= fewest) return;
    fewest = packs;
    best = std::move(packed);
  };
  const auto ours = [&](const char* method, Plan plan) {
    offer(
        {.plan = std::move(plan), .method = method, .heuristic = {}, .distribute = false, .paper = false, .proof = {}});
  };

  const bool only_combinations = options.paper || options.distribute;
  if (!only_combinations) {
    ours("fill", pack_fill_within(work_for_filling, histogram, limits, known));
    if (fewest > bound && !stop.is_stopped() && reaches_depth(best.plan, limits)) {
      known.fewer_than = fewest;
      ours("fixed-count", pack_fixed_count(histogram, limits, known));
    }
  }
  for (PackOptions& candidate : combinations(histogram.component_count(), options.paper)) {
    const bool has_plan = fewest != any_number_of_packs;
    if (fewest == bound || (stop.is_stopped() && has_plan)) break;
    const bool distribute = candidate.distribute.value_or(false);
    if (!is_tried(candidate.method) || options.distribute.value_or(distribute) != distribute) continue;
    candidate.fewer_than = fewest;
    stop.watch(candidate);
    offer(std::move(*pack(histogram, limits, candidate)));
  }
  return best;
}

Plan plan_of_auto(const Histogram& histogram, const Limits& limits, std::int64_t bound, const PackOptions& options) {
  PackOptions usual;
  usual.bound = bound;
  usual.keep_going = options.keep_going;
  usual.ask_every = options.ask_every;
  return choose_auto(histogram, limits, usual).plan;
}

}  // namespace tuplepack
