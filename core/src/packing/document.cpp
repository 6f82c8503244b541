#include "tuplepack/packing/document.hpp"

#include <utility>

namespace tuplepack {

/// The problem that a plan is held against. A baseline ignores the limits of the other components.
static Limits limits_to_beat(const PlanDocument& document) {
  Limits limits = document.room;
  for (std::size_t c = 0; document.baseline && c < limits.sizes.size(); ++c) {
    if (c != *document.baseline) limits.sizes[c] = max_exact;
  }
  return limits;
}

Result<void> evaluate(PlanDocument& document) {
  auto metrics =
      measure(document.histogram, document.limits, document.real, document.packed.plan, document.packs_multiple);
  if (!metrics) return tl::unexpected(metrics.error());
  document.metrics = std::move(*metrics);
  const auto& proof = document.packed.proof;
  document.bound = proof ? proof->bound : lower_bound(document.histogram, limits_to_beat(document));
  if (proof) document.certificate = proof->certificate;
  return {};
}

Result<std::int64_t> verify(const PlanDocument& document) {
  if (!document.certificate) return fail(ErrorCode::empty, "the plan has no certificate");
  return verify(document.histogram, limits_to_beat(document), *document.certificate);
}

static void tell(const PlanRequest& request, PlanDocument document, const Packed& improved) {
  document.packed = improved;
  if (evaluate(document)) request.improved(document);
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
    return fail(ErrorCode::unsupported, "a baseline knows no alignment, reserve or policy for overlong items");
  }
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

Result<PlanDocument> make_plan(const Histogram& histogram, const PlanRequest& request) {
  if (request.packs_multiple < 1) {
    return fail(ErrorCode::limit_not_positive,
                "the number of packs cannot be a multiple of " + std::to_string(request.packs_multiple));
  }
  PlanDocument document;
  document.source_bins = histogram.bins();
  document.fitting = request.fitting;
  document.baseline = request.baseline;
  document.packs_multiple = request.packs_multiple;
  const auto packed =
      request.baseline ? pack_baseline(histogram, request, document) : pack_fitted(histogram, request, document);
  if (!packed) return tl::unexpected(packed.error());
  if (auto evaluated = evaluate(document); !evaluated) return tl::unexpected(evaluated.error());
  if (document.metrics.packs == document.bound.packs) document.packed.ended = Ended::optimal;
  return document;
}

}  // namespace tuplepack
