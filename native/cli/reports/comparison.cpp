#include "reports.hpp"
#include "shared.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

std::string comparison_text(const Comparison& comparison, const Terminal& terminal) {
  const auto& components = comparison.source.components;
  Table table{.header = {"method", "heuristic", "distribute", "packs", "gap"},
              .rows = {},
              .left = {true, true, true},
              .marked = 0};
  table.header.insert(table.header.end(), components.begin(), components.end());
  table.header.emplace_back("time");
  for (const Comparison::Row& row : comparison.rows) {
    const Method& method = method_of(row.packed.method);
    std::vector<std::string> cells{row.packed.method, heuristic_of(row.packed, components).value_or(""),
                                   !method.uses_distribute ? ""
                                   : row.packed.distribute ? "on"
                                                           : "off",
                                   grouped(row.metrics.packs), grouped(row.metrics.packs - comparison.bound.packs)};
    for (const double efficiency : row.metrics.efficiency) cells.push_back(percent(efficiency));
    cells.push_back(duration(row.seconds));
    table.rows.push_back(std::move(cells));
  }
  std::string text = table.text(terminal);
  text += fmt::format("\n* the best; no plan needs fewer than {} (lower bound: {})\n",
                      counted(comparison.bound.packs, "pack"), comparison.bound.name);
  if (comparison.ended != Ended::finished) {
    text += fmt::format("  {}: the methods that are not listed were not tried\n", stopped_text(comparison.ended));
  }
  return text;
}

static Json row_json(const Comparison::Row& row, const Comparison& comparison) {
  const Method& method = method_of(row.packed.method);
  const auto heuristic = heuristic_of(row.packed, comparison.source.components);
  return {{"method", row.packed.method},
          {"heuristic", heuristic ? Json(*heuristic) : Json(nullptr)},
          {"distribute", method.uses_distribute ? Json(row.packed.distribute) : Json(nullptr)},
          {"paper", row.packed.paper},
          {"packs", row.metrics.packs},
          {"gap", row.metrics.packs - comparison.bound.packs},
          {"strategies", row.metrics.strategies},
          {"efficiency", row.metrics.efficiency},
          {"packing_factor", row.metrics.packing_factor},
          {"depth_used", row.metrics.depth_used},
          {"seconds", row.seconds}};
}

std::string comparison_json(const Comparison& comparison) {
  Json json{{"schema", "tuplepack.compare/1"},
            {"histogram", histogram_json(comparison.source)},
            {"limits", comparison.limits.sizes},
            {"depth", depth_json(comparison.limits.depth)},
            {"metrics",
             {{"plans", comparison.rows.size()},
              {"packs", comparison.rows.front().metrics.packs},
              {"lower_bound", comparison.bound.packs},
              {"bound", comparison.bound.name},
              {"ended", name(comparison.ended)},
              {"seconds", comparison.seconds}}},
            {"plans", Json::array()}};
  for (const Comparison::Row& row : comparison.rows) json["plans"].push_back(row_json(row, comparison));
  return line(json);
}

}  // namespace tuplepack::cli
