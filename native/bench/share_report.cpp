#include "share_report.hpp"

#include <algorithm>
#include <cassert>
#include <nlohmann/json.hpp>

namespace tuplepack::bench {

using Json = nlohmann::ordered_json;

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

static Json timing_json(const std::string& name, std::int64_t bytes, const Timing& timing) {
  return {{"name", name},
          {"bytes", bytes},
          {"seconds", timing.best},
          {"median_seconds", timing.median},
          {"spread", timing.spread},
          {"runs", timing.runs}};
}

std::string to_json(const ShareReport& report) {
  Json ceilings = Json::array();
  for (const Ceiling& ceiling : report.ceilings) {
    ceilings.push_back(timing_json(ceiling.name, ceiling.bytes, ceiling.timing));
    if (ceiling.bytes > 0) ceilings.back()["bytes_per_second"] = rate(ceiling);
  }
  Json cases = Json::array();
  for (const ShareCase& entry : report.cases) {
    Json row = timing_json(entry.name, entry.bytes, entry.timing);
    row["bytes_per_second"] = rate(entry);
    row["operations"] = entry.operations;
    row["ceiling"] = entry.ceiling;
    row["share"] = share(report, entry);
    if (entry.goal) row["goal_share"] = *entry.goal;
    if (entry.limit) row["goal_seconds"] = *entry.limit;
    if (const auto reached = met(report, entry)) row["met"] = *reached;
    cases.push_back(row);
  }
  const Json object{{"schema", "tuplepack.bench/1"}, {"bench", report.bench}, {"device", report.device},
                    {"platform", report.platform},   {"ceilings", ceilings},  {"cases", cases}};
  return object.dump(1) + "\n";
}

}  // namespace tuplepack::bench
