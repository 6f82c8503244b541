#include "indexed_events.hpp"

#include <cmath>
#include <string>
#include <variant>

namespace tuplepack::python {

template <typename Time>
static temporal::TemporalCsr<Time> index_of(const temporal::Events& events, const std::vector<Time>& times,
                                            temporal::Direction direction) {
  return temporal_csr<Time>(events.sources, events.destinations, times, events.nodes, direction);
}

/// Whole times as doubles.
template <typename Time>
static Result<std::vector<Time>> converted_times(const temporal::Events& events) {
  std::vector<Time> converted;
  for (const std::int64_t time : std::get<std::vector<std::int64_t>>(events.times)) {
    if (std::abs(time) > max_exact_time) {
      return fail(ErrorCode::too_large, "time " + std::to_string(time) +
                                            " exceeds 2^53 and cannot be compared with fractional times of roots");
    }
    converted.push_back(static_cast<Time>(time));
  }
  return converted;
}

template <typename Time>
Result<const temporal::TemporalCsr<Time>*> IndexedEvents::index(temporal::Direction direction) {
  const std::scoped_lock lock(building_);
  auto& index = std::get<Indices<Time>>(indices_)[static_cast<std::size_t>(direction)];
  if (index) return &*index;
  if (const auto* times = std::get_if<std::vector<Time>>(&events_.times)) {
    return &index.emplace(index_of(events_, *times, direction));
  }
  const auto converted = converted_times<Time>(events_);
  if (!converted) return tl::unexpected(converted.error());
  return &index.emplace(index_of(events_, *converted, direction));
}

template Result<const temporal::TemporalCsr<std::int64_t>*> IndexedEvents::index(temporal::Direction);
template Result<const temporal::TemporalCsr<double>*> IndexedEvents::index(temporal::Direction);

}  // namespace tuplepack::python
