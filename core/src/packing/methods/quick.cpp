// The fast methods, the strongest first, so that later ones give up early. Stops at the lower bound.

#include "methods.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace tuplepack::packing {

/// With more sizes than this, fill may be cut off before it has a good plan.
static constexpr std::size_t many_bins = 10'000;

/// The work limit of fill, in about nanoseconds.
static constexpr std::int64_t work_for_filling = 5'000'000;

/// Whether items nearly all differ, in several components: then classes of equal packs do not help, and methods that
/// look for the best pack for an item fill the early packs and leave the rest unbalanced.
static bool is_varied(const Histogram& histogram) {
  constexpr std::size_t several = 3;
  return histogram.component_count() >= several &&
         totals(histogram).items <= 2 * static_cast<std::int64_t>(histogram.bins());
}

/// Whether a plan is so near the bound that other methods are not worth their time.
static bool is_near(std::int64_t packs, std::int64_t bound) {
  return packs <= bound + bound / 20;
}

static bool is_tried(const std::string& method) {
  const auto table = methods();
  return std::find_if(table.begin(), table.end(), [&](const Method& row) { return row.name == method; })
      ->tried_by_quick;
}

/// The combinations of methods and heuristics that are tried, the quickest first.
static std::vector<PackOptions> candidates(std::size_t component_count, const PackOptions& options) {
  std::vector<PackOptions> tried = combinations(component_count, options.paper);
  std::erase_if(tried, [&](const PackOptions& candidate) {
    const bool distribute = candidate.distribute.value_or(false);
    return !is_tried(candidate.method) || options.distribute.value_or(distribute) != distribute;
  });
  return tried;
}

Packed choose_quick(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  Stop stop(options, {.step = "quick"});
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
  const Method* balancing = find_method("vector-balancing");
  if (!only_combinations && balancing->pack != nullptr && is_varied(histogram)) {
    ours("vector-balancing", balancing->pack(histogram, limits, known));
    known.fewer_than = fewest;
    if (is_near(fewest, bound)) return best;
  }

  // Of a run that finishes, the plan is the same in either order.
  std::vector<PackOptions> combined = candidates(histogram.component_count(), options);
  std::optional<Packed> quickest;
  const auto pack_combined = [&](PackOptions candidate) {
    candidate.fewer_than = fewest;
    stop.watch(candidate);
    return std::move(*pack(histogram, limits, candidate));
  };
  if (options.keep_going && histogram.bins() > many_bins) quickest = pack_combined(combined.front());
  if (!only_combinations && !(quickest && stop.is_stopped())) {
    ours("fill", pack_fill_within(work_for_filling, histogram, limits, known));
    if (fewest > bound && !stop.is_stopped() && deepest(best.plan) == limits.depth) {
      known.fewer_than = fewest;
      ours("fixed-count", pack_fixed_count(histogram, limits, known));
    }
  }
  for (const PackOptions& candidate : combined) {
    const bool has_plan = quickest || fewest != any_number_of_packs;
    if (fewest == bound || (stop.is_stopped() && has_plan)) break;
    offer(quickest ? *std::exchange(quickest, {}) : pack_combined(candidate));
  }
  if (quickest && stop.is_stopped()) offer(std::move(*quickest));
  return best;
}

Plan quick_plan(const Histogram& histogram, const Limits& limits, std::int64_t bound, const PackOptions& options) {
  PackOptions usual;
  usual.bound = bound;
  usual.keep_going = options.keep_going;
  usual.ask_every = options.ask_every;
  return choose_quick(histogram, limits, usual).plan;
}

}  // namespace tuplepack::packing
