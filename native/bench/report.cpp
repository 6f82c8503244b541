#include <cstdio>
#include <nlohmann/json.hpp>

#include "bench.hpp"

namespace tuplepack::bench {

static std::string text_of(const char* format, double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

std::string to_json(const Report& report) {
  nlohmann::ordered_json cases = nlohmann::ordered_json::array();
  for (const Case& entry : report.cases) {
    nlohmann::ordered_json row{{"name", entry.name},
                               {"seconds", entry.timing.best},
                               {"median_seconds", entry.timing.median},
                               {"runs", entry.timing.runs}};
    if (entry.goal) row["goal_seconds"] = *entry.goal;
    if (entry.peer_seconds) {
      row["python_seconds"] = *entry.peer_seconds;
      row["python_finished"] = entry.peer_finished;
      row["ratio"] = *entry.peer_seconds / entry.timing.best;
    }
    cases.push_back(row);
  }
  const nlohmann::ordered_json object{
      {"schema", "tuplepack.bench/1"}, {"bench", "pack"}, {"platform", report.platform}, {"cases", cases}};
  return object.dump(1) + "\n";
}

std::string to_table(const Report& report) {
  std::string text = report.platform + "\n";
  char line[160];
  std::snprintf(line, sizeof line, "%-40s %10s %10s %10s %12s %10s\n", "case", "best ms", "median ms", "goal ms",
                "Python ms", "ratio");
  text += line;
  for (const Case& entry : report.cases) {
    const std::string goal = entry.goal ? text_of("%.1f", *entry.goal * 1e3) : "";
    // A peer that was given up would have taken longer still.
    const std::string more = entry.peer_finished ? "" : ">";
    const std::string peer = entry.peer_seconds ? more + text_of("%.0f", *entry.peer_seconds * 1e3) : "";
    const std::string ratio = entry.peer_seconds ? more + text_of("%.0f", *entry.peer_seconds / entry.timing.best) : "";
    std::snprintf(line, sizeof line, "%-40s %10.3f %10.3f %10s %12s %10s\n", entry.name.c_str(),
                  entry.timing.best * 1e3, entry.timing.median * 1e3, goal.c_str(), peer.c_str(), ratio.c_str());
    text += line;
  }
  return text;
}

}  // namespace tuplepack::bench
