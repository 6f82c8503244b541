#include "temporal_bench.hpp"

#include "formatted.hpp"

#include <nlohmann/json.hpp>

namespace tuplepack::bench {

using Json = nlohmann::ordered_json;

/// Seconds.
static double time_of_item(const TemporalCase& entry) {
  return entry.timing.best / static_cast<double>(entry.items);
}

/// Nothing for a case without a goal.
static std::optional<bool> met(const TemporalCase& entry) {
  if (entry.goal) return time_of_item(entry) <= *entry.goal;
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
             {"seconds_per_item", time_of_item(entry)}};
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

std::string to_csv(const TemporalReport& report) {
  std::string text =
      "bench,device,platform,name,unit,items,seconds,median_seconds,spread,runs,seconds_per_item,ratio,"
      "goal_seconds_per_item,goal_ratio,met\n";
  for (const TemporalCase& entry : report.cases) {
    text +=
        formatted("temporal,%s,\"%s\",\"%s\",%s,%lld,%.6g,%.6g,%.4f,%d,%.6g,", report.device.c_str(),
                  report.platform.c_str(), entry.name.c_str(), entry.unit.c_str(), static_cast<long long>(entry.items),
                  entry.timing.best, entry.timing.median, entry.timing.spread, entry.timing.runs, time_of_item(entry)) +
        text_of("%.4f", entry.ratio) + "," + text_of("%.6g", entry.goal) + "," + text_of("%.4g", entry.goal_ratio) +
        "," + text_of(met(entry)) + "\n";
  }
  return text;
}

std::string to_table(const TemporalReport& report) {
  std::string text = report.platform + "\n" +
                     formatted("%-56s %9s %-12s %9s %9s %7s %10s %9s %10s %s\n", "case", "items", "", "best ms",
                               "median ms", "spread", "ns each", "of slower", "goal", "met");
  for (const TemporalCase& entry : report.cases) {
    const std::string goal = entry.goal ? formatted("%.0f ns", *entry.goal * 1e9) : text_of("%.2f", entry.goal_ratio);
    text += formatted("%-56s %9lld %-12s %9.3f %9.3f %6.1f%% %10.1f %9s %10s %s\n", entry.name.c_str(),
                      static_cast<long long>(entry.items), entry.unit.c_str(), entry.timing.best * 1e3,
                      entry.timing.median * 1e3, entry.timing.spread * 100, time_of_item(entry) * 1e9,
                      text_of("%.3f", entry.ratio).c_str(), goal.c_str(), text_of(met(entry)));
  }
  return text;
}

}  // namespace tuplepack::bench
