#include "shared.hpp"

#include <algorithm>

namespace tuplepack::cli {

const Method& method_of(std::string_view name) {
  const auto all = methods();
  return *std::find_if(all.begin(), all.end(), [&](const Method& method) { return method.name == name; });
}

std::optional<std::string> heuristic_of(const Packed& packed, std::span<const std::string> components) {
  if (!method_of(packed.method).uses_heuristic || components.size() == 1) return std::nullopt;
  return to_string(packed.heuristic, components);
}

std::string_view stopped_text(Ended ended) {
  switch (ended) {
    case Ended::finished:
    case Ended::optimal: break;
    case Ended::stopped: return "stopped";
    case Ended::time_limit: return "stopped at the time limit";
    case Ended::interrupted: return "stopped by the user";
  }
  return {};
}

Json histogram_json(const Histogram& histogram) {
  const Totals sums = totals(histogram);
  return {
      {"components", histogram.components}, {"bins", histogram.bins()}, {"items", sums.items}, {"totals", sums.sums}};
}

Json depth_json(std::int64_t depth) {
  return depth == unlimited_depth ? Json(nullptr) : Json(depth);
}

Json events_json(const EventStatistics& events) {
  return {{"interactions", events.events},           {"nodes", events.nodes},
          {"self_loops", events.self_loops},         {"ties", events.ties},
          {"average_degree", events.average_degree}, {"average_update_distance", events.average_update_distance}};
}

std::string line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tuplepack::cli
