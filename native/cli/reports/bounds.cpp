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

static std::string component_name(const LowerBound& bound, const Histogram& source) {
  return bound.component ? source.components[*bound.component] : "";
}

std::string bounds_text(const Bounds& bounds, const Terminal& terminal) {
  const std::size_t best = best_of(bounds);
  Table table{.header = {"bound", "component", "parameter", "packs"}, .rows = {}, .left = {true, true}, .marked = best};
  for (const LowerBound& bound : bounds.bounds) {
    table.rows.push_back({std::string(bound.name), component_name(bound, bounds.source),
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

static Json component_json(const LowerBound& bound, const Histogram& source) {
  return bound.component ? Json(source.components[*bound.component]) : Json(nullptr);
}

std::string bounds_json(const Bounds& bounds) {
  const LowerBound& best = bounds.bounds[best_of(bounds)];
  Json json{{"schema", "tuplepack.bound/1"},
            {"histogram", histogram_json(bounds.source)},
            {"limits", bounds.limits.sizes},
            {"depth", depth_json(bounds.limits.depth)},
            {"metrics",
             {{"lower_bound", best.packs},
              {"bound", best.name},
              {"component", component_json(best, bounds.source)},
              {"seconds", bounds.seconds}}},
            {"bounds", Json::array()}};
  for (const LowerBound& bound : bounds.bounds) {
    json["bounds"].push_back({{"name", bound.name},
                              {"component", component_json(bound, bounds.source)},
                              {"parameter", bound.parameter},
                              {"packs", bound.packs}});
  }
  return line(json);
}

}  // namespace tuplepack::cli
