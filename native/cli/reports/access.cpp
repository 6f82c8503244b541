#include "reports.hpp"
#include "shared.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

/// The lowest and the highest rate of the rounds; empty where there is only one.
static std::string spread_text(const AccessReport& report) {
  const std::vector<reports::AccessTimes>& rounds = report.rounds.sorted;
  if (rounds.size() < 2) return "";
  const auto least = break_even(rounds.back(), report.volume), most = break_even(rounds.front(), report.volume);
  return fmt::format(", {:.1f} to {} in {} rounds", *least * 1e-9, most ? fmt::format("{:.1f}", *most * 1e-9) : "any",
                     rounds.size());
}

/// On which links the three steps pay off.
static std::string gain_text(const AccessReport& report) {
  const auto rate = break_even(report.rounds.median(), report.volume);
  if (!rate) return "always: the three steps are faster even without a transfer";
  if (*rate <= 0) return "never: deduplication saves no bytes";
  return fmt::format("over links slower than {:.1f} GB/s (break-even{})", *rate * 1e-9, spread_text(report));
}

static std::string megabytes(std::int64_t bytes) {
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) * 1e-6);
}

/// The time of all batches, and per batch.
static std::string time_text(const AccessReport& report, double seconds) {
  return fmt::format("{} ({} a batch)", duration(seconds),
                     duration(seconds / static_cast<double>(report.counts.batches())));
}

std::string access_text(const AccessReport& report, const Terminal& terminal) {
  const auto batches = report.counts.batches();
  const reports::AccessTimes& times = report.rounds.median();
  const std::int64_t requested = report.counts.all_requested(), unique = report.counts.all_unique();
  std::string text = bold(fmt::format("{} in {}: {} of {} requested, {:.2f} requests per row",
                                      counted(report.events.events, "interaction"),
                                      batches == 1 ? "one batch" : grouped(batches) + " batches",
                                      counted(requested, "row"), report.table, report.volume.redundancy),
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
  if (report.events.first_item > 0) add("items", items_text(report.events));
  add("requested", fmt::format("{} rows of {} bytes: {}; {} for roots", grouped(requested), grouped(report.width),
                               megabytes(report.volume.requested_bytes), grouped(report.roots)));
  add("unique", fmt::format("{} rows and the inverse: {}, {} of the requested bytes", grouped(unique),
                            megabytes(report.volume.unique_bytes), percent(reports::transferred_share(report.volume))));
  if (report.hot.budget > 0) {
    add("hot rows", fmt::format("{} cached: {} of unique rows are hits, {} rows transferred: {}",
                                grouped(static_cast<std::int64_t>(report.hot.rows.ids.size())),
                                percent(report.hot.rows.hit_rate()), grouped(reports::rows_moved(report.hot.rows)),
                                megabytes(reports::rows_moved(report.hot.rows) * report.width)));
  }
  add("I   unique", time_text(report, times.unique));
  add("II  gather", time_text(report, times.gather));
  add("III reconstruct", time_text(report, times.reconstruct));
  add("three steps", time_text(report, times.three_steps()));
  add("every row", fmt::format("{}: speed-up {:.2f}, on one thread and without a transfer",
                               time_text(report, times.baseline), speed_up(times)));
  add("pays off", gain_text(report));
  if (!report.output.empty()) add("wrote", fmt::format("{} ({})", visible(report.output), join(report.arrays, ", ")));
  return text;
}

static void write_features(formats::JsonWriter& json, const FeatureReport& features) {
  if (features.file.empty()) return json.field("features", nullptr);
  json.object("features", [&] {
    json.field("file", features.file);
    json.field("type", features.type);
    json.field("columns", features.columns);
  });
}

static void write_hot_rows(formats::JsonWriter& json, const AccessReport& report) {
  const temporal::HotRows& rows = report.hot.rows;
  if (report.hot.budget == 0) return json.field("hot_rows", nullptr);
  json.object("hot_rows", [&] {
    json.field("budget", report.hot.budget);
    json.field("rows", rows.ids.size());
    json.field("hits", rows.hits);
    json.field("hit_rate", rows.hit_rate());
    json.field("moved_rows", reports::rows_moved(rows));
    json.field("moved_bytes", reports::rows_moved(rows) * report.width);
  });
}

static void write_metrics(formats::JsonWriter& json, const AccessReport& report) {
  const reports::AccessTimes& times = report.rounds.median();
  json.object("metrics", [&] {
    json.field("batches", report.counts.batches());
    json.field("requested", report.counts.all_requested());
    json.field("roots", report.roots);
    json.field("unique", report.counts.all_unique());
    json.field("redundancy", report.volume.redundancy);
    json.field("requested_bytes", report.volume.requested_bytes);
    json.field("unique_bytes", report.volume.unique_bytes);
    write_hot_rows(json, report);
    json.field("unique_seconds", times.unique);
    json.field("gather_seconds", times.gather);
    json.field("reconstruct_seconds", times.reconstruct);
    json.field("three_step_seconds", times.three_steps());
    json.field("baseline_seconds", times.baseline);
    json.field("speedup", speed_up(times));
    json.field("break_even", break_even(times, report.volume));
    json.field("break_even_least", break_even(report.rounds.sorted.back(), report.volume));
    json.field("break_even_most", break_even(report.rounds.sorted.front(), report.volume));
    json.field("rounds", report.rounds.sorted.size());
  });
}

std::string access_json(const AccessReport& report) {
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.access/1");
    write_events(json, report.events);
    json.object("table", [&] {
      json.field("of", report.table);
      json.field("rows", report.table_rows);
      json.field("row_bytes", report.width);
    });
    write_features(json, report.features);
    json.field("fanouts", report.fanouts);
    json.field("negatives", report.negatives.per_event);
    json.field("negatives_from", name(report.negatives.from));
    json.field("trained", report.negatives.from == temporal::NegativesFrom::inductive
                              ? std::optional(report.negatives.trained)
                              : std::nullopt);
    json.field("seed", report.negatives.seed);
    json.field("order", name(report.order));
    write_metrics(json, report);
    json.field("output", text_or_null(report.output));
    json.field("arrays", report.arrays);
    json.field("requested", report.counts.requested);
    json.field("unique", report.counts.unique);
  });
}

}  // namespace tuplepack::cli
