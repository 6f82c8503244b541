#include "tuplepack/formats/json/json_writer.hpp"
#include "tuplepack/formats/tensorflow/constraints_json.hpp"
#include "tuplepack/reports/records.hpp"

namespace tuplepack::reports {

static std::int64_t bad_records(const RecordsReport& report) {
  std::int64_t bad = 0;
  for (const RecordFile& file : report.files) bad += file.bad;
  return bad;
}

static void write_shown(formats::JsonWriter& json, const ShownRecord& record) {
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
  const auto records = static_cast<double>(all.records());
  return formats::json_line([&](formats::JsonWriter& json) {
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
      json.field("bad", bad_records(report));
      json.field("bytes", all.bytes());
      json.field("largest_record", all.largest_record());
      json.field("components", all.components());
      json.field("most_components", all.max_components());
      if (report.seconds) json.field("seconds", formats::SixDecimals{*report.seconds});
    });
    json.array("sets", [&] {
      for (const RecordedSet& set : all.sets()) {
        json.object([&] {
          json.field("name", set.name);
          json.field("of", set.prefix);
          json.field("column", set.column);
          json.field("total", set.total);
          json.field("mean", records == 0 ? 0.0 : static_cast<double>(set.total) / records);
          json.field("largest", set.largest);
        });
      }
    });
    json.array("features", [&] {
      for (const RecordedFeature& feature : all.features()) {
        json.object([&] {
          json.field("name", feature.name);
          json.field("kinds", feature.kinds);
          json.field("records", feature.records);
          json.field("values", feature.values);
          json.field("most", feature.most);
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
    if (report.constraints) json.object("constraints", [&] { write_constraints(json, *report.constraints); });
    if (report.shown.empty()) return;
    json.array("shown", [&] {
      for (const ShownRecord& record : report.shown) write_shown(json, record);
    });
  });
}

}  // namespace tuplepack::reports
