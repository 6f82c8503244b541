// The command `records`: TFRecords of graphs.

#include "reports/records.hpp"
#include "commands.hpp"
#include "failure.hpp"
#include "graph/schema_file.hpp"
#include "input.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "record_files.hpp"
#include "stopwatch.hpp"
#include "tuplepack/formats/npz.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

static std::optional<TensorSchema> asked_schema(const Arguments& arguments) {
  if (!arguments.has("schema")) return std::nullopt;
  return read_valid_schema(arguments["schema"]);
}

/// schema  that every record has to fit; null: any will do
static void read_file(const std::string& path, const Arguments& arguments, const TensorSchema* schema,
                      RecordsReport& report) {
  ByteSource source(path, ByteSource::Wait::for_full, is_packed_records);
  Progress progress("reading " + source.name());
  GraphRecordReader records(pieces_of(source, progress), schema);
  const auto show = arguments.has("show") ? static_cast<std::size_t>(arguments.count("show")) : std::size_t{0};
  RecordFile& file = report.files.emplace_back(RecordFile{.name = source.name()});
  GraphRecord record;
  while (true) {
    const auto more = records.next(record);
    if (!more) {
      if (!arguments.has("check")) {
        throw Failure(fmt::format("{}: {}; --check lists all that are bad", file.name, more.error().message));
      }
      ++file.bad;
      report.bad.push_back({.file = file.name, .message = more.error().message});
      continue;
    }
    if (!*more) break;
    if (report.shown.size() < show) report.shown.push_back(shown_record(file.name, record));
    ++file.records;
    report.statistics.add(record);
  }
}

static std::string npy_of(const std::vector<RecordedSet>& sets, std::size_t records) {
  std::vector<std::int64_t> rows;
  rows.reserve(records * sets.size());
  for (std::size_t i = 0; i < records; ++i) {
    for (const RecordedSet& set : sets) rows.push_back(set.sizes[i]);
  }
  const std::int64_t shape[] = {static_cast<std::int64_t>(records), static_cast<std::int64_t>(sets.size())};
  return npy_header(Dtype::int64, shape)
      .append(reinterpret_cast<const char*>(rows.data()), rows.size() * sizeof(rows[0]));
}

static void write_sizes(const std::string& path, const RecordsReport& report) {
  const std::vector<RecordedSet> sets = report.statistics.sets();
  if (sets.empty()) {
    throw Failure(
        fmt::format("{}: no record says how large its sets are ('nodes/NAME.#size')", report.files.front().name));
  }
  const auto records = static_cast<std::size_t>(report.statistics.records());
  write_file(path, path.ends_with(".npy") ? npy_of(sets, records) : sizes_csv(report.statistics));
}

int run_records(const Arguments& arguments) {
  const Stopwatch watch;
  const std::string& sizes = arguments["sizes"];
  if (!sizes.empty()) require_ending(sizes, {".csv", ".npy"});
  const std::vector<std::string> files = files_of(arguments.all("FILE"));
  const std::optional<TensorSchema> schema = asked_schema(arguments);
  RecordsReport report{.statistics = RecordStatistics(!sizes.empty())};
  for (const std::string& file : files) read_file(file, arguments, schema ? &*schema : nullptr, report);
  if (report.statistics.records() == 0 && report.bad.empty()) {
    throw Failure(
        fmt::format("{}: {} no records", report.files.front().name,
                    files.size() == 1 ? "holds" : fmt::format("this and {} other files hold", files.size() - 1)));
  }
  if (!sizes.empty() && report.statistics.records() > 0) write_sizes(sizes, report);
  report.checked = arguments.has("check");
  report.seconds = watch.seconds();
  print(arguments.has("json") ? with_notes(records_json(report)) : records_text(report, standard_output()));
  return report.bad.empty() ? 0 : exit_no;
}

}  // namespace tuplepack::cli
