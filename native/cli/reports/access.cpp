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

/// When three steps are worth it.
static std::string gain_text(const AccessReport& report) {
  const auto rate = break_even(report.times, report.volume);
  if (!rate) return "over any link: the steps are faster even without one";
  if (*rate <= 0) return "over no link: no bytes are saved";
  return fmt::format("over links slower than {:.1f} GB/s, where fewer bytes save more time than the steps take",
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
    add("features", fmt::format("{}: {} of {} × {}", visible(features.file), counted(report.table_rows, "row"),
                                features.columns, features.type));
  }
  add("requested", fmt::format("{} rows of {} bytes: {}; {} for roots", grouped(requested), grouped(report.width),
                               megabytes(report.volume.requested_bytes), grouped(report.roots)));
  add("unique",
      fmt::format("{} rows and the inverse: {}, {} of that", grouped(unique), megabytes(report.volume.unique_bytes),
                  percent(static_cast<double>(report.volume.unique_bytes) /
                          static_cast<double>(report.volume.requested_bytes))));
  if (report.hot.budget > 0) {
    add("hot rows",
        fmt::format("{} cached: {} of unique rows are hits, {} rows transferred: {}",
                    grouped(static_cast<std::int64_t>(report.hot.rows.ids.size())), percent(report.hot.rows.hit_rate()),
                    grouped(rows_moved(report.hot.rows)), megabytes(rows_moved(report.hot.rows) * report.width)));
  }
  add("I   unique", time_text(report, report.times.unique));
  add("II  gather", time_text(report, report.times.gather));
  add("III reconstruct", time_text(report, report.times.reconstruct));
  add("three steps", time_text(report, report.times.three_steps()));
  add("without", fmt::format("{}: {:.2f} times that, on one thread and without a transfer",
                             time_text(report, report.times.baseline), speed_up(report.times)));
  add("pays off", gain_text(report));
  if (!report.output.empty()) add("wrote", fmt::format("{} ({})", visible(report.output), join(report.arrays, ", ")));
  return text;
}

static Json features_json(const FeatureReport& features) {
  if (features.file.empty()) return nullptr;
  return {{"file", features.file}, {"type", features.type}, {"columns", features.columns}};
}

static Json hot_rows_json(const AccessReport& report) {
  if (report.hot.budget == 0) return nullptr;
  return {{"budget", report.hot.budget},
          {"rows", report.hot.rows.ids.size()},
          {"hits", report.hot.rows.hits},
          {"hit_rate", report.hot.rows.hit_rate()},
          {"moved_rows", rows_moved(report.hot.rows)},
          {"moved_bytes", rows_moved(report.hot.rows) * report.width}};
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
                 {"unique_seconds", report.times.unique},
                 {"gather_seconds", report.times.gather},
                 {"reconstruct_seconds", report.times.reconstruct},
                 {"three_step_seconds", report.times.three_steps()},
                 {"baseline_seconds", report.times.baseline},
                 {"speed_up", speed_up(report.times)},
                 {"break_even", break_even(report.times, report.volume) ? Json(*break_even(report.times, report.volume))
                                                                        : Json(nullptr)}}},
               {"output", report.output.empty() ? Json(nullptr) : Json(report.output)},
               {"arrays", report.arrays},
               {"requested", report.requested},
               {"unique", report.unique}});
}

}  // namespace tuplepack::cli
