#include "reports.hpp"
#include "shared.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

static std::string proof_line(const PlanDocument& document, const Verification& verification) {
  if (!verification.proven) return verification.proven.error().message;
  const std::int64_t gap = document.metrics.packs - *verification.proven;
  const std::string proven = fmt::format("no plan has fewer than {}", counted(*verification.proven, "pack"));
  return gap == 0 ? proven + ": this one is optimal" : proven + fmt::format("; gap {}", grouped(gap));
}

std::string verification_text(const PlanDocument& document, const Verification& verification) {
  return fmt::format("  plan         {}: every item is in exactly one, and no limit is broken\n",
                     counted(document.metrics.packs, "pack")) +
         fmt::format("  certificate  {}\n", proof_line(document, verification)) +
         fmt::format("  time         {}\n", duration(verification.seconds));
}

std::string verification_json(const PlanDocument& document, const Verification& verification) {
  const auto& proven = verification.proven;
  return line(Json{{"schema", "tuplepack.verify/1"},
                   {"packs", document.metrics.packs},
                   {"proven", proven ? Json(*proven) : Json(nullptr)},
                   {"optimal", proven && *proven == document.metrics.packs},
                   {"reason", proven ? Json(nullptr) : Json(proven.error().message)},
                   {"seconds", verification.seconds}});
}

}  // namespace tuplepack::cli
