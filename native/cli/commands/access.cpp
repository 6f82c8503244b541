#include "access_files.hpp"
#include "cli/input/input.hpp"
#include "cli/output/failure.hpp"
#include "cli/output/output.hpp"
#include "cli/output/progress.hpp"
#include "cli/reports/reports.hpp"
#include "cli/requests/temporal_request.hpp"
#include "commands.hpp"
#include "temporal/access_rounds.hpp"
#include "tuplepack/base/limits.hpp"
#include "tuplepack/formats/numpy/npy_type.hpp"

#include <fmt/format.h>

#include <numeric>
#include <utility>

namespace tuplepack::cli {

/// Counts, times and hot rows.
static void measure(const temporal::Rows& features, temporal::RequestedRows& rows, std::int64_t batches,
                    AccessReport& report) {
  std::vector<std::uint32_t> accesses(report.hot.budget > 0 ? static_cast<std::size_t>(features.count()) : 0);
  Progress progress("looking up");
  temporal::AccessWatchers watchers{.progress = [&](double fraction) { progress.update(fraction); }};
  if (report.hot.budget > 0) {
    watchers.unique = [&](std::span<const std::int64_t> unique) { temporal::count_accesses(unique, accesses); };
  }
  auto measured = value(measure_access(features, rows, batches, report.order, watchers));
  report.counts = std::move(measured.counts);
  report.rounds = std::move(measured.rounds);
  if (report.hot.budget > 0) report.hot.rows = temporal::choose_hot_rows(accesses, report.hot.budget);
}

/// The rows of the feature file or of --table-rows; 0 if neither is given.
static std::int64_t declared_rows(const AccessRequest& request, const formats::FeatureTable* features) {
  return features != nullptr ? features->rows.count() : request.table_rows;
}

/// Reads the events. In a table of nodes, every node must have a row.
static temporal::Events read_events_for(const Arguments& arguments, const AccessRequest& request,
                                        const formats::FeatureTable* features, RawNodes& raw) {
  formats::EventReadOptions reading = event_read_options(arguments);
  reading.number = raw.numbering();
  if (request.rows.table == temporal::FeatureTableOf::edges) return read_events(arguments.operand(), reading);
  if (features != nullptr && features->rows.count() > temporal::max_nodes) {
    throw Failure(fmt::format("{}: {} rows exceed the maximum of 2^28 nodes", source_name(request.features),
                              features->rows.count()));
  }
  reading.events.nodes = declared_rows(request, features);
  return read_events(arguments.operand(), reading,
                     features != nullptr ? fmt::format(" with a row in {}", source_name(request.features)) : "");
}

/// The rows of the table: as declared, or else as many as the events need.
static std::int64_t table_rows(const temporal::Events& events, const AccessRequest& request,
                               const formats::FeatureTable* features) {
  if (request.rows.table == temporal::FeatureTableOf::nodes)
    return events.nodes;  // read_events_for() has declared them
  const std::int64_t rows = declared_rows(request, features);
  const std::int64_t needed = feature_row_count(events);
  if (rows == 0) return needed;
  // The tables of DyGLib begin with a row of no interaction.
  if (features != nullptr && events.feature_rows.empty() && rows == needed + 1) {
    throw Failure(
        fmt::format("{}: {} rows for {} interactions: one of them, perhaps the first, is of none; --columns S,D,T,R "
                    "names the column that has the row of each interaction",
                    source_name(request.features), rows, needed));
  }
  if (features != nullptr && rows > needed) {
    note(fmt::format("{}: {} rows for interactions with the rows 0 to {}; the others are never read",
                     source_name(request.features), rows, needed - 1));
  }
  if (rows >= needed) return rows;
  throw Failure(fmt::format("{}: {} {} is not one of the {} rows of the table",
                            features != nullptr ? source_name(request.features) : "--table-rows",
                            events.feature_rows.empty() ? "event" : "feature row",
                            events.feature_rows.empty() ? rows : needed - 1, rows));
}

/// Floats of a row, where no file has them.
static std::int64_t row_width(const temporal::Events& events, const AccessRequest& request) {
  constexpr std::int64_t usual = 172;  // features of each interaction of JODIE's data sets
  if (request.width > 0) return request.width;
  const bool has_own = request.rows.table == temporal::FeatureTableOf::edges && events.features > 0;
  return has_own ? events.features : usual;
}

/// A table of arbitrary floats. Writing them makes every page resident.
static std::vector<float> made_up(std::int64_t rows, std::int64_t width) {
  if (rows > max_exact / (width * static_cast<std::int64_t>(sizeof(float)))) {
    throw Failure(fmt::format(
        "a table of {} rows of {} floats has 2^53 bytes or more; give a smaller --table-rows or --width", rows, width));
  }
  std::vector<float> floats(static_cast<std::size_t>(rows) * static_cast<std::size_t>(width));
  std::iota(floats.begin(), floats.end(), 0.0F);
  return floats;
}

int run_access(const Arguments& arguments) {
  const AccessRequest request = access_request(arguments);
  if (arguments.has("output")) require_ending(arguments["output"], {".npz", ".npy"});
  std::optional<FeatureFile> file;
  if (!request.features.empty()) file.emplace(request.features);
  const formats::FeatureTable* const features = file ? &file->table() : nullptr;
  RawNodes raw(arguments);
  const temporal::Events events = read_events_for(arguments, request, features, raw);
  const temporal::Split batches = batches_of(events, request.batches);
  temporal::RequestedRows rows(events, batches.offsets, request.rows);

  AccessReport report;
  report.events = statistics(events);
  report.table = arguments["table"];
  report.table_rows = table_rows(events, request, features);
  const std::int64_t floats_per_row = row_width(events, request);
  report.width = floats_per_row * static_cast<std::int64_t>(sizeof(float));
  if (features != nullptr) {
    report.width = features->rows.width;
    report.features = {
        .file = request.features, .type = formats::npy_type_name(features->type), .columns = features->columns};
  }
  report.fanouts = request.rows.fanouts;
  report.negatives = request.rows.negatives;
  report.order = request.order;
  report.hot.budget = request.hot_rows;
  report.roots = reports::root_requests(request.rows, events);
  if (features != nullptr) {
    measure(features->rows, rows, batches.batches(), report);
  } else {
    const std::vector<float> floats = made_up(report.table_rows, floats_per_row);
    measure(value(temporal::make_rows(std::as_bytes(std::span(floats)), report.width)), rows, batches.batches(),
            report);
  }
  report.volume =
      value(temporal::access_volume(report.counts.all_requested(), report.counts.all_unique(), report.width));
  if (arguments.has("output")) {
    temporal::UniqueTable table(report.table_rows);
    report.output = arguments["output"];
    report.arrays = write_access(report.output, rows, batches, table, report.order, features);
  }
  raw.write(arguments["output"], events);
  print(arguments.has("json") ? with_notes(access_json(report)) : access_text(report, standard_output()));
  return 0;
}

}  // namespace tuplepack::cli
