#include "cli/input/input.hpp"
#include "cli/output/failure.hpp"
#include "cli/output/output.hpp"
#include "cli/output/stopwatch.hpp"
#include "cli/reports/reports.hpp"
#include "cli/requests/temporal_request.hpp"
#include "commands.hpp"
#include "sample_files.hpp"
#include "temporal/parallel_sample.hpp"
#include "tuplepack/temporal/time_unit.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

/// Converts integer times to doubles, to be compared with the fractional times of the other file.
static void make_fractional(temporal::Times& times, const std::string& path) {
  constexpr std::int64_t exact = std::int64_t{1} << 53;
  const auto* const whole = std::get_if<std::vector<std::int64_t>>(&times);
  if (whole == nullptr) return;
  for (std::size_t row = 0; row < whole->size(); ++row) {
    const std::int64_t time = (*whole)[row];
    if (time >= -exact && time <= exact) continue;
    throw Failure(fmt::format(
        "{}: time {} of row {} exceeds 2^53, so it cannot be compared with the fractional times of the other file",
        source_name(path), time, row));
  }
  times = std::vector<double>(whole->begin(), whole->end());
}

/// Converts the times of roots to the unit of the interactions' times.
static void match_units(formats::RootTable& roots, const temporal::Events& events, const std::string& path) {
  if (roots.unit == events.unit && roots.unit != temporal::TimeUnit::unknown) return;
  if (temporal::comparable(roots.unit, events.unit)) {
    note(fmt::format("{}: times of roots are {}, those of interactions {}; they are compared as they are",
                     source_name(path), describe_times(roots.unit), describe_times(events.unit)));
    return;
  }
  if (const auto done = convert(roots.times, roots.unit, events.unit); !done) {
    throw Failure(fmt::format("{}: times of roots are {}, those of interactions {}; write both in one unit",
                              source_name(path), describe_times(roots.unit), describe_times(events.unit)));
  }
  note(fmt::format("{}: times of roots are converted to {}", source_name(path), describe_times(events.unit)));
}

static formats::RootTable read_roots_for(temporal::Events& events, const SampleRequest& request,
                                         formats::NumberNode number, const std::string& path) {
  formats::RootReadOptions reading = request.reading;
  reading.number = std::move(number);
  formats::RootTable roots = read_roots(request.roots, events.nodes, reading);
  if (events.first_item > 0) {
    note(fmt::format("{}: the ids of roots are those of all nodes: users from 0, items from {}",
                     source_name(request.roots), events.first_item));
  }
  match_units(roots, events, request.roots);
  if (roots.times.index() != events.times.index()) {
    make_fractional(roots.times, request.roots);
    make_fractional(events.times, path);
  }
  return roots;
}

template <typename Time>
static SampleReport report_for(const temporal::Events& events, const std::vector<Time>& times,
                               const formats::RootTable& root_table, const SampleRequest& request,
                               const std::string& output) {
  const temporal::SampleOptions<Time> options = sample_options<Time>(request);
  const temporal::Split batches = request.batches ? batches_of(events, *request.batches) : temporal::Split{};
  const std::vector<std::int64_t> before =
      request.batches ? reports::first_events(batches) : std::vector<std::int64_t>{};
  const temporal::Roots<Time> roots{root_table.nodes, std::get<std::vector<Time>>(root_table.times), before};
  SampleReport report;
  if (options.window) report.window = static_cast<double>(*options.window);
  const Stopwatch building;
  const auto csr = temporal_csr<Time>(events.sources, events.destinations, times, events.nodes, request.direction);
  report.csr_seconds = building.seconds();
  const Stopwatch sampling;
  const auto layers = value(parallel_sample(csr, roots, options, request.threads));
  report.seconds = sampling.seconds();
  report.layers.reserve(layers.size());
  for (const auto& layer : layers) report.layers.push_back(reports::layer_summary(layer));
  if (!output.empty()) {
    report.arrays = write_neighbours<Time>(output, roots, layers, batches.offsets, events.feature_rows);
  }
  report.batches = batches.batches();
  return report;
}

int run_sample(const Arguments& arguments) {
  const SampleRequest request = sample_request(arguments);
  if (arguments.has("output")) require_ending(arguments["output"], {".npz", ".npy"});
  RawNodes raw(arguments);
  formats::EventReadOptions reading = event_read_options(arguments);
  reading.number = raw.numbering();
  temporal::Events events = read_events(arguments.operand(), std::move(reading));
  const formats::RootTable roots =
      request.roots.empty() ? reports::event_roots(events)
                            : read_roots_for(events, request, raw.numbering_of_roots(events), arguments.operand());
  SampleReport report = std::visit(
      [&](const auto& times) { return report_for(events, times, roots, request, arguments["output"]); }, events.times);
  report.roots = request.roots;
  report.events = statistics(events);
  report.strategy = request.strategy;
  report.visible = request.visible;
  report.direction = request.direction;
  report.output = arguments["output"];
  raw.write(report.output, events);
  print(arguments.has("json") ? with_notes(sample_json(report)) : sample_text(report, standard_output()));
  return 0;
}

}  // namespace tuplepack::cli
