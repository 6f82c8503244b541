#include "records.hpp"

#include "tuplepack/formats/json/json_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tuplepack::cli {

/// As protobuf's JSON: NaN and infinities are strings.
static std::string json_float(float value) {
  if (std::isfinite(value)) return fmt::format("{}", value);
  return std::isnan(value) ? "\"NaN\"" : value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
}

template <typename Values>
static std::vector<std::string> json_values(const Values& values) {
  std::vector<std::string> texts;
  for (const auto& value : values) {
    std::string& text = texts.emplace_back();
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, float>) {
      text = json_float(value);
    } else {
      formats::JsonWriter(text).value(value);
    }
  }
  return texts;
}

reports::ShownRecord shown_record(const std::string& file, const formats::GraphRecord& record) {
  reports::ShownRecord shown{.file = file, .offset = record.offset, .bytes = record.bytes, .features = {}};
  for (const formats::NamedFeature& feature : record.features) {
    reports::ShownFeature& one = shown.features.emplace_back();
    one.name = feature.name;
    one.kind = formats::kind_of(feature.values);
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

static void append_value(std::string& line, std::string_view value) {
  formats::JsonWriter(line).value(value);
}

template <typename Number>
static void append_value(std::string& line, Number value) {
  line += fmt::format("{}", value);
}

std::string record_lines(std::int64_t number, const formats::GraphRecord& record) {
  std::string lines;
  for (const formats::NamedFeature& feature : record.features) {
    lines += fmt::format("{}\t{}\t{}\t[", number, visible(feature.name), formats::kind_of(feature.values));
    std::visit(
        [&](const auto& values) {
          if constexpr (!std::is_same_v<std::decay_t<decltype(values)>, std::monostate>) {
            for (std::size_t i = 0; i < values.size(); ++i) {
              if (i > 0) lines += ", ";
              append_value(lines, values[i]);
            }
          }
        },
        feature.values);
    lines += "]\n";
  }
  return lines;
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

static std::string shown_text(const reports::ShownRecord& record, const Terminal& terminal) {
  constexpr std::size_t margins = 30;
  Table table{.header = {"feature", "values", "of", ""}, .rows = {}, .left = {true, false, true, true}, .marked = {}};
  std::size_t longest = 0;
  for (const reports::ShownFeature& feature : record.features) longest = std::max(longest, feature.name.size());
  const std::size_t width = std::max<std::size_t>(terminal.width, longest + margins + 20) - longest - margins;
  for (const reports::ShownFeature& feature : record.features) {
    table.rows.push_back({feature.name, grouped(static_cast<std::int64_t>(feature.values.size())), feature.kind,
                          first_values(feature.values, width)});
  }
  return bold(fmt::format("{}, byte {}: {}", visible(record.file), record.offset, counted(record.bytes, "byte")),
              terminal) +
         "\n" + (table.rows.empty() ? "  no features\n" : table.text(terminal)) + "\n";
}

static std::string bad_text(const reports::RecordsReport& report) {
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

static std::string constraints_text(const graph::SizeConstraints& constraints, const Terminal& terminal) {
  Table table{.header = {"constraints", "total"}, .rows = {}, .left = {true}, .marked = {}};
  table.rows.push_back({"components", grouped(constraints.total_num_components)});
  for (const auto& [name, count] : constraints.total_num_nodes) table.rows.push_back({"nodes " + name, grouped(count)});
  for (const auto& [name, count] : constraints.total_num_edges) table.rows.push_back({"edges " + name, grouped(count)});
  return "\n" + table.text(terminal);
}

std::string records_text(const reports::RecordsReport& report, const Terminal& terminal) {
  const reports::RecordStatistics& all = report.statistics;
  std::string text;
  for (const reports::ShownRecord& record : report.shown) text += shown_text(record, terminal);
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
  row("components", all.components(), all.max_components());
  for (const reports::RecordedSet& set : all.sets()) {
    row(fmt::format("{} {}", set.prefix, set.name), set.total, set.largest);
  }
  if (all.records() > 0) text += "\n" + table.text(terminal);
  if (report.constraints) text += constraints_text(*report.constraints, terminal);
  return text + bad_text(report);
}

}  // namespace tuplepack::cli
