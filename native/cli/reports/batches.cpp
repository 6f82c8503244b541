#include "batches.hpp"

#include "shared.hpp"
#include "tuplepack/formats/tensorflow/constraints_json.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

/// The share of the room in all batches that is not padding.
static double used_share(const BatchesReport& report, const BatchedSet& set) {
  const double room = static_cast<double>(report.batches) * static_cast<double>(set.room);
  return room == 0 ? 1 : static_cast<double>(set.total) / room;
}

std::string batches_text(const BatchesReport& report, const Terminal& terminal) {
  std::string text =
      bold(fmt::format("{} {} → {} of one shape in {}: {}", grouped(report.records - report.dropped),
                       report.records - report.dropped == 1 ? "record" : "records",
                       report.batches == 1 ? "one batch" : grouped(report.batches) + " batches",
                       counted(static_cast<std::int64_t>(report.files.size()), "file"), byte_count(report.bytes)),
           terminal);
  if (report.dropped > 0) text += fmt::format(" ({} dropped)", grouped(report.dropped));
  Table table{.header = {"", "shape", "largest", "total", "", "efficiency"},
              .rows = {},
              .left = {true, false, false, false, true, false},
              .marked = {}};
  for (const BatchedSet& set : report.sets) {
    const double used = used_share(report, set);
    table.rows.push_back({set.prefix.empty() ? set.name : set.prefix + " " + set.name, grouped(set.room),
                          grouped(set.largest), grouped(set.total), bar(used, bar_width) + "▏", percent(used)});
  }
  return text + "\n\n" + table.text(terminal) + ranks_line(report.cost);
}

std::string batches_json(const BatchesReport& report) {
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.batches/1");
    json.field("files", report.files);
    json.object("metrics", [&] {
      json.field("batches", report.batches);
      json.field("records", report.records);
      json.field("dropped", report.dropped);
      json.field("bytes", report.bytes);
      json.field("seconds", formats::SixDecimals{report.seconds});
    });
    json.object("constraints", [&] { write_constraints(json, report.constraints); });
    json.array("sets", [&] {
      for (const BatchedSet& set : report.sets) {
        json.object([&] {
          json.field("name", set.name);
          if (!set.prefix.empty()) json.field("of", set.prefix);
          json.field("total", set.total);
          json.field("largest", set.largest);
          json.field("efficiency", formats::SixDecimals{used_share(report, set)});
        });
      }
    });
    write_ranks(json, report.cost);
  });
}

}  // namespace tuplepack::cli
