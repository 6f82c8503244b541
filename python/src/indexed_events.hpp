#pragma once

#include "tuplepack/temporal/events.hpp"
#include "tuplepack/temporal/sample.hpp"

#include <array>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace tuplepack::python {

/// Whole times up to here are exact as doubles.
inline constexpr std::int64_t max_exact_time = std::int64_t{1} << 53;

/// Events, and their index for each direction, which is built when it is first needed, and kept.
class IndexedEvents {
 public:
  explicit IndexedEvents(temporal::Events events) : events_(std::move(events)) {}

  [[nodiscard]] const temporal::Events& events() const { return events_; }

  /// The index with times as they are, or as doubles.
  /// errors  too_large: whole times beyond 2^53, as doubles
  /// cost    O(E + nodes) the first time, and then 16 bytes per entry: one per event, or two in both directions
  template <typename Time>
  [[nodiscard]] Result<const temporal::TemporalCsr<Time>*> index(temporal::Direction direction);

 private:
  template <typename Time>
  using Indices = std::array<std::optional<temporal::TemporalCsr<Time>>, 3>;

  temporal::Events events_;
  std::mutex building_;
  std::tuple<Indices<std::int64_t>, Indices<double>> indices_;
};

}  // namespace tuplepack::python
