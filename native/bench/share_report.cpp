#include "share_report.hpp"

#include "formatted.hpp"

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

/// A field with a comma, as a platform's name may have, stands in quotes.
static std::string csv_field(const std::string& field) {
  return field.find(',') == std::string::npos ? field : '"' + field + '"';
}

std::string to_csv(const ShareReport& report) {
  std::string text =
      "bench,device,platform,kind,name,bytes,operations,seconds,median_seconds,spread,runs,bytes_per_second,ceiling,"
      "share,goal_share,goal_seconds,met\n";
  const auto row = [&](const char* kind, const auto& entry, double operations) {
    text += report.bench + "," + report.device + "," + csv_field(report.platform) + "," + kind + "," +
            csv_field(entry.name) + "," + std::to_string(entry.bytes) +
            formatted(",%.6g,%.6g,%.6g,%.4f,%d,%.6g", operations, entry.timing.best, entry.timing.median,
                      entry.timing.spread, entry.timing.runs, rate(entry));
  };
  for (const Ceiling& ceiling : report.ceilings) {
    row("ceiling", ceiling, 0);
    text += ",,,,,\n";
  }
  for (const ShareCase& entry : report.cases) {
    row("case", entry, entry.operations);
    text += "," + entry.ceiling + formatted(",%.4f,", share(report, entry)) + text_of("%.4g", entry.goal) + "," +
            text_of("%.6g", entry.limit) + "," + text_of(met(report, entry)) + "\n";
  }
  return text;
}

/// What is asked of a case, in words.
static std::string goal_text(const ShareCase& entry) {
  std::string text = text_of("%.2f", entry.goal);
  if (entry.limit) text += (text.empty() ? "" : ", ") + entry.limit_text;
  return text;
}

std::string to_table(const ShareReport& report) {
  std::string text = report.platform + "\n";
  text += formatted("%-44s %9s %9s %9s %7s %8s\n", "ceiling", "MB", "best ms", "median ms", "spread", "GB/s");
  const auto timed = [&](const auto& entry) {
    return formatted("%-44s %9.3f %9.4f %9.4f %6.1f%% %8.2f", entry.name.c_str(),
                     static_cast<double>(entry.bytes) * 1e-6, entry.timing.best * 1e3, entry.timing.median * 1e3,
                     entry.timing.spread * 100, rate(entry) * 1e-9);
  };
  for (const Ceiling& ceiling : report.ceilings) text += timed(ceiling) + "\n";
  text += formatted("\n%-44s %9s %9s %9s %7s %8s %15s  %-24s %s\n", "case", "MB", "best ms", "median ms", "spread",
                    "GB/s", "of its ceiling", "goal", "met");
  for (const ShareCase& entry : report.cases) {
    text += timed(entry) + formatted(" %7.3f %-7s  %-24s %s\n", share(report, entry), entry.ceiling.c_str(),
                                     goal_text(entry).c_str(), text_of(met(report, entry)));
  }
  return text;
}

}  // namespace tuplepack::bench
