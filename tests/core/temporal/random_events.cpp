#include "random_events.hpp"

tuplepack::temporal::Events random_events(std::mt19937& random, std::size_t nodes, std::size_t events,
                                          std::size_t pauses) {
  const auto node = [&] { return static_cast<std::int64_t>(random() % nodes); };
  std::vector<std::int64_t> times;
  tuplepack::temporal::Events result{
      .sources = {}, .destinations = {}, .times = {}, .nodes = static_cast<std::int64_t>(nodes)};
  for (std::size_t e = 0; e < events; ++e) {
    result.sources.push_back(node());
    result.destinations.push_back(random() % 4 == 0 ? result.sources.back() : node());
    const bool later = e > 0 && random() % pauses == 0;
    times.push_back(e == 0 ? -3 : times.back() + (later ? 1 + static_cast<std::int64_t>(random() % 3) : 0));
  }
  result.times = std::move(times);
  return result;
}
