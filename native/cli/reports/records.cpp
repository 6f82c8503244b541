#include "records.hpp"

#include "tuplepack/formats/json_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tuplepack::cli {

template <typename Values>
static std::vector<std::string> json_values(const Values& values) {
  std::vector<std::string> texts;
  for (const auto& value : values) {
    std::string& text = texts.emplace_back();
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, float>) {
      text = std::isfinite(value) ? fmt::format("{}", value) : "null";
    } else {
      JsonWriter(text).value(value);
    }
  }
  return texts;
}

ShownRecord shown_record(const std::string& file, std::int64_t offset, std::size_t bytes,
                         std::span<const NamedFeature> features) {
  ShownRecord shown{.file = file, .offset = offset, .bytes = static_cast<std::int64_t>(bytes), .features = {}};
  for (const NamedFeature& feature : features) {
    ShownFeature& one = shown.features.emplace_back();
    one.name = feature.name;
    one.kind = kind_of(feature.values);
    std::visit(
        [&](const auto& values) {
          if constexpr (!std::is_same_v<std::decay_t<decltype(values)>, std::monostate>) {
            one.values = json_values(values);
          }
        },
        feature.values);
  }
  return shown;
}

static double mean_of(std::int64_t total, std::int64_t count) {
  return count == 0 ? 0 : static_cast<double>(total) / static_cast<double>(count);
}

/// The first values, as many as fit.
static std::string first_values(const std::vector<std::string>& values, std::size_t width) {
  std::string text;
  for (const std::string& value : values) {
    const std::string next = (text.empty() ? "" : " ") + value;
    if (text.size() + next.size() + 2 > width) return text + (text.empty() ? visible(value, width) : " …");
    text += next;
  }
  return text;
}

static std::string shown_text(const ShownRecord& record, const Terminal& terminal) {
  constexpr std::size_t margins = 30;
  Table table{.header = {"feature", "values", "of", ""}, .rows = {}, .left = {true, false, true, true}, .marked = {}};
  std::size_t longest = 0;
  for (const ShownFeature& feature : record.features) longest = std::max(longest, feature.name.size());
  const std::size_t width = std::max<std::size_t>(terminal.width, longest + margins + 20) - longest - margins;
  for (const ShownFeature& feature : record.features) {
    table.rows.push_back({feature.name, grouped(static_cast<std::int64_t>(feature.values.size())), feature.kind,
                          first_values(feature.values, width)});
  }
  return bold(fmt::format("{}, byte {}: {}", visible(record.file), record.offset, counted(record.bytes, "byte")),
              terminal) +
         "\n" + (table.rows.empty() ? "  no features\n" : table.text(terminal)) + "\n";
}

static std::string bad_text(const RecordsReport& report) {
  constexpr std::size_t most = 20;
  if (report.bad.empty()) return report.checked ? "\nno bad records\n" : "";
  const auto n = static_cast<std::int64_t>(report.bad.size());
  std::string text = "\n" + (n == 1 ? "1 bad record" : grouped(n) + " bad records") + "\n";
  for (std::size_t i = 0; i < std::min(most, report.bad.size()); ++i) {
    text += fmt::format("  {}: {}\n", visible(report.bad[i].file), visible(report.bad[i].message));
  }
  if (report.bad.size() > most) text += fmt::format("  and {} more\n", grouped(n - static_cast<std::int64_t>(most)));
  return text;
}

std::string records_text(const RecordsReport& report, const Terminal& terminal) {
  const RecordStatistics& all = report.statistics;
  std::string text;
  for (const ShownRecord& record : report.shown) text += shown_text(record, terminal);
  text += bold(fmt::format("{} {} in {}: {}", grouped(all.records()), all.records() == 1 ? "record" : "records",
                           counted(static_cast<std::int64_t>(report.files.size()), "file"), byte_count(all.bytes())),
               terminal) +
          "\n";
  Table table{.header = {"", "total", "mean", "largest"}, .rows = {}, .left = {true}, .marked = {}};
  const auto row = [&](const std::string& name, std::int64_t total, std::int64_t largest) {
    table.rows.push_back(
        {name, grouped(total), fmt::format("{:.2f}", mean_of(total, all.records())), grouped(largest)});
  };
  row("bytes", all.bytes(), all.largest_record());
  row("components", all.components(), all.most_components());
  for (const RecordedSet& set : all.sets()) {
    row(fmt::format("{} {}", set.prefix, set.name), set.total, set.largest);
  }
  if (all.records() > 0) text += "\n" + table.text(terminal);
  return text + bad_text(report);
}

static void write_shown(JsonWriter& json, const ShownRecord& record) {
  json.object([&] {
    json.field("file", record.file);
    json.field("offset", record.offset);
    json.field("bytes", record.bytes);
    json.array("features", [&] {
      for (const ShownFeature& feature : record.features) {
        json.object([&] {
          json.field("name", feature.name);
          json.field("kind", feature.kind);
          json.array("values", [&] {
            for (const std::string& value : feature.values) json.text(value);
          });
        });
      }
    });
  });
}

std::string records_json(const RecordsReport& report) {
  const RecordStatistics& all = report.statistics;
  return json_line([&](JsonWriter& json) {
    json.field("schema", "tuplepack.records/1");
    json.array("files", [&] {
      for (const RecordFile& file : report.files) {
        json.object([&] {
          json.field("file", file.name);
          json.field("records", file.records);
          json.field("bad", file.bad);
        });
      }
    });
    json.object("metrics", [&] {
      json.field("records", all.records());
      json.field("bad", report.bad.size());
      json.field("bytes", all.bytes());
      json.field("largest_record", all.largest_record());
      json.field("components", all.components());
      json.field("seconds", SixDecimals{report.seconds});
    });
    json.array("sets", [&] {
      for (const RecordedSet& set : all.sets()) {
        json.object([&] {
          json.field("name", set.name);
          json.field("of", set.prefix);
          json.field("total", set.total);
          json.field("mean", mean_of(set.total, all.records()));
          json.field("largest", set.largest);
        });
      }
    });
    json.array("bad", [&] {
      for (const BadRecord& bad : report.bad) {
        json.object([&] {
          json.field("file", bad.file);
          json.field("message", bad.message);
        });
      }
    });
    if (report.shown.empty()) return;
    json.array("shown", [&] {
      for (const ShownRecord& record : report.shown) write_shown(json, record);
    });
  });
}

}  // namespace tuplepack::cli
