#include "reports.hpp"
#include "shared.hpp"

#include <fmt/format.h>

#include <numeric>

namespace tuplepack::cli {

static std::int64_t sum(const std::vector<std::int64_t>& values) {
  return std::accumulate(values.begin(), values.end(), std::int64_t{0});
}

std::int64_t AccessReport::requested_in_all() const {
  return sum(requested);
}

std::int64_t AccessReport::unique_in_all() const {
  return sum(unique);
}

std::int64_t HotRowReport::moved() const {
  return rows.accesses - rows.hits + static_cast<std::int64_t>(rows.ids.size());
}

static double three_steps(const AccessReport& report) {
  return report.unique_seconds + report.gather_seconds + report.reconstruct_seconds;
}

/// How many times as long every requested row takes; 0 where the clock saw nothing.
static double speed_up(const AccessReport& report) {
  return three_steps(report) > 0 ? report.baseline_seconds / three_steps(report) : 0;
}

/// Bytes per second of a link over which both ways take as long, each with its own bytes to transfer; slower ones make
/// three steps the faster way. None where they are the faster way over any.
static std::optional<double> break_even(const AccessReport& report) {
  const double longer = three_steps(report) - report.baseline_seconds;
  if (longer <= 0) return std::nullopt;
  return static_cast<double>(report.volume.requested_bytes - report.volume.unique_bytes) / longer;
}

/// When three steps are worth it.
static std::string gain_text(const AccessReport& report) {
  const auto rate = break_even(report);
  if (!rate) return "over any link: they are faster even without one";
  if (*rate <= 0) return "over no link: there is nothing to save";
  return fmt::format("over links below {:.1f} GB/s, on which the time for fewer bytes makes up for the steps",
                     *rate * 1e-9);
}

static std::string megabytes(std::int64_t bytes) {
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) * 1e-6);
}

/// Of all batches, and of a mean one.
static std::string time_text(const AccessReport& report, double seconds) {
  return fmt::format("{} ({} a batch)", duration(seconds),
                     duration(seconds / static_cast<double>(report.requested.size())));
}

std::string access_text(const AccessReport& report, const Terminal& terminal) {
  const auto batches = static_cast<std::int64_t>(report.requested.size());
  const std::int64_t requested = report.requested_in_all(), unique = report.unique_in_all();
  std::string text =
      bold(fmt::format("{} in {}: {} of {} requested, {:.2f} times each", counted(report.events.events, "interaction"),
                       batches == 1 ? "one batch" : grouped(batches) + " batches", counted(requested, "row"),
                       report.table, report.volume.redundancy),
           terminal) +
      "\n\n";
  const auto add = [&](std::string_view label, std::string_view what) {
    text += fmt::format("  {:<16} {}\n", label, what);
  };
  const FeatureReport& features = report.features;
  if (!features.file.empty()) {
    add("features", fmt::format("{}: {} of {} × {}", features.file, counted(report.table_rows, "row"), features.columns,
                                features.type));
  }
  add("requested", fmt::format("{} rows of {} bytes: {}; {} are not for neighbours", grouped(requested),
                               grouped(report.width), megabytes(report.volume.requested_bytes), grouped(report.roots)));
  add("unique",
      fmt::format("{} rows and the inverse: {}, {} of that", grouped(unique), megabytes(report.volume.unique_bytes),
                  percent(static_cast<double>(report.volume.unique_bytes) /
                          static_cast<double>(report.volume.requested_bytes))));
  if (report.hot.budget > 0) {
    add("hot rows",
        fmt::format("{} stay: {} of unique rows are found there, {} rows move: {}",
                    grouped(static_cast<std::int64_t>(report.hot.rows.ids.size())), percent(report.hot.rows.hit_rate()),
                    grouped(report.hot.moved()), megabytes(report.hot.moved() * report.width)));
  }
  add("I   unique", time_text(report, report.unique_seconds));
  add("II  gather", time_text(report, report.gather_seconds));
  add("III reconstruct", time_text(report, report.reconstruct_seconds));
  add("three steps", time_text(report, three_steps(report)));
  add("without", fmt::format("{}: {:.2f} times that, on one thread and without a transfer",
                             time_text(report, report.baseline_seconds), speed_up(report)));
  add("pays", gain_text(report));
  if (!report.output.empty()) add("wrote", fmt::format("{} ({})", report.output, join(report.arrays, ", ")));
  return text;
}

static Json features_json(const FeatureReport& features) {
  if (features.file.empty()) return nullptr;
  return {{"file", features.file}, {"type", features.type}, {"columns", features.columns}};
}

static Json hot_rows_json(const AccessReport& report) {
  if (report.hot.budget == 0) return nullptr;
  return {{"budget", report.hot.budget},      {"rows", report.hot.rows.ids.size()},
          {"hits", report.hot.rows.hits},     {"hit_rate", report.hot.rows.hit_rate()},
          {"moved_rows", report.hot.moved()}, {"moved_bytes", report.hot.moved() * report.width}};
}

std::string access_json(const AccessReport& report) {
  return line({{"schema", "tuplepack.access/1"},
               {"events", events_json(report.events)},
               {"table", {{"of", report.table}, {"rows", report.table_rows}, {"row_bytes", report.width}}},
               {"features", features_json(report.features)},
               {"fanouts", report.fanouts},
               {"negatives", report.negatives},
               {"seed", report.seed},
               {"order", name(report.order)},
               {"metrics",
                {{"batches", report.requested.size()},
                 {"requested", report.requested_in_all()},
                 {"roots", report.roots},
                 {"unique", report.unique_in_all()},
                 {"redundancy", report.volume.redundancy},
                 {"requested_bytes", report.volume.requested_bytes},
                 {"unique_bytes", report.volume.unique_bytes},
                 {"hot_rows", hot_rows_json(report)},
                 {"unique_seconds", report.unique_seconds},
                 {"gather_seconds", report.gather_seconds},
                 {"reconstruct_seconds", report.reconstruct_seconds},
                 {"three_step_seconds", three_steps(report)},
                 {"baseline_seconds", report.baseline_seconds},
                 {"speed_up", speed_up(report)},
                 {"break_even", break_even(report) ? Json(*break_even(report)) : Json(nullptr)}}},
               {"output", report.output.empty() ? Json(nullptr) : Json(report.output)},
               {"arrays", report.arrays},
               {"requested", report.requested},
               {"unique", report.unique}});
}

}  // namespace tuplepack::cli
