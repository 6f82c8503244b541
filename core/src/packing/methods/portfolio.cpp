// A portfolio of methods and bounds, the fast ones first, until the plan meets the bound. Otherwise a gap remains: `auto`
// stops after an amount of work, `optimal` at the end.

#include "base/arithmetic.hpp"
#include "methods.hpp"
#include "packing/bounds/bounds.hpp"
#include "packing/exact/branching/tree_search.hpp"
#include "packing/exact/columns/one_pack.hpp"
#include "packing/exact/columns/solve.hpp"
#include "repair.hpp"
#include "tightest_component.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace tuplepack::packing {

/// The work of auto and optimal, in about nanoseconds, and between two looks at what is left of a limit: a millisecond, or
/// a part of the limit.
static constexpr std::int64_t usual_work = 330'000'000;
static constexpr std::int64_t any_work = std::numeric_limits<std::int64_t>::max();
static constexpr std::int64_t looked_at_every = 1'000'000;
static constexpr std::int64_t looks = 32;

/// Below, exchanges of items have few choices.
static constexpr std::int64_t min_depth = 8;

namespace {

/// The best plan and the best proof so far.
class Portfolio {
 public:
  /// work   after which the search ends, once there is a plan
  Portfolio(const Histogram& histogram, const Limits& limits, const PackOptions& options, std::int64_t work)
      : histogram_(histogram),
        limits_(limits),
        options_(options),
        is_endless_(work == any_work),
        ask_every_(is_endless_ ? options.ask_every : std::min(looked_at_every, work / looks + 1)),
        work_(work) {
    const LowerBound bound = lower_bound(histogram, limits);
    quick_bound_ = bound.packs;
    proof_ = {.bound = bound, .certificate = certify(histogram, limits, bound)};
  }

  [[nodiscard]] bool is_done() const { return packs_ == proof_.bound.packs || stopped_; }

  /// Whether it is for the caller to end the search.
  [[nodiscard]] bool goes_on() const { return options_.is_timed && is_endless_; }

  /// Packs by a method of the table, which may take a share of the work that is left.
  void pack_by(const char* method, std::int64_t share = 1) {
    if (is_done()) return;
    PackOptions options = begin(method);
    least_left_ = work_ - work_ / share;
    options.method = method;
    options.fewer_than = packs_;
    Packed packed = std::move(*pack(histogram_, limits_, options));
    least_left_ = 0;
    if (packed.proof) raise(*packed.proof);
    if (packed.plan.strategies() == 0 || pack_count(packed.plan) >= packs_) return;
    improve(std::move(packed));
  }

  /// Whether packs hold three quarters of the items that a depth of some size allows. Then there is little room in one more
  /// component, which balancing fills well.
  [[nodiscard]] bool depth_is_tight() const {
    if (limits_.depth < min_depth || limits_.depth == unlimited_depth || packs_ == any_number_of_packs) return false;
    return totals(histogram_).items / packs_ >= limits_.depth - limits_.depth / 4;
  }

  /// Vector balancing, which is worth nothing before it ends, unless that takes more than its share of the work left.
  void pack_by_balancing(std::int64_t share = 2) {
    constexpr std::int64_t work_for_an_item = 700;
    if (totals(histogram_).items <= work_ / share / work_for_an_item) pack_by("vector-balancing", share);
  }

  /// Rounded down. There is a plan.
  [[nodiscard]] std::int64_t items_in_a_pack() const { return totals(histogram_).items / packs_; }

  /// Whether a pack holds as many items as are allowed.
  [[nodiscard]] bool reaches_depth() const { return deepest(best_.plan) == limits_.depth; }

  [[nodiscard]] std::int64_t work_left() const { return work_; }

  void prove_by_forced_waste() {
    const PackOptions options = options_for("forced-waste");
    Stop stop(options, {});
    for (std::size_t c = 0; c < histogram_.component_count() && !is_done(); ++c) {
      const auto certificate = certify_forced_waste(histogram_, limits_, c, stop);
      if (!certificate) continue;
      const LowerBound bound{
          .packs = packs_proven(histogram_, *certificate), .name = "forced-waste", .component = c, .parameter = 0};
      raise({.bound = bound, .certificate = *certificate});
    }
  }

  /// Improves plan and bound together. There is a plan.
  void improve_by_column_generation() {
    if (is_done()) return;
    const char* method = "column-generation";
    Solved solved = solve_by_columns(histogram_, limits_, best_.plan, proof_, begin(method));
    if (!solved.certificate.prices.empty()) raise(proof_of(solved));
    improve(method, std::move(solved.plan));
  }

  /// There is a plan.
  void improve_by_tightest_component() {
    if (is_done()) return;
    const char* method = "tightest-component";
    improve(method, pack_on_tightest_component(histogram_, limits_, best_.plan, begin(method)));
  }

  /// There is a plan.
  void improve_by_repair(std::uint64_t seed, std::int64_t work = usual_repair_work) {
    if (is_done()) return;
    const char* method = "repair";
    improve(method, repair(histogram_, limits_, best_.plan, proof_.bound.packs, seed, work, begin(method)));
  }

  /// Improves plan and bound, each by what the other allows, until they meet or the caller stops it; for long only if
  /// the caller will. There is a plan.
  void improve_by_branching() {
    if (is_done()) return;
    const char* method = "optimal";
    Branched branched = solve_by_cases(histogram_, limits_, best_.plan, proof_, goes_on(), begin(method));
    cases_ += branched.cases;
    if (!branched.solved.certificate.prices.empty()) raise(proof_of(branched));
    improve(method, std::move(branched.solved.plan));
  }

  /// The same as if no pack could hold more items than the average, rounded up. A plan for a smaller depth is a plan,
  /// too, and often the better one: packs of many small items leave large ones that fill no pack.
  void improve_by_even_counts(std::int64_t work) {
    if (is_done()) return;
    const std::int64_t depth = divide_up(totals(histogram_).items, proof_.bound.packs);
    if (depth >= limits_.depth) return;
    const Limits even{.sizes = limits_.sizes, .depth = depth};
    const char* method = "repair";
    PackOptions options = begin(method);
    options.method = "vector-balancing";
    Plan plan = std::move(pack(histogram_, even, options)->plan);
    if (plan.strategies() == 0 || is_done()) return;
    improve(method, repair(histogram_, even, std::move(plan), proof_.bound.packs, 0, work, options_for(method)));
  }

  /// The work, in about nanoseconds, that local search is worth before column generation, or 0: much where nearly all
  /// of many items differ, so that the linear program is slow, and where it has to leave out the depth; little where
  /// the depth binds and its table is large, and where there are few items, for which it often finds the best plan.
  [[nodiscard]] std::int64_t work_for_early_repair() const {
    constexpr std::size_t many_sizes = 300;
    constexpr std::int64_t few_too_many = 512;
    constexpr std::int64_t many_packs = 1 << 15;
    constexpr double many_rooms = 200'000;
    constexpr std::int64_t little_work = 50'000'000;
    constexpr std::int64_t very_few_items = 2'000;
    if (is_done()) return 0;
    const std::int64_t items = totals(histogram_).items;
    const std::int64_t otherwise = items <= very_few_items ? little_work : 0;
    if (limits_.depth < min_depth) return otherwise;
    if (histogram_.bins() >= many_sizes && items <= 2 * static_cast<std::int64_t>(histogram_.bins())) {
      return usual_repair_work;
    }
    const OnePack whole = reduce(histogram_, limits_);
    if (!whole.uses_depth || items / packs_ < limits_.depth / 2 || packs_ > many_packs ||
        packs_ - proof_.bound.packs > few_too_many) {
      return otherwise;
    }
    double rooms = 1;
    for (const std::int64_t limit : whole.limits) rooms *= static_cast<double>(limit) + 1;
    if (rooms <= many_rooms) return otherwise;
    const auto table = reduce_to_table(histogram_, limits_);
    return table && table->uses_depth ? little_work : usual_repair_work;
  }

  /// Who does not search gets a proof only if there is more to it than the quick bounds that everyone can compute.
  [[nodiscard]] Packed result() && {
    best_.cases = cases_;
    best_.proof.reset();
    if (is_endless_ || proof_.bound.packs > quick_bound_) best_.proof = std::move(proof_);
    return std::move(best_);
  }

 private:
  const Histogram& histogram_;
  const Limits& limits_;
  const PackOptions& options_;
  bool is_endless_;
  std::int64_t ask_every_;
  std::int64_t work_;            // left
  std::int64_t least_left_ = 0;  // by the running step
  Packed best_;
  std::int64_t packs_ = any_number_of_packs;
  Proof proof_;
  std::int64_t quick_bound_ = 0;
  bool is_new_ = false;  // the best plan has not been reported yet
  bool stopped_ = false;
  std::int64_t cases_ = 0;

  void improve(Packed packed) {
    packs_ = pack_count(packed.plan);
    best_ = std::move(packed);
    is_new_ = true;
  }

  void improve(const char* method, Plan plan) {
    if (pack_count(plan) >= packs_) return;
    improve(
        {.plan = std::move(plan), .method = method, .heuristic = {}, .distribute = false, .paper = false, .proof = {}});
  }

  void raise(const Proof& proof) {
    if (proof.bound.packs > proof_.bound.packs) proof_ = proof;
  }

  /// Lets a step report.
  [[nodiscard]] PackOptions options_for(const char* method) {
    PackOptions options;
    options.bound = proof_.bound.packs;
    options.keep_going = [this, method](const PackProgress& progress) { return keep_going(method, progress); };
    options.ask_every = ask_every_;
    return options;
  }

  /// The same, and reports that it begins.
  [[nodiscard]] PackOptions begin(const char* method) {
    (void)keep_going(method, {});
    return options_for(method);
  }

  /// Counts the work of a step, and passes on its progress, with the best plan and bound so far.
  bool keep_going(const char* method, const PackProgress& progress) {
    work_ -= progress.work;
    if (progress.improved != nullptr && pack_count(progress.improved->plan) < packs_) improve(*progress.improved);
    const bool has_plan = packs_ != any_number_of_packs;
    stopped_ = stopped_ || (has_plan && work_ <= 0) || !tell(method, progress);
    return !stopped_ && (!has_plan || work_ > least_left_);
  }

  /// Whether the caller wants to continue. It is not asked again once it has declined.
  bool tell(const char* method, const PackProgress& progress) {
    if (!options_.keep_going) return true;
    const bool is_new = std::exchange(is_new_, false);
    if (is_new) best_.proof = proof_;
    return options_.keep_going({.step = method,
                                .packs = packs_ == any_number_of_packs ? 0 : packs_,
                                .bound = std::max(progress.bound, proof_.bound.packs),
                                .work = progress.work,
                                .improved = is_new ? &best_ : nullptr});
  }
};

}  // namespace

/// With more sizes than this, other methods than the quickest may take all the work there is.
static constexpr std::size_t very_many_sizes = 10'000;

/// Up to this many items, vector balancing takes no longer than other methods.
static constexpr std::int64_t few_items = 1 << 15;

/// Repairs with different seeds, where early repair is worth much.
static constexpr std::uint64_t few_seeds = 4;

/// The steps, in an order that depends on the data. A step that may take long in vain gets a share of the work left.
static Packed pack_by_portfolio(const Histogram& histogram, const Limits& limits, const PackOptions& options,
                                std::int64_t work) {
  Portfolio portfolio(histogram, limits, options, work);
  if (histogram.bins() > very_many_sizes) {
    portfolio.pack_by("lpfhp");
    portfolio.improve_by_tightest_component();
  }
  portfolio.pack_by("quick");
  portfolio.prove_by_forced_waste();
  const std::int64_t early_work = portfolio.work_for_early_repair();
  const bool balances_early = early_work > 0 || totals(histogram).items <= few_items || portfolio.depth_is_tight();
  if (balances_early) portfolio.pack_by_balancing();
  portfolio.pack_by("fixed-count");
  portfolio.pack_by("dot-product", 3);
  portfolio.pack_by("fill", 2);
  std::uint64_t seed = 0;
  if (early_work > 0) {
    portfolio.improve_by_repair(seed, early_work);
    portfolio.improve_by_even_counts(early_work);
  }
  if (suits_cases(histogram, limits)) portfolio.improve_by_branching();
  while (early_work == usual_repair_work && ++seed < few_seeds) portfolio.improve_by_repair(seed);
  portfolio.improve_by_column_generation();
  if (!balances_early) portfolio.pack_by_balancing();
  portfolio.improve_by_tightest_component();
  if (early_work != usual_repair_work) portfolio.improve_by_repair(seed++);
  portfolio.improve_by_branching();
  for (; portfolio.goes_on() && !portfolio.is_done(); ++seed) portfolio.improve_by_repair(seed);
  return std::move(portfolio).result();
}

/// The steps that are worth little work. Balancing, which rarely settles where few items share a pack, gets less there;
/// column generation gets what is left.
static Packed pack_briefly(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  constexpr std::int64_t few_together = 4;
  Portfolio portfolio(histogram, limits, options, options.work);
  portfolio.pack_by("lpfhp");
  portfolio.pack_by("quick", 8);
  portfolio.pack_by_balancing(portfolio.items_in_a_pack() < few_together ? 4 : 2);
  if (portfolio.reaches_depth()) portfolio.pack_by("fixed-count", 8);
  portfolio.improve_by_repair(0, portfolio.work_left() / 3);
  portfolio.improve_by_column_generation();
  return std::move(portfolio).result();
}

Packed choose_auto(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  if (options.paper || options.distribute) return choose_quick(histogram, limits, options);
  if (options.work > 0) return pack_briefly(histogram, limits, options);
  return pack_by_portfolio(histogram, limits, options, usual_work);
}

Packed choose_optimal(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  return pack_by_portfolio(histogram, limits, options, any_work);
}

}  // namespace tuplepack::packing
