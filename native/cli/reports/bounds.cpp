#include "reports.hpp"
#include "shared.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

std::string bounds_text(const BoundsReport& report, const Terminal& terminal) {
  const auto& components = report.source.components;
  const reports::Bounds& bounds = report.bounds;
  Table table{
      .header = {"bound", "component", "parameter", "packs"}, .rows = {}, .left = {true, true}, .marked = bounds.best};
  for (const packing::LowerBound& bound : bounds.all) {
    table.rows.push_back({std::string(bound.name), component_of(bound, components).value_or(""),
                          bound.parameter == 0 ? "" : grouped(bound.parameter), grouped(bound.packs)});
  }
  std::string text = table.text(terminal);
  std::vector<std::string> shares;
  for (std::size_t c = 0; c < components.size(); ++c) {
    shares.push_back(percent(bounds.efficiency[c]) + " of " + visible(components[c]));
  }
  text += fmt::format("\n* no plan needs fewer than {}, so none is more efficient than {}\n",
                      counted(bounds.largest().packs, "pack"), join(shares, ", "));
  for (const packing::BoundMethod& method : packing::bound_methods())
    text += fmt::format("  {:<14} {}\n", method.name, method.summary);
  return text;
}

std::string bounds_json(const BoundsReport& report) {
  const auto& components = report.source.components;
  const packing::LowerBound& best = report.bounds.largest();
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.bound/1");
    write_histogram(json, report.source);
    json.field("limits", report.limits.sizes);
    write_depth(json, report.limits.depth);
    json.object("metrics", [&] {
      json.field("lower_bound", best.packs);
      json.field("bound", best.name);
      json.field("component", component_of(best, components));
      json.field("efficiency", report.bounds.efficiency);
      json.field("seconds", report.seconds);
    });
    json.array("bounds", [&] {
      for (const packing::LowerBound& bound : report.bounds.all) {
        json.object([&] {
          json.field("name", bound.name);
          json.field("component", component_of(bound, components));
          json.field("parameter", bound.parameter);
          json.field("packs", bound.packs);
        });
      }
    });
  });
}

}  // namespace tuplepack::cli
