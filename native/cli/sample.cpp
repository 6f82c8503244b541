#include "commands.hpp"
#include "failure.hpp"
#include "input.hpp"
#include "output.hpp"
#include "reports/reports.hpp"
#include "sample_files.hpp"
#include "stopwatch.hpp"
#include "temporal/parallel_sample.hpp"
#include "temporal_request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace tuplepack::cli {

/// Both nodes of every event at its time: the sources of all events, then their destinations.
static RootTable roots_of(const Events& events) {
  RootTable roots{.nodes = events.sources, .times = events.times};
  roots.nodes.insert(roots.nodes.end(), events.destinations.begin(), events.destinations.end());
  const auto add = [&](const auto& event_times) {
    auto& times = std::get<std::decay_t<decltype(event_times)>>(roots.times);
    times.insert(times.end(), event_times.begin(), event_times.end());
  };
  std::visit(add, events.times);
  return roots;
}

/// The first event of the batch of each of these roots; none where there are no batches.
static std::vector<std::int64_t> first_events(const Split& batches) {
  std::vector<std::int64_t> before;
  for (int ends = 0; ends < 2; ++ends) {
    for (std::size_t b = 1; b < batches.offsets.size(); ++b) {
      const std::int64_t first = batches.offsets[b - 1];
      before.insert(before.end(), static_cast<std::size_t>(batches.offsets[b] - first), first);
    }
  }
  return before;
}

/// Whole times become doubles where others are.
static void make_fractional(Times& times, const std::string& path) {
  constexpr std::int64_t exact = std::int64_t{1} << 53;
  const auto* const whole = std::get_if<std::vector<std::int64_t>>(&times);
  if (whole == nullptr) return;
  for (std::size_t row = 0; row < whole->size(); ++row) {
    const std::int64_t time = (*whole)[row];
    if (time >= -exact && time <= exact) continue;
    throw Failure(
        fmt::format("{}: time {} of row {} is beyond 2^53, and not exact beside the fractional times of the other file",
                    source_name(path), time, row));
  }
  times = std::vector<double>(whole->begin(), whole->end());
}

static RootTable read_roots_for(Events& events, const SampleRequest& request, const std::string& path) {
  RootTable roots = read_roots(request.roots, events.nodes, request.reading);
  if (roots.times.index() != events.times.index()) {
    make_fractional(roots.times, request.roots);
    make_fractional(events.times, path);
  }
  return roots;
}

template <typename Time>
static SampledLayer layer_report(const Neighbours<Time>& layer) {
  const auto& counts = layer.counts;
  const auto roots = static_cast<std::int64_t>(counts.size());
  return {.roots = roots,
          .fanout = static_cast<std::int64_t>(layer.nodes.size()) / roots,
          .neighbours = std::accumulate(counts.begin(), counts.end(), std::int64_t{0}),
          .without = std::count(counts.begin(), counts.end(), 0)};
}

template <typename Time>
static SampleReport report_for(const Events& events, const std::vector<Time>& times, const RootTable& root_table,
                               const SampleRequest& request, const std::string& output) {
  const SampleOptions<Time> options = sample_options<Time>(request);
  const Split batches = request.batches ? batches_of(events, *request.batches) : Split{};
  const std::vector<std::int64_t> before = first_events(batches);
  const Roots<Time> roots{root_table.nodes, std::get<std::vector<Time>>(root_table.times), before};
  SampleReport report;
  if (options.window) report.window = static_cast<double>(*options.window);
  const Stopwatch building;
  const auto csr = temporal_csr<Time>(events.sources, events.destinations, times, events.nodes, request.direction);
  report.csr_seconds = building.seconds();
  const Stopwatch sampling;
  const auto layers = value(parallel_sample(csr, roots, options, request.threads));
  report.seconds = sampling.seconds();
  report.layers.reserve(layers.size());
  for (const auto& layer : layers) report.layers.push_back(layer_report(layer));
  if (!output.empty()) {
    report.arrays = write_neighbours<Time>(output, roots, layers, batches.offsets);
  }
  report.batches = batches.batches();
  return report;
}

int run_sample(const Arguments& arguments) {
  const SampleRequest request = sample_request(arguments);
  if (arguments.has("output")) require_array_file(arguments["output"]);
  Events events = read_events(arguments.operand(), event_read_options(arguments));
  const RootTable roots =
      request.roots.empty() ? roots_of(events) : read_roots_for(events, request, arguments.operand());
  SampleReport report = std::visit(
      [&](const auto& times) { return report_for(events, times, roots, request, arguments["output"]); }, events.times);
  report.roots = request.roots;
  report.events = statistics(events);
  report.strategy = request.strategy;
  report.visible = request.visible;
  report.direction = request.direction;
  report.output = arguments["output"];
  print(arguments.has("json") ? sample_json(report) : sample_text(report, standard_output()));
  return 0;
}

}  // namespace tuplepack::cli
