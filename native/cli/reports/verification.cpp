#include "reports.hpp"
#include "shared.hpp"
#include "tuplepack/reports/plan.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

static std::string why_not_proven(const Error& error) {
  if (error.code == ErrorCode::stopped) return error.message + "; --time-limit";
  if (error.code != ErrorCode::empty) return error.message;
  return error.message + "; tuplepack pack … --method optimal --plan FILE writes one";
}

static std::string proof_line(const VerificationReport& report) {
  const Result<std::int64_t>& proven = report.verified.proven;
  if (!proven) return why_not_proven(proven.error());
  const std::int64_t gap = reports::proven_gap(report.verified).value_or(0);
  const std::string text = fmt::format("no plan has fewer than {}", counted(*proven, "pack"));
  if (gap == 0) return text + ": this one is optimal" + multiple_text(report.verified.document);
  return text + fmt::format("; gap {}", grouped(gap));
}

std::string verification_text(const VerificationReport& report) {
  const packing::Metrics& metrics = report.verified.document.metrics;
  std::string text;
  const auto add = [&](std::string_view label, std::string_view what) {
    text += fmt::format("  {:<12} {}\n", label, what);
  };
  add("plan", counted(metrics.packs, "pack") +
                  (metrics.padding_packs > 0 ? fmt::format(" ({} empty)", grouped(metrics.padding_packs)) : "") +
                  ": every item is in exactly one, and no limit is exceeded");
  add("certificate", proof_line(report));
  for (const std::string& difference : report.verified.differences) add("false", visible(difference));
  if (!report.data.empty()) {
    const std::string found = report.source ? "the plan is for these sizes" : report.source.error().message;
    add("data", visible(report.data + ": " + found));
  }
  add("work", counted(report.verified.work, "step"));
  add("time", duration(report.seconds));
  return text;
}

std::string verification_json(const VerificationReport& report) {
  const Result<std::int64_t>& proven = report.verified.proven;
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.verify/1");
    json.field("packs", report.verified.document.metrics.packs);
    json.field("holds", report.holds());
    json.field("proven", proven);
    json.field("optimal", reports::proven_gap(report.verified) == 0);
    json.field("reason", proven ? std::nullopt : std::optional(why_not_proven(proven.error())));
    json.field("work", report.verified.work);
    json.field("differences", report.verified.differences);
    json.field("data", text_or_null(report.data));
    json.field("data_reason", report.source ? std::nullopt : std::optional(report.source.error().message));
    json.field("seconds", report.seconds);
  });
}

}  // namespace tuplepack::cli
