#include "tuplepack/temporal/events.hpp"

#include <vector>

namespace tuplepack::temporal {

template <typename Time>
static std::int64_t count_ties(const std::vector<Time>& times) {
  std::int64_t ties = 0;
  for (std::size_t e = 1; e < times.size(); ++e) ties += times[e] == times[e - 1] ? 1 : 0;
  return ties;
}

namespace {

/// The events of a node.
struct Occurrences {
  std::int32_t first = -1;
  std::int32_t last = -1;
  std::int32_t count = 0;
};

}  // namespace

static void find_distances(const std::vector<Occurrences>& nodes, EventStatistics& found) {
  std::int64_t distances = 0, updates = 0;
  double of_nodes = 0;
  for (const Occurrences& node : nodes) {
    if (node.count == 0) continue;
    ++found.nodes;
    if (node.count == 1) continue;
    distances += node.last - node.first;  // gaps add up to it
    updates += node.count - 1;
    of_nodes += static_cast<double>(node.last - node.first) / static_cast<double>(node.count - 1);
  }
  if (found.nodes > 0) found.average_update_distance = of_nodes / static_cast<double>(found.nodes);
  if (updates > 0) found.average_reuse_distance = static_cast<double>(distances) / static_cast<double>(updates);
}

EventStatistics statistics(const Events& events) {
  EventStatistics result{.events = events.size(), .first_item = events.first_item};
  std::vector<Occurrences> nodes(static_cast<std::size_t>(events.nodes));
  const auto visit = [&](std::int64_t node, std::int32_t event) {
    Occurrences& of = nodes[static_cast<std::size_t>(node)];
    if (of.last == event) return;  // a self-loop is one event of its node
    if (of.count == 0) of.first = event;
    of.last = event;
    ++of.count;
  };
  for (std::size_t e = 0; e < events.sources.size(); ++e) {
    visit(events.sources[e], static_cast<std::int32_t>(e));
    visit(events.destinations[e], static_cast<std::int32_t>(e));
    result.self_loops += events.sources[e] == events.destinations[e] ? 1 : 0;
  }
  find_distances(nodes, result);
  result.ties = std::visit([](const auto& times) { return count_ties(times); }, events.times);
  if (result.nodes > 0) {
    result.average_degree = 2 * static_cast<double>(result.events) / static_cast<double>(result.nodes);
  }
  return result;
}

}  // namespace tuplepack::temporal
