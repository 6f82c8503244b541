#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/temporal/access.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace tuplepack::temporal {

/// Whether there is a row of features for each; rows without bytes stand for no features.
/// what    nodes, or edges
/// errors  out_of_range
[[nodiscard]] Result<void> check_features(const Rows& rows, std::int64_t count, const std::string& what);

/// Slots that no neighbour fills ask for a row that is needed anyway, so that shapes are static.
/// roots   [R] whose neighbours they are
/// nodes   [R,k] neighbours, −1 where there is none: becomes the root
/// events  [R,k] the events that they are from, −1 where there is none: becomes `event`
void fill_empty_slots(std::span<const std::int64_t> roots, std::int64_t event, std::span<std::int64_t> nodes,
                      std::span<std::int64_t> events);

/// The last event of each node writes its state: later events take the place of earlier ones.
/// node_of      [≥ 2·events] for each source, then for each destination, an index below U
/// last_root    [U] workspace
/// last_writes  room for U; receives, in the order of the nodes, the root of each node's last event, below 2·events
/// result       the number of nodes that have an event
/// cost         O(events + U)
[[nodiscard]] std::size_t find_last_writes(std::span<const std::uint32_t> node_of, std::size_t events,
                                           std::span<std::uint32_t> last_root, std::span<std::uint32_t> last_writes);

}  // namespace tuplepack::temporal
