#include "commands.hpp"
#include "failure.hpp"
#include "input.hpp"
#include "output.hpp"
#include "reports/reports.hpp"
#include "sample_files.hpp"
#include "stopwatch.hpp"
#include "temporal/parallel_sample.hpp"
#include "temporal_request.hpp"

#include <algorithm>
#include <numeric>

namespace tuplepack::cli {

/// Both nodes of every event at its time: the sources of all events, then their destinations.
template <typename Time>
struct EventRoots {
  std::vector<std::int64_t> nodes;
  std::vector<Time> times;
  std::vector<std::int64_t> before;  ///< empty where there are no batches

  EventRoots(const Events& events, const std::vector<Time>& event_times, const Split& batches) {
    nodes.reserve(2 * event_times.size());
    times.reserve(2 * event_times.size());
    for (const auto* ends : {&events.sources, &events.destinations}) {
      nodes.insert(nodes.end(), ends->begin(), ends->end());
      times.insert(times.end(), event_times.begin(), event_times.end());
      for (std::size_t b = 1; b < batches.offsets.size(); ++b) {
        const std::int64_t first = batches.offsets[b - 1];
        before.insert(before.end(), static_cast<std::size_t>(batches.offsets[b] - first), first);
      }
    }
  }
  [[nodiscard]] Roots<Time> roots() const { return {nodes, times, before}; }
};

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
static SampleReport report_for(const Events& events, const std::vector<Time>& times, const SampleRequest& request,
                               const std::string& output) {
  const SampleOptions<Time> options = sample_options<Time>(request);
  const Split batches = request.batches ? batches_of(events, *request.batches) : Split{};
  const EventRoots<Time> list(events, times, batches);
  SampleReport report;
  if (options.window) report.window = static_cast<double>(*options.window);
  const Stopwatch building;
  const auto csr = temporal_csr<Time>(events.sources, events.destinations, times, events.nodes, request.direction);
  report.csr_seconds = building.seconds();
  const Stopwatch sampling;
  const auto layers = value(parallel_sample(csr, list.roots(), options, request.threads));
  report.seconds = sampling.seconds();
  report.layers.reserve(layers.size());
  for (const auto& layer : layers) report.layers.push_back(layer_report(layer));
  if (!output.empty()) {
    report.arrays = write_neighbours<Time>(output, list.roots(), layers, batches.offsets);
  }
  report.batches = batches.batches();
  return report;
}

int run_sample(const Arguments& arguments) {
  const SampleRequest request = sample_request(arguments);
  if (!arguments.output.empty()) require_array_file(arguments.output);
  const Events events = read_events(arguments.file, event_read_options(arguments));
  SampleReport report =
      std::visit([&](const auto& times) { return report_for(events, times, request, arguments.output); }, events.times);
  report.events = statistics(events);
  report.strategy = request.strategy;
  report.visible = request.visible;
  report.direction = request.direction;
  report.output = arguments.output;
  print(arguments.json ? sample_json(report) : sample_text(report, standard_output()));
  return 0;
}

}  // namespace tuplepack::cli
