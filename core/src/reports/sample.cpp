#include "tuplepack/reports/sample.hpp"

#include <algorithm>
#include <numeric>

namespace tuplepack::reports {

formats::RootTable event_roots(const temporal::Events& events) {
  formats::RootTable roots{.nodes = events.sources, .times = events.times};
  roots.nodes.insert(roots.nodes.end(), events.destinations.begin(), events.destinations.end());
  const auto add = [&](const auto& event_times) {
    auto& times = std::get<std::decay_t<decltype(event_times)>>(roots.times);
    times.insert(times.end(), event_times.begin(), event_times.end());
  };
  std::visit(add, events.times);
  return roots;
}

std::vector<std::int64_t> first_events(const temporal::Split& batches) {
  std::vector<std::int64_t> first;
  for (int ends = 0; ends < 2; ++ends) {
    for (std::size_t b = 1; b < batches.offsets.size(); ++b) {
      const std::int64_t begin = batches.offsets[b - 1];
      first.insert(first.end(), static_cast<std::size_t>(batches.offsets[b] - begin), begin);
    }
  }
  return first;
}

template <typename Time>
SampledLayer layer_summary(const temporal::Neighbours<Time>& layer) {
  const auto& counts = layer.counts;
  const auto roots = static_cast<std::int64_t>(counts.size());
  return {.roots = roots,
          .fanout = static_cast<std::int64_t>(layer.nodes.size()) / roots,
          .neighbours = std::accumulate(counts.begin(), counts.end(), std::int64_t{0}),
          .without = std::count(counts.begin(), counts.end(), 0)};
}

template SampledLayer layer_summary(const temporal::Neighbours<std::int64_t>&);
template SampledLayer layer_summary(const temporal::Neighbours<double>&);

}  // namespace tuplepack::reports
