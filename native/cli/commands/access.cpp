#include "access_files.hpp"
#include "cli/input/input.hpp"
#include "cli/output/failure.hpp"
#include "cli/output/output.hpp"
#include "cli/output/progress.hpp"
#include "cli/reports/reports.hpp"
#include "cli/requests/temporal_request.hpp"
#include "commands.hpp"

#include <fmt/format.h>
#include <ctime>

#include <algorithm>
#include <numeric>

namespace tuplepack::cli {

/// CPU time of this thread: unlike wall time, it does not depend on other processes.
static double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

template <typename Work>
static void time_into(double& seconds, const Work& work) {
  const double start = processor_seconds();
  work();
  seconds += processor_seconds() - start;
}

namespace {

/// Buffers shared by all batches. They are grown before a batch is timed.
struct Buffers {
  std::vector<std::int64_t> unique;
  std::vector<std::uint32_t> inverse;
  std::vector<std::byte> gathered, requested;

  void hold(std::size_t ids, std::size_t width) {
    unique.resize(std::max(unique.size(), ids));
    inverse.resize(std::max(inverse.size(), ids));
    gathered.resize(std::max(gathered.size(), ids * width));
    requested.resize(std::max(requested.size(), ids * width));
  }
};

}  // namespace

/// Steps I, II and III for one batch.
/// result  the unique ids
static std::span<const std::int64_t> three_steps(const temporal::Rows& features, temporal::UniqueTable& table,
                                                 std::span<const std::int64_t> ids, Buffers& buffers,
                                                 AccessReport& report) {
  const auto width = static_cast<std::size_t>(features.width);
  const std::span<std::uint32_t> inverse = std::span(buffers.inverse).first(ids.size());
  std::int64_t found = 0;
  time_into(report.times.unique,
            [&] { found = value(unique_inverse(table, ids, report.order, buffers.unique, inverse)); });
  const std::span<const std::int64_t> unique = std::span(buffers.unique).first(static_cast<std::size_t>(found));
  const std::span<std::byte> gathered = std::span(buffers.gathered).first(unique.size() * width);
  time_into(report.times.gather, [&] { value(gather(features, unique, gathered)); });
  const temporal::Field field{.unique = {.bytes = gathered, .width = features.width},
                              .out = std::span(buffers.requested).first(ids.size() * width)};
  time_into(report.times.reconstruct, [&] { reconstruct(std::span(&field, 1), inverse); });
  report.counts.requested.push_back(static_cast<std::int64_t>(ids.size()));
  report.counts.unique.push_back(found);
  return unique;
}

/// Times the baseline over all batches, then the three steps over all batches, so that neither finds the other's data
/// in the caches.
static void measure_access(const temporal::Rows& features, temporal::RequestedRows& rows,
                           const temporal::Split& batches, AccessReport& report) {
  temporal::UniqueTable table(features.count());
  std::vector<std::uint32_t> accesses(report.hot.budget > 0 ? table.stamps.size() : 0);
  Buffers buffers;
  Progress progress("looking up");
  const auto count = static_cast<double>(2 * batches.batches());
  const auto width = static_cast<std::size_t>(features.width);
  for (std::int64_t b = 0; b < batches.batches(); ++b) {
    const auto ids = value(rows.of(b));
    buffers.hold(ids.size(), width);
    const std::span<std::byte> out = std::span(buffers.requested).first(ids.size() * width);
    time_into(report.times.baseline, [&] { value(gather(features, ids, out)); });
    progress.update(static_cast<double>(b) / count);
  }
  for (std::int64_t b = 0; b < batches.batches(); ++b) {
    const auto unique = three_steps(features, table, value(rows.of(b)), buffers, report);
    if (report.hot.budget > 0) temporal::count_accesses(unique, accesses);
    progress.update(0.5 + static_cast<double>(b) / count);
  }
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

/// A table of arbitrary floats. Writing them makes every page resident.
static std::vector<float> made_up(std::int64_t rows, std::int64_t width) {
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
  report.width = request.width * static_cast<std::int64_t>(sizeof(float));
  if (features != nullptr) {
    report.width = features->rows.width;
    report.features = {.file = request.features, .type = features->type, .columns = features->columns};
  }
  report.fanouts = request.rows.fanouts;
  report.negatives = request.rows.negatives;
  report.order = request.order;
  report.hot.budget = request.hot_rows;
  report.roots = reports::root_requests(request.rows, events);
  if (features != nullptr) {
    measure_access(features->rows, rows, batches, report);
  } else {
    const std::vector<float> floats = made_up(report.table_rows, request.width);
    measure_access(value(temporal::make_rows(std::as_bytes(std::span(floats)), report.width)), rows, batches, report);
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
