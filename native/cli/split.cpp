#include "batch_files.hpp"
#include "commands.hpp"
#include "failure.hpp"
#include "input.hpp"
#include "output.hpp"
#include "reports/reports.hpp"
#include "stopwatch.hpp"
#include "temporal_request.hpp"

namespace tuplepack::cli {

static SplitReport report_for(const Events& events, const SplitRequest& request) {
  SplitReport report;
  report.events = statistics(events);
  report.options = request.options;
  const LossScore score = request.options.score;
  report.fixed_size = request.loss ? fixed_size_within(events, *request.loss, score) : request.batch_size;
  report.fixed = value(split_fixed(events, report.fixed_size, score));
  report.threshold = request.loss ? *request.loss : report.fixed.largest_loss();
  const Stopwatch watch;
  report.bounded = value(tuplepack::split(events, report.threshold, request.options));
  report.seconds = watch.seconds();
  return report;
}

int run_split(const Arguments& arguments) {
  const SplitRequest request = split_request(arguments);
  const std::string& output = arguments["output"];
  if (!output.empty()) require_batch_file(output);
  SplitReport report = report_for(read_events(arguments.operand(), event_read_options(arguments)), request);
  const bool as_json = output.ends_with(".json");
  if (!output.empty()) {
    report.output = output;
    if (!as_json) report.arrays = write_batches(output, report.bounded);
  }
  const std::string json = arguments.has("json") || as_json ? split_json(report) : "";
  if (as_json) {
    OutputFile file(output);
    file.write(json);
    file.commit();
  }
  if (output != "-") print(arguments.has("json") ? json : split_text(report, standard_output()));
  return 0;
}

}  // namespace tuplepack::cli
