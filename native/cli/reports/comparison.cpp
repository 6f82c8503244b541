#include "reports.hpp"
#include "shared.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace tuplepack::cli {

std::string comparison_text(const ComparisonReport& report, const Terminal& terminal) {
  const auto& components = report.source.components;
  const reports::PlanComparison& comparison = report.comparison;
  Table table{.header = {"method", "heuristic", "distribute", "packs", "gap"},
              .rows = {},
              .left = {true, true, true},
              .marked = 0};
  table.header.insert(table.header.end(), components.begin(), components.end());
  table.header.emplace_back("time");
  const bool has_slow =
      std::any_of(comparison.rows.begin(), comparison.rows.end(), [](const auto& row) { return row.seconds > 1; });
  if (has_slow) table.header.emplace_back("after 1 s");
  for (const reports::PlanComparison::Row& row : comparison.rows) {
    const packing::Method& method = *packing::find_method(row.packed.method);
    std::vector<std::string> cells{row.packed.method, heuristic_of(row.packed, components).value_or(""),
                                   !method.uses_distribute ? ""
                                   : row.packed.distribute ? "on"
                                                           : "off",
                                   grouped(row.metrics.packs), grouped(comparison.gap(row))};
    for (const double efficiency : row.metrics.efficiency) cells.push_back(percent(efficiency));
    cells.push_back(duration(row.seconds));
    if (has_slow) cells.push_back(row.packs_after_a_second == 0 ? "none" : grouped(row.packs_after_a_second));
    table.rows.push_back(std::move(cells));
  }
  std::string text = table.text(terminal);
  text += fmt::format("\n* best of these; no plan needs fewer than {} (lower bound: {})\n",
                      counted(comparison.bound.packs, "pack"), comparison.bound.name);
  if (report.ended != packing::Ended::finished) {
    text += fmt::format("  {}: the methods that are not listed were not tried\n", stopped_text(report.ended));
  }
  text += batching_text(report.batching, components, report.limits, comparison.rows.front().metrics, terminal);
  return text;
}

static void write_row(formats::JsonWriter& json, const reports::PlanComparison::Row& row,
                      const ComparisonReport& report) {
  const packing::Method& method = *packing::find_method(row.packed.method);
  json.object([&] {
    json.field("method", row.packed.method);
    json.field("heuristic", heuristic_of(row.packed, report.source.components));
    json.field("distribute", method.uses_distribute ? std::optional(row.packed.distribute) : std::nullopt);
    json.field("paper", row.packed.paper);
    json.field("packs", row.metrics.packs);
    json.field("gap", report.comparison.gap(row));
    json.field("strategies", row.metrics.strategies);
    json.field("efficiency", row.metrics.efficiency);
    json.field("packing_factor", row.metrics.packing_factor);
    json.field("depth_used", row.metrics.depth_used);
    json.field("seconds", row.seconds);
    json.field("packs_after_1_s",
               row.packs_after_a_second == 0 ? std::nullopt : std::optional(row.packs_after_a_second));
  });
}

std::string comparison_json(const ComparisonReport& report) {
  const reports::PlanComparison& comparison = report.comparison;
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.compare/1");
    write_histogram(json, report.source);
    json.field("limits", report.limits.sizes);
    write_depth(json, report.limits.depth);
    json.object("metrics", [&] {
      json.field("plans", comparison.rows.size());
      json.field("packs", comparison.rows.front().metrics.packs);
      json.field("lower_bound", comparison.bound.packs);
      json.field("bound", comparison.bound.name);
      json.field("ended", name(report.ended));
      json.field("seconds", report.seconds);
    });
    json.array("plans", [&] {
      for (const reports::PlanComparison::Row& row : comparison.rows) write_row(json, row, report);
    });
    write_batching(json, report.batching);
  });
}

}  // namespace tuplepack::cli
