#include "batch_files.hpp"
#include "cli/input/input.hpp"
#include "cli/output/failure.hpp"
#include "cli/output/output.hpp"
#include "cli/output/stopwatch.hpp"
#include "cli/reports/reports.hpp"
#include "cli/requests/temporal_request.hpp"
#include "commands.hpp"

namespace tuplepack::cli {

static SplitReport report_for(const temporal::Events& events, const reports::SplitRequest& request) {
  SplitReport report;
  reports::SplitComparison& comparison = report.comparison;
  comparison = value(fixed_comparison(events, request));
  const Stopwatch watch;
  comparison.bounded = value(temporal::split(events, comparison.threshold, comparison.options));
  report.seconds = watch.seconds();
  describe_bounded(events, comparison);
  return report;
}

/// Where --split-at divides the interactions.
static std::vector<std::int64_t> cuts_of(const Arguments& arguments, const temporal::Events& events) {
  std::vector<double> at;
  for (const std::string& one : arguments.list("split-at"))
    at.push_back(value(options::read_decimal(one), "--split-at"));
  return value(find_cuts(events, at), "--split-at");
}

int run_split(const Arguments& arguments) {
  reports::SplitRequest request = split_request(arguments);
  const std::string& output = arguments["output"];
  if (!output.empty()) require_batch_file(output);
  RawNodes raw(arguments);
  formats::EventReadOptions reading = event_read_options(arguments);
  reading.number = raw.numbering();
  const temporal::Events events = read_events(arguments.operand(), std::move(reading));
  request.options.cuts = cuts_of(arguments, events);
  SplitReport report = report_for(events, request);
  raw.write(output, events);
  const bool as_json = output.ends_with(".json");
  if (!output.empty()) {
    report.output = output;
    const auto parts = request.options.cuts.empty() ? std::vector<std::int64_t>{} : report.comparison.parts();
    if (!as_json) report.arrays = write_batches(output, report.comparison.bounded, parts, events.feature_rows);
  }
  const std::string json = arguments.has("json") || as_json ? with_notes(split_json(report)) : "";
  if (as_json) write_file(output, json);
  if (output != "-") print(arguments.has("json") ? json : split_text(report, standard_output()));
  return 0;
}

}  // namespace tuplepack::cli
