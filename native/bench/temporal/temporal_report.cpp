#include "temporal_bench.hpp"
#include "tuplepack/formats/json/json_writer.hpp"

namespace tuplepack::bench {

double seconds_per_item(const TemporalCase& entry) {
  return entry.timing.best / static_cast<double>(entry.items);
}

std::optional<bool> met(const TemporalCase& entry) {
  if (entry.goal) return seconds_per_item(entry) <= *entry.goal;
  if (entry.goal_ratio) return *entry.ratio <= *entry.goal_ratio;
  return std::nullopt;
}

static void write_case(formats::JsonWriter& json, const TemporalCase& entry) {
  json.object([&] {
    json.field("name", entry.name);
    json.field("unit", entry.unit);
    json.field("items", entry.items);
    json.field("seconds", entry.timing.best);
    json.field("median_seconds", entry.timing.median);
    json.field("spread", entry.timing.spread);
    json.field("runs", entry.timing.runs);
    json.field("seconds_per_item", seconds_per_item(entry));
    if (entry.ratio) json.field("ratio", *entry.ratio);
    if (entry.goal) json.field("goal_seconds_per_item", *entry.goal);
    if (entry.goal_ratio) json.field("goal_ratio", *entry.goal_ratio);
    if (const auto reached = met(entry)) json.field("met", *reached);
  });
}

static void write_table(formats::JsonWriter& json, const PaperTable& table) {
  json.object([&] {
    json.field("number", table.number);
    json.field("title", table.title);
    json.array("rows", [&] {
      for (const auto& [list, values] : table.rows) {
        json.new_line();
        json.object([&, &list = list, &values = values] {
          json.field("data", list);
          for (std::size_t i = 0; i < values.size(); ++i) {
            const PaperColumn& column = table.columns[i];
            if (column.unit == PaperColumn::Unit::count) {
              json.field(column.key, static_cast<std::int64_t>(*values[i]));
            } else {
              json.field(column.key, values[i]);
            }
          }
        });
      }
    });
  });
}

std::string to_json(const TemporalReport& report) {
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.bench/1");
    json.field("bench", "temporal");
    json.field("device", report.device);
    json.field("platform", report.platform);
    json.array("cases", [&] {
      for (const TemporalCase& entry : report.cases) {
        json.new_line();
        write_case(json, entry);
      }
    });
    if (report.tables.empty()) return;
    json.array("tables", [&] {
      for (const PaperTable& table : report.tables) {
        json.new_line();
        write_table(json, table);
      }
    });
  });
}

}  // namespace tuplepack::bench
