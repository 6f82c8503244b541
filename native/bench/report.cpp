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
    if (entry.outcome) {
      row["packs"] = entry.outcome->packs;
      row["bound"] = entry.outcome->bound;
      row["gap"] = entry.outcome->packs - entry.outcome->bound;
      if (entry.outcome->goal) row["goal_packs"] = *entry.outcome->goal;
    }
    if (entry.peer_seconds) {
      row["python_seconds"] = *entry.peer_seconds;
      row["python_finished"] = entry.peer_finished;
      row["ratio"] = *entry.peer_seconds / entry.timing.best;
    }
    cases.push_back(row);
  }
  const nlohmann::ordered_json object{
      {"schema", "tuplepack.bench/1"}, {"bench", report.bench}, {"platform", report.platform}, {"cases", cases}};
  return object.dump(1) + "\n";
}

/// What was found, and how long it took.
static std::string outcome_table(const Report& report) {
  std::string text = report.platform + "\n";
  char line[160];
  std::snprintf(line, sizeof line, "%-48s %11s %11s %7s %11s %10s %10s\n", "case", "packs", "bound", "gap", "goal",
                "best ms", "goal ms");
  text += line;
  for (const Case& entry : report.cases) {
    const auto whole = [](std::int64_t value) { return std::to_string(value); };
    const Outcome found = entry.outcome.value_or(Outcome{});
    std::snprintf(line, sizeof line, "%-48s %11s %11s %7s %11s %10.2f %10s\n", entry.name.c_str(),
                  whole(found.packs).c_str(), whole(found.bound).c_str(), whole(found.packs - found.bound).c_str(),
                  found.goal ? whole(*found.goal).c_str() : "", entry.timing.best * 1e3,
                  entry.goal ? text_of("%.0f", *entry.goal * 1e3).c_str() : "");
    text += line;
  }
  return text;
}

std::string to_table(const Report& report) {
  if (report.bench == "optimal") return outcome_table(report);
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
