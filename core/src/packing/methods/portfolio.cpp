#include "portfolio.hpp"

#include "base/arithmetic.hpp"
#include "packing/bounds/bounds.hpp"
#include "packing/exact/branching/tree_search.hpp"
#include "packing/exact/columns/solve.hpp"
#include "packing/stop.hpp"
#include "repair.hpp"
#include "shared_waste.hpp"
#include "tightest_component.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack::packing {

/// Work between two looks at what is left of a limit: a millisecond, or a part of the limit.
static constexpr std::int64_t looked_at_every = 1'000'000;
static constexpr std::int64_t looks = 32;
static constexpr std::int64_t no_work = std::numeric_limits<std::int64_t>::min();

Portfolio::Portfolio(const Histogram& histogram, const Limits& limits, const PackOptions& options, std::int64_t work)
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

void Portfolio::improve(Packed packed) {
  packs_ = pack_count(packed.plan);
  best_ = std::move(packed);
  is_new_ = true;
}

void Portfolio::improve(const char* method, Plan plan) {
  if (pack_count(plan) >= packs_) return;
  improve(
      {.plan = std::move(plan), .method = method, .heuristic = {}, .distribute = false, .paper = false, .proof = {}});
}

void Portfolio::raise(const Proof& proof) {
  if (proof.bound.packs > proof_.bound.packs) proof_ = proof;
}

/// Whether the caller wants to continue. It is not asked again once it has declined.
bool Portfolio::tell(const char* method, const PackProgress& progress) {
  if (!options_.keep_going) return true;
  const bool is_new = std::exchange(is_new_, false);
  if (is_new) best_.proof = proof_;
  return options_.keep_going({.step = method,
                              .packs = packs_ == any_number_of_packs ? 0 : packs_,
                              .bound = std::max(progress.bound, proof_.bound.packs),
                              .work = progress.work,
                              .improved = is_new ? &best_ : nullptr});
}

/// Counts the work of a step, and passes on its progress, with the best plan and bound so far.
bool Portfolio::keep_going(const char* method, const PackProgress& progress) {
  work_ -= progress.work;
  if (progress.improved != nullptr && pack_count(progress.improved->plan) < packs_) improve(*progress.improved);
  const bool has_plan = packs_ != any_number_of_packs;
  stopped_ = stopped_ || !tell(method, progress);
  return !stopped_ && (!has_plan || work_ > least_left_);
}

/// Lets a step report.
PackOptions Portfolio::options_for(const char* method) {
  PackOptions options;
  options.bound = proof_.bound.packs;
  options.keep_going = [this, method](const PackProgress& progress) { return keep_going(method, progress); };
  options.ask_every = ask_every_;
  return options;
}

/// The same, and reports that it begins.
PackOptions Portfolio::begin(const char* method) {
  (void)keep_going(method, {});
  return options_for(method);
}

void Portfolio::pack_by(const char* method, std::int64_t share) {
  const std::int64_t bound = proof_.bound.packs;
  const bool would_repeat =
      std::find(ended_.begin(), ended_.end(), std::pair(std::string(method), bound)) != ended_.end();
  if (is_done(share) || would_repeat) return;
  least_left_ = share == to_its_end ? no_work : work_ - work_ / share;
  PackOptions options = begin(method);
  options.method = method;
  options.fewer_than = packs_;
  Packed packed = std::move(*pack(histogram_, limits_, options));
  least_left_ = 0;
  if (share == to_its_end) ended_.emplace_back(method, bound);
  if (packed.proof) raise(*packed.proof);
  if (packed.plan.strategies() == 0 || pack_count(packed.plan) >= packs_) return;
  ended_.emplace_back(packed.method, bound);  // which quick has chosen
  improve(std::move(packed));
}

void Portfolio::prove_by_forced_waste() {
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

void Portfolio::improve_by_column_generation() {
  if (is_done()) return;
  const char* method = "column-generation";
  Solved solved = solve_by_columns(histogram_, limits_, best_.plan, proof_, begin(method));
  if (!solved.certificate.prices.empty()) raise(proof_of(solved));
  improve(method, std::move(solved.plan));
}

void Portfolio::improve_by_tightest_component() {
  if (is_done()) return;
  const char* method = "tightest-component";
  improve(method, pack_on_tightest_component(histogram_, limits_, best_.plan, begin(method)));
}

void Portfolio::improve_by_shared_waste(std::int64_t share) {
  if (is_done()) return;
  const char* method = "optimal";  // no method is this step alone
  const std::int64_t work = work_ / share;
  Plan plan = fill_with_shared_waste(histogram_, limits_, proof_.bound.packs, packs_, work, begin(method));
  if (plan.strategies() > 0) improve(method, std::move(plan));
}

void Portfolio::improve_by_repair(std::uint64_t seed, std::int64_t work) {
  if (is_done()) return;
  const char* method = "repair";
  improve(method, repair(histogram_, limits_, best_.plan, proof_.bound.packs, seed, work, begin(method)));
}

void Portfolio::improve_by_branching() {
  if (is_done()) return;
  const char* method = "optimal";
  Branched branched = solve_by_cases(histogram_, limits_, best_.plan, proof_, goes_on(), begin(method));
  cases_ += branched.cases;
  if (!branched.solved.certificate.prices.empty()) raise(proof_of(branched));
  improve(method, std::move(branched.solved.plan));
}

void Portfolio::improve_by_even_counts(std::int64_t work) {
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

Packed Portfolio::result() && {
  best_.cases = cases_;
  best_.proof.reset();
  if (is_endless_ || proof_.bound.packs > quick_bound_) best_.proof = std::move(proof_);
  return std::move(best_);
}

}  // namespace tuplepack::packing
