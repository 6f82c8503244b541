// The T-CSR of Zhou et al. 2022 ("TGL"), §3.1, by a counting sort.

#include "tuplepack/temporal/sample.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace tuplepack::temporal {

/// Calls add(node, neighbour, event) for every entry, in the order of events.
template <typename Add>
static void for_each_entry(std::span<const std::int64_t> sources, std::span<const std::int64_t> destinations,
                           Direction direction, const Add& add) {
  for (std::size_t e = 0; e < sources.size(); ++e) {
    const auto source = static_cast<std::size_t>(sources[e]);
    const auto destination = static_cast<std::size_t>(destinations[e]);
    if (direction != Direction::in) add(source, destination, e);
    if (direction == Direction::in || (direction == Direction::both && source != destination)) {
      add(destination, source, e);
    }
  }
}

template <typename Time>
TemporalCsr<Time> temporal_csr(std::span<const std::int64_t> sources, std::span<const std::int64_t> destinations,
                               std::span<const Time> times, std::int64_t nodes, Direction direction) {
  assert(destinations.size() == sources.size() && times.size() == sources.size());
  assert(std::is_sorted(times.begin(), times.end()));

  TemporalCsr<Time> csr;
  // Counts are shifted by two: after the prefix sum offsets[v + 1] is where node v begins, and after inserting its
  // entries, each of which increments it, where node v + 1 begins.
  std::vector<std::int64_t>& offsets = csr.offsets;
  offsets.assign(static_cast<std::size_t>(nodes) + 2, 0);
  for_each_entry(sources, destinations, direction, [&](std::size_t node, std::size_t, std::size_t) {
    assert(node < static_cast<std::size_t>(nodes));
    ++offsets[node + 2];
  });
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());

  csr.interactions.resize(static_cast<std::size_t>(offsets.back()));
  csr.times.resize(csr.interactions.size());
  for_each_entry(sources, destinations, direction, [&](std::size_t node, std::size_t neighbour, std::size_t event) {
    const auto at = static_cast<std::size_t>(offsets[node + 1]++);
    csr.interactions[at] = {static_cast<std::int32_t>(neighbour), static_cast<std::int32_t>(event)};
    csr.times[at] = times[event];
  });
  offsets.pop_back();
  return csr;
}

template TemporalCsr<std::int64_t> temporal_csr(std::span<const std::int64_t>, std::span<const std::int64_t>,
                                                std::span<const std::int64_t>, std::int64_t, Direction);
template TemporalCsr<double> temporal_csr(std::span<const std::int64_t>, std::span<const std::int64_t>,
                                          std::span<const double>, std::int64_t, Direction);

}  // namespace tuplepack::temporal
