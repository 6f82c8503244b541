// The steps of the portfolio, the fast ones first, until the plan meets the bound. Otherwise a gap remains: `auto` stops
// after an amount of work, `optimal` at the end.

#include "methods.hpp"
#include "packing/exact/branching/tree_search.hpp"
#include "packing/exact/columns/grouping.hpp"
#include "packing/exact/columns/one_pack.hpp"
#include "packing/filling/balanced_blocks.hpp"
#include "portfolio.hpp"
#include "repair.hpp"

#include <array>
#include <span>
#include <utility>

namespace tuplepack::packing {

namespace {

/// What the steps work on.
struct Situation {
  Portfolio& portfolio;
  std::int64_t items = 0;
  std::int64_t early_repair = 0;  ///< what local search is worth before column generation, in about nanoseconds
  bool balances_early = false;
};

/// How a step runs, when it pays and what it may cost. Work is in about nanoseconds: of the 432 problems of `bench default`
/// (24 tables, on one core of a small virtual machine) a counted nanosecond took 0.7 to 0.9 of CPU time, 1.3 in bounds by
/// forced waste and in packing the tightest component.
struct PortfolioStep {
  void (*run)(const Situation&, const PortfolioStep&);
  const char* method = "";                   ///< for pack_by
  bool (*pays)(const Situation&) = nullptr;  ///< null: always
  std::int64_t share = 1;                    ///< may take one in so many of the work left: what may take long in vain
  std::uint64_t seed = 0;                    ///< of its random choices: the first
  std::uint64_t last_seed = 0;
};

}  // namespace

/// What local search is worth where it may be in vain, in about nanoseconds.
static constexpr std::int64_t little_work = 50'000'000;

/// From so many components on `quick` may balance, and balancing pays sooner.
static constexpr std::size_t several_components = 3;

// What the steps do.

static void pack_by(const Situation& now, const PortfolioStep& step) {
  now.portfolio.pack_by(step.method, step.share);
}
/// Waits for what `quick` finds where that takes at most 0.3 s.
static void pack_quickly(const Situation& now, const PortfolioStep& step) {
  constexpr std::int64_t many_items = 1 << 17;
  constexpr std::int64_t many_to_balance = 1 << 15;
  const bool may_balance = now.portfolio.histogram().component_count() >= several_components;
  const bool is_short = now.items <= (may_balance ? many_to_balance : many_items);
  now.portfolio.pack_by("quick", is_short ? step.share : 1);
}
/// Balancing is worth nothing before it ends: it does not begin unless it is expected to.
static void balance(const Situation& now, std::int64_t share) {
  constexpr std::int64_t work_for_an_item = 700;
  if (now.items <= now.portfolio.work_left() / share / work_for_an_item) {
    now.portfolio.pack_by("vector-balancing", share);
  }
}
static void pack_by_balancing(const Situation& now, const PortfolioStep& step) {
  balance(now, step.share);
}
/// Where few items share a pack, it rarely settles.
static void balance_briefly(const Situation& now, const PortfolioStep& step) {
  constexpr std::int64_t few = 4;
  balance(now, now.portfolio.items_in_a_pack() < few ? 2 * step.share : step.share);
}
static void prove_by_forced_waste(const Situation& now, const PortfolioStep& /*step*/) {
  now.portfolio.prove_by_forced_waste();
}
static void generate_columns(const Situation& now, const PortfolioStep& /*step*/) {
  now.portfolio.improve_by_column_generation();
}
static void pack_tightest_component(const Situation& now, const PortfolioStep& /*step*/) {
  now.portfolio.improve_by_tightest_component();
}
static void branch(const Situation& now, const PortfolioStep& /*step*/) {
  now.portfolio.improve_by_branching();
}
static void share_waste(const Situation& now, const PortfolioStep& step) {
  now.portfolio.improve_by_shared_waste(step.share);
}
static void repair_early(const Situation& now, const PortfolioStep& step) {
  now.portfolio.improve_by_repair(step.seed, now.early_repair);
}
static void repair_a_little(const Situation& now, const PortfolioStep& step) {
  now.portfolio.improve_by_repair(step.seed, little_work);
}
static void repair_evenly(const Situation& now, const PortfolioStep& /*step*/) {
  now.portfolio.improve_by_even_counts(now.early_repair);
}
static void repair_by_seeds(const Situation& now, const PortfolioStep& step) {
  for (std::uint64_t seed = step.seed; seed <= step.last_seed; ++seed) {
    now.portfolio.improve_by_repair(seed, usual_repair_work);
  }
}
static void repair_briefly(const Situation& now, const PortfolioStep& step) {
  now.portfolio.improve_by_repair(step.seed, now.portfolio.work_left() / step.share);
}

// When steps pay. The constants are those with the most proofs and the fewest packs in `bench default` and `bench optimal`.

/// Then methods before the quick ones may take all the work there is.
static bool has_very_many_sizes(const Situation& now) {
  constexpr std::size_t very_many = 10'000;
  return now.portfolio.histogram().bins() > very_many;
}
/// Then the other methods waste far more than balancing, which takes 7 µs for an item of eight components: often longer than
/// the work there is, and about as long as best fit where all sizes differ.
static bool balances_to_its_end(const Situation& now) {
  constexpr std::int64_t many_items = 1 << 19;
  constexpr std::int64_t few_items = 1 << 15;  // 0.3 s
  constexpr std::int64_t few = 4;              // items in a pack: it rarely settles
  const Histogram& histogram = now.portfolio.histogram();
  const std::int64_t bound = now.portfolio.bound();
  const std::int64_t gap = now.portfolio.packs() - bound;
  const bool is_far = gap > 1 + bound / 20 && now.items <= few_items && histogram.component_count() > 1;
  const bool is_usual = gap > bound / 100 && histogram.component_count() >= several_components &&
                        now.portfolio.items_in_a_pack() >= few && pays_to_balance(histogram, now.items, many_items);
  return is_far || is_usual;
}
static bool balances_very_many_sizes(const Situation& now) {
  return has_very_many_sizes(now) && balances_to_its_end(now);
}
static bool balances_fewer_sizes(const Situation& now) {
  return !has_very_many_sizes(now) && balances_to_its_end(now);
}
static bool balances_early(const Situation& now) {
  return now.balances_early;
}
static bool balances_late(const Situation& now) {
  return !now.balances_early;
}
static bool repairs_early(const Situation& now) {
  return now.early_repair > 0;
}
static bool repairs_early_for_long(const Situation& now) {
  return now.early_repair == usual_repair_work;
}
static bool repairs_late(const Situation& now) {
  return now.early_repair != usual_repair_work;
}
/// Then column generation has to group sizes, and often takes long to save the last packs, which local search may save at once.
static bool lacks_little_before_groups(const Situation& now) {
  constexpr std::int64_t very_few = 4;
  return now.early_repair == 0 && now.portfolio.histogram().bins() > max_groups &&
         now.portfolio.packs() - now.portfolio.bound() <= very_few;
}
static bool is_for_cases(const Situation& now) {
  return suits_cases(now.portfolio.histogram(), now.portfolio.limits());
}
static bool reaches_depth(const Situation& now) {
  return now.portfolio.reaches_depth();
}

/// The first plan and bound. Behind a step: how many of the 432 problems came to it, and the CPU time it took in all of them.
static constexpr auto first_steps = std::to_array<PortfolioStep>({
    {.run = pack_by, .method = "lpfhp", .pays = has_very_many_sizes},  // 18, 0.1 s
    {.run = pack_tightest_component, .pays = has_very_many_sizes},
    {.run = pack_by,
     .method = "vector-balancing",
     .pays = balances_very_many_sizes,
     .share = Portfolio::to_its_end},                       // 0
    {.run = pack_quickly, .share = Portfolio::to_its_end},  // 426, 3.6 s
    {.run = prove_by_forced_waste},                         // 0.05 s
    {.run = pack_by, .method = "vector-balancing", .pays = balances_fewer_sizes, .share = Portfolio::to_its_end},
});

/// Then what needs the best plan and bound so far. Balancing takes 2.9 s at both places, tightest components 0.6 s, repairs
/// 4.4 s.
static constexpr auto further_steps = std::to_array<PortfolioStep>({
    {.run = pack_by_balancing, .pays = balances_early, .share = 2},  // 115 at both places
    {.run = pack_by, .method = "fixed-count"},                       // 126, 0.6 s
    {.run = pack_by, .method = "dot-product", .share = 3},           // 126, 0.2 s
    {.run = pack_by, .method = "fill", .share = 2},                  // 126, 2.5 s
    {.run = share_waste, .share = 4},
    {.run = repair_early, .pays = repairs_early},  // 31 in all repairs
    {.run = repair_evenly, .pays = repairs_early},
    {.run = branch, .pays = is_for_cases},
    {.run = repair_by_seeds, .pays = repairs_early_for_long, .seed = 1, .last_seed = 3},
    {.run = repair_a_little, .pays = lacks_little_before_groups},
    {.run = generate_columns},  // 99, 5.2 s
    {.run = pack_by_balancing, .pays = balances_late, .share = 2},
    {.run = pack_tightest_component},  // 21 at both places
    {.run = repair_by_seeds, .pays = repairs_late},
    {.run = branch},  // 1
});

/// The steps that are worth little work.
static constexpr auto brief_steps = std::to_array<PortfolioStep>({
    {.run = pack_by, .method = "lpfhp"},
    {.run = pack_by, .method = "quick", .share = 8},
    {.run = balance_briefly, .share = 2},
    {.run = pack_by, .method = "fixed-count", .pays = reaches_depth, .share = 8},
    {.run = repair_briefly, .share = 3},
    {.run = generate_columns},
});

static void run(std::span<const PortfolioStep> steps, const Situation& now) {
  for (const PortfolioStep& step : steps) {
    if (now.portfolio.is_done(step.share)) continue;
    if (step.pays == nullptr || step.pays(now)) step.run(now, step);
  }
}

/// Below, exchanges of items have few choices.
static constexpr std::int64_t min_depth = 8;

/// Whether packs hold three quarters of the items that a depth of some size allows. Then there is little room in one more
/// component, which balancing fills well.
static bool depth_is_tight(const Situation& now) {
  const std::int64_t depth = now.portfolio.limits().depth;
  if (depth < min_depth || depth == unlimited_depth) return false;
  return now.portfolio.items_in_a_pack() >= depth - depth / 4;
}

/// The work, in about nanoseconds, that local search is worth before column generation, or 0: much where nearly all
/// of many items differ, so that the linear program is slow, and where it has to leave out the depth; little where
/// the depth binds and its table is large, and where there are few items, for which it often finds the best plan.
static std::int64_t work_for_early_repair(const Situation& now) {
  constexpr std::size_t many_sizes = 300;
  constexpr std::int64_t few_too_many = 512;
  constexpr std::int64_t many_packs = 1 << 15;
  constexpr double many_rooms = 200'000;
  constexpr std::int64_t very_few_items = 2'000;
  const Histogram& histogram = now.portfolio.histogram();
  const Limits& limits = now.portfolio.limits();
  const std::int64_t packs = now.portfolio.packs();
  const std::int64_t otherwise = now.items <= very_few_items ? little_work : 0;
  if (limits.depth < min_depth) return otherwise;
  if (histogram.bins() >= many_sizes && now.items <= 2 * static_cast<std::int64_t>(histogram.bins())) {
    return usual_repair_work;
  }
  const OnePack whole = reduce(histogram, limits);
  if (!whole.uses_depth || now.items / packs < limits.depth / 2 || packs > many_packs ||
      packs - now.portfolio.bound() > few_too_many) {
    return otherwise;
  }
  double rooms = 1;
  for (const std::int64_t limit : whole.limits) rooms *= static_cast<double>(limit) + 1;
  if (rooms <= many_rooms) return otherwise;
  const auto table = reduce_to_table(histogram, limits);
  return table && table->uses_depth ? little_work : usual_repair_work;
}

static Packed pack_by_portfolio(const Histogram& histogram, const Limits& limits, const PackOptions& options,
                                std::int64_t work) {
  constexpr std::int64_t few_items = 1 << 15;
  Portfolio portfolio(histogram, limits, options, work);
  Situation now{.portfolio = portfolio, .items = totals(histogram).items};
  run(first_steps, now);
  if (!portfolio.is_done()) {
    now.early_repair = work_for_early_repair(now);
    now.balances_early = now.early_repair > 0 || now.items <= few_items || depth_is_tight(now);
  }
  run(further_steps, now);
  std::uint64_t seed = repairs_early_for_long(now) ? 4 : 1;
  for (; portfolio.goes_on() && !portfolio.is_done(); ++seed) portfolio.improve_by_repair(seed, usual_repair_work);
  return std::move(portfolio).result();
}

static Packed pack_briefly(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  Portfolio portfolio(histogram, limits, options, options.work);
  run(brief_steps, {.portfolio = portfolio, .items = totals(histogram).items});
  return std::move(portfolio).result();
}

Packed choose_auto(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  constexpr std::int64_t usual_work = 330'000'000;  // in about nanoseconds
  if (options.paper || options.distribute) return choose_quick(histogram, limits, options);
  if (options.work > 0) return pack_briefly(histogram, limits, options);
  return pack_by_portfolio(histogram, limits, options, usual_work);
}

Packed choose_optimal(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  return pack_by_portfolio(histogram, limits, options, any_work);
}

}  // namespace tuplepack::packing
