#include "require.hpp"
#include "targets.hpp"
#include "tuplepack/formats/interactions/events.hpp"
#include "tuplepack/formats/interactions/roots.hpp"

using namespace tuplepack;

static void check_times(const std::vector<std::int64_t>& times) {
  for (std::size_t e = 0; e < times.size(); ++e) require(e == 0 || times[e - 1] <= times[e]);
}

static void check_times(const std::vector<double>& times) {
  for (std::size_t e = 0; e < times.size(); ++e) require(times[e] == times[e] && (e == 0 || times[e - 1] <= times[e]));
}

static void check_roots(std::span<const char> bytes, std::int64_t nodes) {
  const auto roots = formats::read_roots(bytes, nodes);
  if (!roots) return require(!roots.error().message.empty() && (roots.error().column == 0 || roots.error().line > 0));
  require(!roots->nodes.empty());
  for (const std::int64_t node : roots->nodes) require(node >= 0 && node < nodes);
  std::visit([&](const auto& times) { require(times.size() == roots->nodes.size()); }, roots->times);
}

/// One input of the readers of interactions and of roots. The first byte chooses the options; the rest is the file.
/// Holds for every input: nodes are those there are and times do not fall, or an error says something.
FUZZ_TARGET(events) {
  if (size == 0) return 0;
  formats::EventReadOptions options{.events = {.sort = (data[0] & 1U) != 0}};
  if ((data[0] & 2U) != 0) options.columns = {"2", "4", "1"};
  if ((data[0] & 4U) != 0) options.events.nodes = 100;
  const std::span<const char> bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if ((data[0] & 8U) != 0) check_roots(bytes, 100);
  const auto events = read_events(bytes, options);
  if (!events) {
    require(!events.error().message.empty() && (events.error().column == 0 || events.error().line > 0));
    return 0;
  }
  require(events->size() > 0 && events->destinations.size() == events->sources.size());
  for (std::size_t e = 0; e < events->sources.size(); ++e) {
    require(events->sources[e] >= 0 && events->sources[e] < events->nodes);
    require(events->destinations[e] >= 0 && events->destinations[e] < events->nodes);
  }
  std::visit([](const auto& times) { check_times(times); }, events->times);
  return 0;
}
