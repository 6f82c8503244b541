#include "reports.hpp"
#include "shared.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

static std::string why_not_proven(const Error& error) {
  if (error.code != ErrorCode::empty) return error.message;
  return error.message + "; tuplepack pack … --method optimal --plan FILE writes one";
}

static std::string proof_line(const VerificationReport& report) {
  const auto& [document, proven, differences] = report.verified;
  if (!proven) return why_not_proven(proven.error());
  const std::int64_t gap = pack_count(document.packed.plan) - *proven;
  const std::string text = fmt::format("no plan has fewer than {}", counted(*proven, "pack"));
  return gap == 0 ? text + ": this one is optimal" : text + fmt::format("; gap {}", grouped(gap));
}

std::string verification_text(const VerificationReport& report) {
  const Metrics& metrics = report.verified.document.metrics;
  std::string text;
  const auto add = [&](std::string_view label, std::string_view what) {
    text += fmt::format("  {:<12} {}\n", label, what);
  };
  add("plan", counted(metrics.packs, "pack") +
                  (metrics.padding_packs > 0 ? fmt::format(" ({} of padding)", grouped(metrics.padding_packs)) : "") +
                  ": every item is in exactly one, and no limit is exceeded");
  add("certificate", proof_line(report));
  for (const std::string& difference : report.verified.differences) add("false", visible(difference));
  if (!report.data.empty()) {
    const std::string found = report.source ? "the plan is for these sizes" : report.source.error().message;
    add("data", visible(report.data + ": " + found));
  }
  add("time", duration(report.seconds));
  return text;
}

std::string verification_json(const VerificationReport& report) {
  const auto& [document, proven, differences] = report.verified;
  return line(Json{{"schema", "tuplepack.verify/1"},
                   {"packs", document.metrics.packs},
                   {"proven", proven ? Json(*proven) : Json(nullptr)},
                   {"optimal", proven && *proven == pack_count(document.packed.plan)},
                   {"reason", proven ? Json(nullptr) : Json(why_not_proven(proven.error()))},
                   {"differences", differences},
                   {"data", report.data.empty() ? Json(nullptr) : Json(report.data)},
                   {"data_reason", report.source ? Json(nullptr) : Json(report.source.error().message)},
                   {"seconds", report.seconds}});
}

}  // namespace tuplepack::cli
