#include "tuplepack/temporal/events.hpp"

#include <algorithm>

namespace tuplepack {

template <typename Time>
static std::int64_t count_ties(const std::vector<Time>& times) {
  std::int64_t ties = 0;
  for (std::size_t e = 1; e < times.size(); ++e) ties += times[e] == times[e - 1] ? 1 : 0;
  return ties;
}

EventStatistics statistics(const Events& events) {
  constexpr std::int32_t never = -1;
  EventStatistics result{.events = events.size(), .first_item = events.first_item};
  std::vector<std::int32_t> last(static_cast<std::size_t>(events.nodes), never);
  std::int64_t distances = 0;
  std::int64_t updates = 0;
  const auto visit = [&](std::int64_t node, std::int32_t event) {
    std::int32_t& before = last[static_cast<std::size_t>(node)];
    if (before == never) {
      ++result.nodes;
    } else if (before != event) {  // a self-loop is one event of its node
      distances += event - before;
      ++updates;
    }
    before = event;
  };
  for (std::size_t e = 0; e < events.sources.size(); ++e) {
    visit(events.sources[e], static_cast<std::int32_t>(e));
    visit(events.destinations[e], static_cast<std::int32_t>(e));
    result.self_loops += events.sources[e] == events.destinations[e] ? 1 : 0;
  }
  result.ties = std::visit([](const auto& times) { return count_ties(times); }, events.times);
  if (result.nodes > 0) {
    result.average_degree = 2 * static_cast<double>(result.events) / static_cast<double>(result.nodes);
  }
  if (updates > 0) result.average_update_distance = static_cast<double>(distances) / static_cast<double>(updates);
  return result;
}

}  // namespace tuplepack
