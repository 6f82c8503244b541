#include "bench.hpp"

#include <nlohmann/json.hpp>

namespace tuplepack::bench {

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

}  // namespace tuplepack::bench
