#include "temporal_bench.hpp"

#include <nlohmann/json.hpp>

namespace tuplepack::bench {

using Json = nlohmann::ordered_json;

double seconds_per_item(const TemporalCase& entry) {
  return entry.timing.best / static_cast<double>(entry.items);
}

std::optional<bool> met(const TemporalCase& entry) {
  if (entry.goal) return seconds_per_item(entry) <= *entry.goal;
  if (entry.goal_ratio) return *entry.ratio <= *entry.goal_ratio;
  return std::nullopt;
}

std::string to_json(const TemporalReport& report) {
  Json cases = Json::array();
  for (const TemporalCase& entry : report.cases) {
    Json row{{"name", entry.name},
             {"unit", entry.unit},
             {"items", entry.items},
             {"seconds", entry.timing.best},
             {"median_seconds", entry.timing.median},
             {"spread", entry.timing.spread},
             {"runs", entry.timing.runs},
             {"seconds_per_item", seconds_per_item(entry)}};
    if (entry.ratio) row["ratio"] = *entry.ratio;
    if (entry.goal) row["goal_seconds_per_item"] = *entry.goal;
    if (entry.goal_ratio) row["goal_ratio"] = *entry.goal_ratio;
    if (const auto reached = met(entry)) row["met"] = *reached;
    cases.push_back(row);
  }
  const Json object{{"schema", "tuplepack.bench/1"},
                    {"bench", "temporal"},
                    {"device", report.device},
                    {"platform", report.platform},
                    {"cases", cases}};
  return object.dump(1) + "\n";
}

}  // namespace tuplepack::bench
