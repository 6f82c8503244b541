// Larger limits never need more packs. So the smallest limits for a number of packs are found by bisection: a plan with so
// few packs shows that limits are large enough, and a bound above that number that these and all smaller ones are too
// small.

#include "base/arithmetic.hpp"
#include "base/decimal_text.hpp"
#include "candidates.hpp"
#include "tuplepack/base/limits.hpp"

#include <algorithm>
#include <string>

namespace tuplepack::packing {

using Wide = __int128;

namespace {

/// Limits that grow together, by numbers: what the component with the most has, before it is rounded up.
class Scale {
 public:
  explicit Scale(const Proportions& given)
      : given_(given), most_(*std::max_element(given.shape.begin(), given.shape.end())) {}

  [[nodiscard]] std::vector<std::int64_t> limits(std::int64_t number) const {
    std::vector<std::int64_t> limits;
    for (std::size_t c = 0; c < given_.shape.size(); ++c) {
      const auto share = static_cast<std::int64_t>((Wide{number} * given_.shape[c] + most_ - 1) / most_);
      limits.push_back(divide_up(share, given_.multiples[c]) * given_.multiples[c]);
    }
    return limits;
  }

  /// The first whose limits are no less than these sizes; at most max_exact + 1.
  [[nodiscard]] std::int64_t holding(std::span<const std::int64_t> sizes) const {
    Wide first = 1;
    for (std::size_t c = 0; c < sizes.size(); ++c) {
      const std::int64_t multiple = given_.multiples[c];
      const std::int64_t too_small = std::max<std::int64_t>(sizes[c] - 1, 0) / multiple * multiple;
      first = std::max(first, Wide{too_small} * most_ / given_.shape[c] + 1);
    }
    return static_cast<std::int64_t>(std::min<Wide>(first, Wide{max_exact} + 1));
  }

 private:
  const Proportions& given_;
  std::int64_t most_;
};

class PacksSearch {
 public:
  PacksSearch(const Histogram& histogram, std::int64_t packs, const Proportions& proportions,
              const SearchOptions& options)
      : histogram_(histogram), packs_(packs), proportions_(proportions), scale_(proportions), options_(options) {
    space_.real = totals(histogram);
    space_.weights = options.weights;
    space_.weights.resize(histogram.component_count(), 1);
    space_.depth = options.depth;
    space_.per_component = options.per_component;
    first_ = scale_.holding(space_.real.maxima);
    last_ = std::max(first_, scale_.holding(space_.real.sums));
    unreached_ = ruled_out_ = first_ - 1;
    reached_ = last_ + 1;
  }

  [[nodiscard]] std::vector<std::int64_t> largest() const { return scale_.limits(last_); }

  [[nodiscard]] Result<Search> run() {
    list_ranges();
    rule_out_by_bounds();
    if (auto done = gallop(); !done) return tl::unexpected(done.error());
    if (auto done = bisect(); !done) return tl::unexpected(done.error());
    if (auto done = settle(); !done) return tl::unexpected(done.error());
    list_open();
    return std::move(search_);
  }

 private:
  const Histogram& histogram_;
  std::int64_t packs_;
  const Proportions& proportions_;
  Scale scale_;
  const SearchOptions& options_;
  SearchSpace space_;
  Search search_;
  std::int64_t first_ = 0;      // limits that hold every item
  std::int64_t last_ = 0;       // limits that hold all items together
  std::int64_t ruled_out_ = 0;  // these limits and all smaller ones are
  std::int64_t unreached_ = 0;  // the largest limits so far for which no plan was found
  std::int64_t reached_ = 0;    // the smallest for which one was
  LowerBound bound_;            // for those that are ruled out
  std::int64_t attempts_ = 0;
  bool is_patient_ = false;  // does not turn to other limits
  bool stopped_ = false;

  /// The first of the numbers whose limits are those of this one: where limits are multiples, several have the same.
  [[nodiscard]] std::int64_t first_alike(std::int64_t number) const { return end_of_alike(number, first_ - 1) + 1; }
  [[nodiscard]] std::int64_t last_alike(std::int64_t number) const { return end_of_alike(number, last_ + 1) - 1; }

  /// From a number towards `end`, whose limits differ: the first one whose limits do.
  [[nodiscard]] std::int64_t end_of_alike(std::int64_t number, std::int64_t end) const {
    const auto same = scale_.limits(number);
    while (std::max(number, end) - std::min(number, end) > 1) {
      const std::int64_t middle = number + (end - number) / 2;
      (scale_.limits(middle) == same ? number : end) = middle;
    }
    return end;
  }

  void list_ranges() {
    const auto first = scale_.limits(first_), last = scale_.limits(last_);
    for (std::size_t c = 0; c < first.size(); ++c) {
      search_.ranges.push_back({.first = first[c], .last = last[c], .step = proportions_.multiples[c]});
    }
    space_.ranges = search_.ranges;
  }

  [[nodiscard]] Limits limits(std::int64_t number) const {
    return {.sizes = scale_.limits(number), .depth = space_.depth};
  }

  void rule_out(std::int64_t number, const LowerBound& bound) {
    ruled_out_ = number;
    unreached_ = std::max(unreached_, number);
    bound_ = bound;
  }

  void rule_out_by_bounds() {
    std::int64_t high = last_ + 1;
    while (high - ruled_out_ > 1) {
      const std::int64_t middle = ruled_out_ + (high - ruled_out_) / 2;
      const LowerBound bound = lower_bound(histogram_, limits(middle));
      ++search_.boxes;
      if (bound.packs > packs_) {
        rule_out(middle, bound);
      } else {
        high = middle;
      }
    }
  }

  [[nodiscard]] bool keeps_going(std::string_view step, const PackProgress& progress) {
    const bool is_decided = (progress.packs > 0 && progress.packs <= packs_) || progress.bound > packs_;
    if (is_decided) return false;
    if (stopped_ || !options_.keep_going) return !stopped_;
    const SearchPace pace = options_.keep_going(
        {.step = step, .boxes = search_.boxes, .attempts = attempts_, .open = reached_ - ruled_out_ - 1});
    stopped_ = pace == SearchPace::stop;
    return pace == SearchPace::go_on || (pace == SearchPace::next && is_patient_);
  }

  void keep(std::int64_t number, Packed packed, std::string_view method) {
    reached_ = number;
    Candidate found{.limits = scale_.limits(number), .bound = lower_bound(histogram_, limits(number))};
    found.cost = space_.cost(found.limits);
    found.packs = pack_count(packed.plan);
    if (packed.proof && packed.proof->bound.packs > found.bound.packs) {
      found.bound = packed.proof->bound;
      found.certificate = packed.proof->certificate;
    }
    found.packed = std::move(packed);
    found.method = method;
    found.measure = space_.measure(found.packs, found.limits);
    found.at_most = space_.measure(found.bound.packs, found.limits);
    for (std::size_t c = 0; c < found.limits.size(); ++c) {
      found.efficiency.push_back(efficiency(space_.real.sums[c], found.packs, found.limits[c]));
    }
    search_.found.clear();
    search_.found.push_back(std::move(found));
  }

  /// Moves one of the ends to these limits.
  [[nodiscard]] Result<void> attempt(std::int64_t number, const char* method) {
    ++attempts_;
    PackOptions options{.method = method, .heuristic = {}, .distribute = {}};
    options.is_timed = options_.is_timed;
    options.keep_going = [&](const PackProgress& progress) { return keeps_going(method, progress); };
    auto packed = pack(histogram_, limits(number), options);
    if (!packed) return tl::unexpected(packed.error());
    if (packed->proof && packed->proof->bound.packs > packs_) {
      rule_out(last_alike(number), packed->proof->bound);
    } else if (packed->plan.strategies() > 0 && pack_count(packed->plan) <= packs_) {
      keep(first_alike(number), std::move(*packed), method);
    } else {
      unreached_ = last_alike(number);
    }
    return {};
  }

  /// By a quick method, in growing steps from what is ruled out, since the limits wanted are mostly close to that.
  [[nodiscard]] Result<void> gallop() {
    std::int64_t step = 1;
    while (reached_ > last_ && unreached_ < last_) {
      const std::int64_t next = std::min(unreached_ + step, last_);
      if (auto done = attempt(next, "lpfhp"); !done) return done;
      step *= 2;
    }
    return {};
  }

  /// Between the limits that are ruled out and those that are reached, now that many in between are worth the work.
  [[nodiscard]] Result<void> bisect() {
    unreached_ = ruled_out_;
    while (!stopped_ && reached_ - unreached_ > 1) {
      if (auto done = attempt(unreached_ + (reached_ - unreached_) / 2, "auto"); !done) return done;
    }
    return {};
  }

  /// The limits that are left, from the largest down: each until the caller wants others, then for as long as it takes.
  [[nodiscard]] Result<void> settle() {
    if (!options_.is_timed) return {};
    for (std::int64_t number = reached_ - 1; !stopped_ && number > ruled_out_; number = first_alike(number) - 1) {
      if (auto done = attempt(number, "optimal"); !done) return done;
    }
    is_patient_ = true;
    while (!stopped_ && reached_ - ruled_out_ > 1) {
      const std::int64_t left = reached_ - ruled_out_;
      if (auto done = attempt(reached_ - 1, "optimal"); !done) return done;
      if (reached_ - ruled_out_ == left) break;
    }
    return {};
  }

  void list_open() {
    if (ruled_out_ >= first_) {
      const auto smallest = scale_.limits(first_);
      packing::rule_out(search_, {.first = smallest,
                                  .last = scale_.limits(ruled_out_),
                                  .bound = bound_,
                                  .at_most = std::min(1.0, space_.measure(bound_.packs, smallest))});
    }
    const std::int64_t end = std::min(reached_, last_ + 1);
    if (ruled_out_ + 1 >= end) return;
    const LowerBound bound = lower_bound(histogram_, limits(end - 1));  // for smaller limits too
    for (std::int64_t number = ruled_out_ + 1; number < end; ++number) {
      Candidate open{.limits = scale_.limits(number), .bound = bound};
      if (open.limits == scale_.limits(reached_)) break;
      if (!search_.open.empty() && open.limits == search_.open.back().limits) continue;
      open.cost = space_.cost(open.limits);
      open.at_most = std::min(1.0, space_.measure(bound.packs, open.limits));
      if (search_.open.size() == max_ruled_out) {
        search_.complete = false;
        search_.looked_at_below = open.cost;
        return;
      }
      search_.open.push_back(std::move(open));
    }
  }
};

}  // namespace

static Result<void> validate(const Proportions& proportions, std::size_t k) {
  if (proportions.shape.size() != k || proportions.multiples.size() != k) {
    return fail(ErrorCode::component_mismatch,
                k == 1 ? "limits and multiples need one number"
                       : "the smallest limits for a number of packs need the proportions of the limits: " +
                             std::to_string(k) + " numbers, one for each component");
  }
  for (const auto* numbers : {&proportions.shape, &proportions.multiples}) {
    for (const std::int64_t number : *numbers) {
      if (number >= 1 && number <= max_exact) continue;
      return fail(ErrorCode::limit_not_positive, std::to_string(number) + " is not between 1 and 2^53");
    }
  }
  return {};
}

std::int64_t packs_of_items(const Histogram& histogram, std::int64_t per_pack) {
  return std::max<std::int64_t>(totals(histogram).items / per_pack, 1);
}

std::vector<std::int64_t> usual_shape(const Histogram& histogram) {
  std::vector<std::int64_t> shape = totals(histogram).sums;
  for (std::int64_t& total : shape) total = std::max<std::int64_t>(total, 1);
  return shape;
}

Result<Search> search_packs(const Histogram& histogram, std::int64_t packs, const Proportions& proportions,
                            const SearchOptions& options) {
  const std::size_t k = histogram.component_count();
  if (auto valid = validate(proportions, k); !valid) return tl::unexpected(valid.error());
  if (histogram.bins() == 0) return fail(ErrorCode::empty, "no items");
  if (packs < 1) return fail(ErrorCode::limit_not_positive, std::to_string(packs) + " packs are not positive");
  if (options.depth < 1) {
    return fail(ErrorCode::limit_not_positive, "depth " + std::to_string(options.depth) + " is not positive");
  }
  if (!options.weights.empty() && options.weights.size() != k) {
    return fail(ErrorCode::component_mismatch,
                counted(options.weights.size(), "weight") + " for " + counted(k, "component"));
  }
  PacksSearch search(histogram, packs, proportions, options);
  for (const std::int64_t limit : search.largest()) {
    if (limit > max_exact) return fail(ErrorCode::too_large, "limits that hold all items together are beyond 2^53");
  }
  return search.run();
}

}  // namespace tuplepack::packing
