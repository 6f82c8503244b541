#pragma once

#include "tuplepack/formats/interactions/roots.hpp"
#include "tuplepack/temporal/sample.hpp"
#include "tuplepack/temporal/split.hpp"

#include <vector>

namespace tuplepack::reports {

/// Both nodes of every event at its time: the sources of all events, then their destinations.
[[nodiscard]] formats::RootTable event_roots(const temporal::Events& events);

/// The first event of the batch of each root of event_roots(), for Visible::batch_start.
[[nodiscard]] std::vector<std::int64_t> first_events(const temporal::Split& batches);

/// What sampling found for one layer of roots.
struct SampledLayer {
  std::int64_t roots = 0;  ///< in later layers: the slots of the previous one, including empty ones
  std::int64_t fanout = 0;
  std::int64_t neighbours = 0;
  std::int64_t without = 0;  ///< roots without a neighbour

  /// The share of slots that hold a neighbour.
  [[nodiscard]] double fill() const { return static_cast<double>(neighbours) / static_cast<double>(roots * fanout); }
};

/// assumes  the layer has a root
template <typename Time>
[[nodiscard]] SampledLayer layer_summary(const temporal::Neighbours<Time>& layer);

}  // namespace tuplepack::reports
