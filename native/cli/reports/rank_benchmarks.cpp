#include "rank_benchmarks.hpp"

#include "tuplepack/formats/json/json_writer.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

std::string ranks_benchmark_text(const RanksReport& report, const Terminal& terminal) {
  Table table{.header = {"command", "amount", "ranks", "time", "per second", "speed-up", "most sent", "longest wait"},
              .rows = {},
              .left = {true},
              .marked = {}};
  for (const RankCase& entry : report.cases) {
    for (const RankRun& run : entry.runs) {
      const bool first = &run == &entry.runs.front();
      table.rows.push_back(
          {first ? entry.command : "", first ? fmt::format("{} {}", grouped(entry.amount), entry.unit) : "",
           std::to_string(run.ranks), duration(run.seconds), grouped(static_cast<std::int64_t>(entry.rate(run))),
           first ? "" : fmt::format("{:.2f}", entry.speedup(run)), byte_count(run.sent), duration(run.waiting)});
    }
  }
  return fmt::format("{}; {} on {} with {} here\n", report.platform, "one thread a rank",
                     counted(report.machines, "machine"), counted(report.processors, "processor")) +
         table.text(terminal);
}

std::string ranks_benchmark_json(const RanksReport& report) {
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.bench/1");
    json.field("bench", "ranks");
    json.field("platform", report.platform);
    json.field("processors", std::int64_t{report.processors});
    json.field("machines", std::int64_t{report.machines});
    json.array("cases", [&] {
      for (const RankCase& entry : report.cases) {
        for (const RankRun& run : entry.runs) {
          json.new_line();
          json.object([&] {
            json.field("command", entry.command);
            json.field("amount", entry.amount);
            json.field("unit", entry.unit);
            json.field("ranks", std::int64_t{run.ranks});
            json.field("seconds", run.seconds);
            json.field("speedup", entry.speedup(run));
            json.field("most_bytes_sent", run.sent);
            json.field("most_seconds_waiting", run.waiting);
          });
        }
      }
    });
  });
}

}  // namespace tuplepack::cli
