#include "tuplepack/packing/document.hpp"

#include "base/arithmetic.hpp"
#include "tuplepack/packing/assign.hpp"
#include "tuplepack/packing/component.hpp"
#include "tuplepack/packing/even.hpp"
#include "tuplepack/packing/spread.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace tuplepack::packing {

Limits bounding_limits(const PlanDocument& document) {
  return document.baseline ? limits_of_component(document.room, *document.baseline) : document.room;
}

/// filled  packs that hold items
static std::int64_t gap_between(const PlanDocument& document, std::int64_t bound, std::int64_t filled) {
  const std::int64_t multiple = document.even ? document.packs_multiple : 1;
  return (divide_up(filled, multiple) - divide_up(bound, multiple)) * multiple;
}

std::int64_t PlanDocument::gap() const {
  return gap_between(*this, bound.packs, metrics.packs - metrics.padding_packs);
}

std::int64_t PlanDocument::gap_to(std::int64_t packs) const {
  return gap_between(*this, packs, pack_count(packed.plan));
}

Result<void> evaluate(PlanDocument& document) {
  auto metrics =
      measure(document.histogram, document.limits, document.real, document.packed.plan, document.packs_multiple);
  if (!metrics) return tl::unexpected(metrics.error());
  document.metrics = std::move(*metrics);
  if (const auto& proof = document.packed.proof) {
    document.bound = proof->bound;
    document.certificate = proof->certificate;
  } else {
    document.bound = lower_bound(document.histogram, bounding_limits(document));
  }
  if (document.gap() != 0) return {};
  document.packed.ended = Ended::optimal;
  if (!document.certificate) {
    document.certificate = certify(document.histogram, bounding_limits(document), document.bound);
  }
  return {};
}

Result<std::int64_t> verify(const PlanDocument& document, CheckingWork& work) {
  if (!document.certificate) return fail(ErrorCode::empty, "the plan has no certificate");
  auto proven = verify(document.histogram, bounding_limits(document), *document.certificate, work);
  const std::int64_t packs = pack_count(document.packed.plan);
  if (proven && *proven > packs) {
    return fail(ErrorCode::plan_mismatch, "the certificate proves " + std::to_string(*proven) +
                                              " packs, but the plan has only " + std::to_string(packs));
  }
  return proven;
}

Result<std::int64_t> verify(const PlanDocument& document) {
  CheckingWork work;
  return verify(document, work);
}

static std::string differ(const std::string& what, const std::string& found, const std::string& planned) {
  return what + ": " + found + ", but the plan has " + planned;
}

/// Names the first size that two histograms do not have equally often; empty: there is none.
static std::string first_difference(const Histogram& source, const Histogram& planned) {
  std::size_t a = 0;
  std::size_t b = 0;
  while (a < source.bins() || b < planned.bins()) {
    const auto x = a < source.bins() ? source.size(a) : planned.size(b);
    const auto y = b < planned.bins() ? planned.size(b) : source.size(a);
    const auto size = std::lexicographical_compare(y.begin(), y.end(), x.begin(), x.end()) ? y : x;
    const auto count_of = [&](const Histogram& histogram, std::size_t& bin) {
      if (bin == histogram.bins() || !std::equal(size.begin(), size.end(), histogram.size(bin).begin())) {
        return std::int64_t{0};
      }
      return histogram.counts[bin++];
    };
    const std::int64_t found = count_of(source, a);
    const std::int64_t expected = count_of(planned, b);
    if (found != expected) {
      return differ("items of size " + size_text(size), std::to_string(found), std::to_string(expected));
    }
  }
  return {};
}

static std::string describe(const OverlongCount& overlong) {
  return std::to_string(overlong.items) + " (" + std::to_string(overlong.pieces) + " after fitting, " +
         size_text(overlong.lost) + " lost)";
}

Result<void> check_source(const PlanDocument& document, const Histogram& source) {
  const auto mismatch = [](std::string message) { return fail(ErrorCode::plan_mismatch, std::move(message)); };
  const std::size_t k = document.histogram.component_count();
  if (source.component_count() != k) {
    return mismatch(differ("components", std::to_string(source.component_count()), std::to_string(k)));
  }
  if (are_reordered(source.components, document.histogram.components)) {
    return mismatch(
        differ("components", component_list(source.components), component_list(document.histogram.components)));
  }
  const auto fitted = fit(source, document.limits, document.fitting);
  if (!fitted) return tl::unexpected(fitted.error());
  if (auto difference = first_difference(fitted->histogram, document.histogram); !difference.empty()) {
    return mismatch(std::move(difference));
  }
  if (source.bins() != document.source_bins) {
    return mismatch(differ("different sizes", std::to_string(source.bins()), std::to_string(document.source_bins)));
  }
  if (fitted->real.sums != document.real.sums) {
    return mismatch(differ("total size", size_text(fitted->real.sums), size_text(document.real.sums)));
  }
  const OverlongCount& found = fitted->overlong;
  const OverlongCount& planned = document.overlong;
  if (found != planned) {
    return mismatch(differ("items over the limits", describe(found), describe(planned)));
  }
  return {};
}

static void tell(const PlanRequest& request, PlanDocument document, const Packed& improved) {
  document.packed = improved;
  if (evaluate(document)) request.improved(document);
}

static Result<void> require_spreadable(std::int64_t items) {
  if (items <= max_spread_items) return {};
  return fail(ErrorCode::too_large, "up to " + std::to_string(max_spread_items) +
                                        " items can be spread over packs, not " + std::to_string(items));
}

/// Histogram, limits and plan of a request that obeys all limits.
static Result<void> pack_fitted(const Histogram& histogram, const PlanRequest& request, PlanDocument& document) {
  auto fitted = fit(histogram, request.limits, request.fitting);
  if (!fitted) return tl::unexpected(fitted.error());
  document.histogram = std::move(fitted->histogram);
  document.real = std::move(fitted->real);
  document.limits = request.limits;
  document.room = std::move(fitted->limits);
  document.overlong = std::move(fitted->overlong);
  if (request.spread.value_or(false)) {
    if (auto ok = require_spreadable(totals(document.histogram).items); !ok) return ok;
  }
  PackOptions options = request.pack;
  if (request.improved) {
    options.keep_going = [&](const PackProgress& progress) {
      if (progress.improved != nullptr) tell(request, document, *progress.improved);
      return !request.pack.keep_going || request.pack.keep_going(progress);
    };
  }
  auto packed = pack(document.histogram, document.room, options);
  if (!packed) return tl::unexpected(packed.error());
  document.packed = std::move(*packed);
  return {};
}

/// The same for one that obeys the limit of one component.
static Result<void> pack_baseline(const Histogram& histogram, const PlanRequest& request, PlanDocument& document) {
  if (request.fitting != Fitting{}) {
    return fail(
        ErrorCode::unsupported,
        "a baseline cannot be combined with extra space per item, alignment, reserve or a policy for overlong items");
  }
  if (request.spread.value_or(false)) return fail(ErrorCode::unsupported, "the items of a baseline cannot be spread");
  auto baseline = pack_on_component(histogram, request.limits, *request.baseline, request.pack);
  if (!baseline) return tl::unexpected(baseline.error());
  document.histogram = histogram;
  document.real = totals(histogram);
  document.limits = baseline->limits;
  document.room = std::move(baseline->limits);
  document.overlong.lost.assign(histogram.component_count(), 0);
  document.packed = std::move(baseline->packed);
  return {};
}

/// Whether items are spread unless the request says something else. Fewer are often packed in every step of a training,
/// where the time counts.
static bool spreads_by_default(const PackOptions& options, const Histogram& histogram) {
  constexpr std::int64_t min_items = 2'048;
  const bool is_open = options.method == "auto" || options.method == "optimal";
  return is_open && !options.paper && !options.distribute && totals(histogram).items >= min_items;
}

/// Puts about as many items into every pack, if there is such a plan.
static void spread(const PlanRequest& request, PlanDocument& document) {
  if (request.baseline || !request.spread.value_or(spreads_by_default(request.pack, document.histogram))) return;
  Packed& packed = document.packed;
  PackOptions options;
  options.bound = packed.proof ? packed.proof->bound.packs : request.pack.bound;
  options.keep_going = request.pack.keep_going;
  options.ask_every = request.pack.ask_every;
  auto plan = spread_items(document.histogram, document.room, packed.plan, options);
  document.spread = plan.has_value();
  if (plan) packed.plan = std::move(*plan);
}

/// Fills all packs of the plan alike.
static Result<void> fill_alike(PlanDocument& document) {
  constexpr std::int64_t max_numbered = std::numeric_limits<std::int32_t>::max();
  const auto require = [](std::int64_t number, std::int64_t most, const std::string& what) -> Result<void> {
    if (number <= most) return {};
    return fail(ErrorCode::too_large,
                "even packs: " + what + " is at most " + std::to_string(most) + ", not " + std::to_string(number));
  };
  const std::int64_t items = totals(document.histogram).items;
  if (auto ok = require(items, max_numbered, "the number of items"); !ok) return ok;
  if (auto ok = require(document.packs_multiple, max_packs_multiple, "the multiple of packs"); !ok) return ok;
  const std::int64_t packs = pack_count(document.packed.plan);
  if (auto ok = require(packs, max_packs_multiple, "the number of packs"); !ok) return ok;
  document.packed.plan = even_packs(document, document.packs_multiple);
  document.even = true;
  return {};
}

Result<PlanDocument> make_plan(const Histogram& histogram, const PlanRequest& request) {
  if (request.packs_multiple < 1) {
    return fail(ErrorCode::limit_not_positive,
                "the multiple of packs must be positive, not " + std::to_string(request.packs_multiple));
  }
  PlanDocument document;
  document.source_bins = histogram.bins();
  document.fitting = request.fitting;
  document.baseline = request.baseline;
  document.packs_multiple = request.packs_multiple;
  const auto packed =
      request.baseline ? pack_baseline(histogram, request, document) : pack_fitted(histogram, request, document);
  if (!packed) return tl::unexpected(packed.error());
  spread(request, document);
  if (request.even) {
    if (auto done = fill_alike(document); !done) return tl::unexpected(done.error());
  }
  if (auto evaluated = evaluate(document); !evaluated) return tl::unexpected(evaluated.error());
  return document;
}

}  // namespace tuplepack::packing
