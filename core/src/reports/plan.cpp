#include "tuplepack/reports/plan.hpp"

#include "base/arithmetic.hpp"

namespace tuplepack::reports {

double padding_without_packing(const packing::PlanDocument& document, std::size_t component) {
  if (document.real.items == 0) return 0;
  return 1 - efficiency(document.real.sums[component], document.real.items, document.limits.sizes[component]);
}

double gap_share(const packing::PlanDocument& document) {
  if (document.bound.packs == 0) return 0;
  return static_cast<double>(document.gap()) / static_cast<double>(document.bound.packs);
}

std::optional<std::int64_t> proven_gap(const formats::PlanVerification& verified) {
  if (!verified.proven) return std::nullopt;
  return verified.document.gap_to(*verified.proven);
}

}  // namespace tuplepack::reports
