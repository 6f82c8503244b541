#include "reports.hpp"
#include "shared.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tuplepack::cli {

static std::size_t best_of(const Bounds& bounds) {
  const auto less = [](const LowerBound& a, const LowerBound& b) { return a.packs < b.packs; };
  const auto best = std::max_element(bounds.bounds.begin(), bounds.bounds.end(), less);
  return static_cast<std::size_t>(best - bounds.bounds.begin());
}

std::string bounds_text(const Bounds& bounds, const Terminal& terminal) {
  const std::size_t best = best_of(bounds);
  Table table{.header = {"bound", "component", "parameter", "packs"}, .rows = {}, .left = {true, true}, .marked = best};
  for (const LowerBound& bound : bounds.bounds) {
    table.rows.push_back({std::string(bound.name), component_of(bound, bounds.source.components).value_or(""),
                          bound.parameter == 0 ? "" : grouped(bound.parameter), grouped(bound.packs)});
  }
  std::string text = table.text(terminal);
  const std::int64_t packs = bounds.bounds[best].packs;
  std::vector<std::string> shares;
  for (std::size_t c = 0; c < bounds.limits.sizes.size(); ++c) {
    const double room = static_cast<double>(packs) * static_cast<double>(bounds.limits.sizes[c]);
    shares.push_back(percent(static_cast<double>(bounds.real.sums[c]) / room) + " " +
                     visible(bounds.source.components[c]));
  }
  text += fmt::format("\n* no plan needs fewer than {}, so none is more efficient than {}\n", counted(packs, "pack"),
                      join(shares, ", "));
  for (const BoundMethod& method : bound_methods()) text += fmt::format("  {:<14} {}\n", method.name, method.summary);
  return text;
}

std::string bounds_json(const Bounds& bounds) {
  const auto& components = bounds.source.components;
  const LowerBound& best = bounds.bounds[best_of(bounds)];
  return json_line([&](JsonWriter& json) {
    json.field("schema", "tuplepack.bound/1");
    write_histogram(json, bounds.source);
    json.field("limits", bounds.limits.sizes);
    write_depth(json, bounds.limits.depth);
    json.object("metrics", [&] {
      json.field("lower_bound", best.packs);
      json.field("bound", best.name);
      json.field("component", component_of(best, components));
      json.field("seconds", bounds.seconds);
    });
    json.array("bounds", [&] {
      for (const LowerBound& bound : bounds.bounds) {
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
