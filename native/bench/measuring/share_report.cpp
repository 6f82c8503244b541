#include "share_report.hpp"
#include "tuplepack/formats/json/json_writer.hpp"

#include <algorithm>
#include <cassert>

namespace tuplepack::bench {

double rate(const Ceiling& ceiling) {
  return static_cast<double>(ceiling.bytes) / ceiling.timing.best;
}

double rate(const ShareCase& entry) {
  return static_cast<double>(entry.bytes) / entry.timing.best;
}

template <typename Entry>
static const Entry& named(const std::vector<Entry>& entries, std::string_view name) {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.name == name; });
  assert(found != entries.end());
  return *found;
}

const Ceiling& ceiling_named(const ShareReport& report, std::string_view name) {
  return named(report.ceilings, name);
}

const ShareCase& case_named(const ShareReport& report, std::string_view name) {
  return named(report.cases, name);
}

double share(const ShareReport& report, const ShareCase& entry) {
  return rate(entry) / rate(ceiling_named(report, entry.ceiling));
}

std::optional<bool> met(const ShareReport& report, const ShareCase& entry) {
  if (!entry.goal && !entry.limit) return std::nullopt;
  return (!entry.goal || share(report, entry) >= *entry.goal) && (!entry.limit || entry.timing.best <= *entry.limit);
}

static void write_timing(formats::JsonWriter& json, const std::string& name, std::int64_t bytes, const Timing& timing) {
  json.field("name", name);
  json.field("bytes", bytes);
  json.field("seconds", timing.best);
  json.field("median_seconds", timing.median);
  json.field("spread", timing.spread);
  json.field("runs", timing.runs);
}

static void write_ceiling(formats::JsonWriter& json, const Ceiling& ceiling) {
  json.object([&] {
    write_timing(json, ceiling.name, ceiling.bytes, ceiling.timing);
    if (ceiling.bytes > 0) json.field("bytes_per_second", rate(ceiling));
  });
}

static void write_case(formats::JsonWriter& json, const ShareReport& report, const ShareCase& entry) {
  json.object([&] {
    write_timing(json, entry.name, entry.bytes, entry.timing);
    json.field("bytes_per_second", rate(entry));
    json.field("operations", entry.operations);
    json.field("ceiling", entry.ceiling);
    json.field("share", share(report, entry));
    if (entry.goal) json.field("goal_share", *entry.goal);
    if (entry.limit) json.field("goal_seconds", *entry.limit);
    if (const auto reached = met(report, entry)) json.field("met", *reached);
  });
}

std::string to_json(const ShareReport& report) {
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.bench/1");
    json.field("bench", report.bench);
    json.field("device", report.device);
    json.field("platform", report.platform);
    json.array("ceilings", [&] {
      for (const Ceiling& ceiling : report.ceilings) {
        json.new_line();
        write_ceiling(json, ceiling);
      }
    });
    json.array("cases", [&] {
      for (const ShareCase& entry : report.cases) {
        json.new_line();
        write_case(json, report, entry);
      }
    });
  });
}

}  // namespace tuplepack::bench
