#include "reports.hpp"
#include "shared.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

/// "the newest of both directions, before the root's time".
static std::string rule_text(const SampleReport& report) {
  std::string text = report.strategy == temporal::SampleStrategy::recent ? "most recent" : "uniform";
  if (report.direction != temporal::Direction::both) text += fmt::format(", only {}", name(report.direction));
  switch (report.visible) {
    case temporal::Visible::strict: text += ", before the root's time"; break;
    case temporal::Visible::inclusive: text += ", up to the root's time"; break;
    case temporal::Visible::batch_start:
      text += fmt::format(", before the start of its batch (one of {})", grouped(report.batches));
      break;
  }
  return report.window ? fmt::format("{}, within {} of it", text, *report.window) : text;
}

std::string sample_text(const SampleReport& report, const Terminal& terminal) {
  const temporal::EventStatistics& events = report.events;
  const std::int64_t roots = report.layers.front().roots;
  std::string text = bold(fmt::format("{} of {}: neighbours of {}", counted(events.events, "interaction"),
                                      counted(events.nodes, "node"), counted(roots, "root")),
                          terminal) +
                     "\n\n";
  Table table{.header = {"layer", "roots", "fanout", "neighbours", "slots filled", "roots without neighbours"},
              .rows = {},
              .left = {},
              .marked = {}};
  for (const reports::SampledLayer& layer : report.layers) {
    table.rows.push_back({std::to_string(table.rows.size() + 1), grouped(layer.roots), grouped(layer.fanout),
                          grouped(layer.neighbours), percent(layer.fill()), grouped(layer.without)});
  }
  text += table.text(terminal) + "\n";
  const auto add = [&](std::string_view label, std::string_view what) {
    text += fmt::format("  {:<11} {}\n", label, what);
  };
  if (events.first_item > 0) add("items", items_text(events));
  add("neighbours", rule_text(report));
  if (!report.output.empty()) add("wrote", fmt::format("{} ({})", visible(report.output), join(report.arrays, ", ")));
  add("time",
      fmt::format("{} for the index (T-CSR), {} for sampling", duration(report.csr_seconds), duration(report.seconds)));
  return text;
}

std::string sample_json(const SampleReport& report) {
  const bool by_batch = report.visible == temporal::Visible::batch_start;
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.sample/1");
    write_events(json, report.events);
    json.field("roots", text_or_null(report.roots));
    json.field("strategy", name(report.strategy));
    json.field("visible", name(report.visible));
    json.field("direction", name(report.direction));
    json.field("window", report.window);
    json.field("batches", by_batch ? std::optional(report.batches) : std::nullopt);
    json.object("metrics", [&] {
      json.field("roots", report.layers.front().roots);
      json.field("csr_seconds", report.csr_seconds);
      json.field("seconds", report.seconds);
    });
    json.field("output", text_or_null(report.output));
    json.field("arrays", report.arrays);
    json.array("layers", [&] {
      for (const reports::SampledLayer& layer : report.layers) {
        json.object([&] {
          json.field("roots", layer.roots);
          json.field("fanout", layer.fanout);
          json.field("neighbours", layer.neighbours);
          json.field("fill", layer.fill());
          json.field("without", layer.without);
        });
      }
    });
  });
}

}  // namespace tuplepack::cli
