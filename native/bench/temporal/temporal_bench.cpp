#include "temporal_bench.hpp"

#include "bench/measuring/bench.hpp"
#include "bench/measuring/ceilings.hpp"
#include "paper_tables.hpp"
#include "tuplepack/temporal/sample.hpp"
#include "tuplepack/temporal/split.hpp"

#include <algorithm>

namespace tuplepack::bench {

static constexpr std::int64_t batch_size = 600;
static constexpr std::int64_t neighbours = 10;

namespace {

/// Shared by the cases of one list.
struct TemporalBench {
  const NamedEvents& list;
  double shortest;
  const Say& progress;
  std::vector<TemporalCase>& cases;

  /// goal  seconds per item, or none
  template <typename Work>
  void add(const std::string& what, const char* unit, std::int64_t items, std::optional<double> goal,
           const Work& work) {
    TemporalCase entry{.name = list.name + ", " + what, .unit = unit, .items = items, .goal = goal};
    progress(entry.name);
    entry.timing = measure_processor(work, shortest);
    cases.push_back(std::move(entry));
  }
};

}  // namespace

static void add_split(TemporalBench& bench) {
  const temporal::Events& events = bench.list.events;
  const std::int64_t threshold = expect(split_fixed(events, 200), "split").largest_loss();
  temporal::Split result;
  bench.add("split like B=200", "interaction", events.size(), 10e-9,
            [&] { result = expect(split(events, threshold), "split"); });
  if (result.offsets.back() != events.size() || result.largest_loss() > threshold) {
    throw std::runtime_error(bench.list.name + ": wrong result of split");
  }
}

namespace {

/// The roots of consecutive batches of a fixed size: both ends of their events.
template <typename Time>
struct BatchRoots {
  std::vector<std::int64_t> nodes;
  std::vector<Time> times;

  BatchRoots(const temporal::Events& events, const std::vector<Time>& event_times) {
    nodes.reserve(event_times.size() * 2);
    times.reserve(event_times.size() * 2);
    for (std::size_t begin = 0; begin < event_times.size(); begin += batch_size) {
      const std::size_t end = std::min(begin + batch_size, event_times.size());
      for (const auto* side : {&events.sources, &events.destinations}) {
        for (std::size_t e = begin; e < end; ++e) {
          nodes.push_back((*side)[e]);
          times.push_back(event_times[e]);
        }
      }
    }
  }
};

}  // namespace

/// The first rows of arrays for one layer.
template <typename Time>
static temporal::NeighbourArrays<Time> first_rows(const temporal::NeighbourArrays<Time>& all, std::size_t rows) {
  const std::size_t slots = all.counts.empty() ? 0 : rows * (all.nodes.size() / all.counts.size());
  return {all.nodes.first(slots), all.events.first(slots), all.times.first(slots), all.counts.first(rows)};
}

/// Samples the neighbours of every batch into the same arrays, and returns their total number.
template <typename Time>
static std::int64_t sample_batches(const temporal::TemporalCsr<Time>& csr, const BatchRoots<Time>& roots,
                                   const temporal::SampleOptions<Time>& options, temporal::Neighbours<Time>& found) {
  std::int64_t total = 0;
  for (std::size_t begin = 0; begin < roots.nodes.size(); begin += 2 * batch_size) {
    const std::size_t size = std::min<std::size_t>(2 * batch_size, roots.nodes.size() - begin);
    const temporal::Roots<Time> batch{
        std::span(roots.nodes).subspan(begin, size), std::span(roots.times).subspan(begin, size), {}};
    fill_neighbours(csr, batch, options, 0, 0, static_cast<std::int64_t>(size), first_rows(found.arrays(), size));
    for (std::size_t r = 0; r < size; ++r) total += found.counts[r];
  }
  return total;
}

template <typename Time>
static void add_neighbours(TemporalBench& bench, const std::vector<Time>& times) {
  const temporal::Events& events = bench.list.events;
  temporal::TemporalCsr<Time> csr;
  bench.add("T-CSR", "interaction", events.size(), 60e-9, [&] {
    csr = temporal_csr<Time>(events.sources, events.destinations, times, events.nodes, temporal::Direction::both);
  });
  const BatchRoots<Time> roots(events, times);
  temporal::Neighbours<Time> found(2 * batch_size, neighbours);
  const auto add = [&](const char* what, temporal::SampleStrategy strategy, std::optional<double> goal) {
    temporal::SampleOptions<Time> options;
    options.fanouts = {neighbours};
    options.strategy = strategy;
    std::int64_t total = 0;
    bench.add(std::string(what) + " 10, B=600", "root", static_cast<std::int64_t>(roots.nodes.size()), goal,
              [&] { total = sample_batches(csr, roots, options, found); });
    return total;
  };
  if (add("recent", temporal::SampleStrategy::recent, 100e-9) !=
      add("uniform", temporal::SampleStrategy::uniform, std::nullopt)) {
    throw std::runtime_error(bench.list.name + ": recent and uniform neighbours differ in number");
  }
}

TemporalReport bench_temporal(std::span<const NamedEvents> lists, const ShareOptions& options, const Say& progress) {
  TemporalReport report{.platform = platform(), .cases = {}};
  for (const NamedEvents& list : lists) {
    TemporalBench bench{.list = list, .shortest = shortest_time(options), .progress = progress, .cases = report.cases};
    add_split(bench);
    std::visit([&](const auto& times) { add_neighbours(bench, times); }, list.events.times);
  }
  for (TemporalCase& entry : bench_pipeline(lists.front(), options, progress)) report.cases.push_back(std::move(entry));
  report.tables = measure_paper_tables(lists, options, progress);
  return report;
}

}  // namespace tuplepack::bench
