#include "bench.hpp"
#include "tuplepack/formats/json/json_writer.hpp"

namespace tuplepack::bench {

static void write_case(formats::JsonWriter& json, const Case& entry) {
  json.object([&] {
    json.field("name", entry.name);
    json.field("seconds", entry.timing.best);
    json.field("median_seconds", entry.timing.median);
    json.field("runs", entry.timing.runs);
    if (entry.goal) json.field("goal_seconds", *entry.goal);
    if (entry.outcome) {
      json.field("packs", entry.outcome->packs);
      json.field("bound", entry.outcome->bound);
      json.field("gap", entry.outcome->gap());
      if (entry.outcome->goal) json.field("goal_packs", *entry.outcome->goal);
    }
    if (entry.peer_seconds) {
      json.field("python_seconds", *entry.peer_seconds);
      json.field("python_finished", entry.peer_finished);
      json.field("ratio", *entry.peer_ratio());
    }
  });
}

std::string to_json(const Report& report) {
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.bench/1");
    json.field("bench", report.bench);
    json.field("platform", report.platform);
    json.array("cases", [&] {
      for (const Case& entry : report.cases) {
        json.new_line();
        write_case(json, entry);
      }
    });
  });
}

}  // namespace tuplepack::bench
