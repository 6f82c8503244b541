#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tuplepack::temporal {

/// The largest batch that fits a slot: B events, k neighbours for each of the 2·B roots, and the widths of rows in
/// bytes.
struct BatchShape {
  std::int64_t events = 0;
  std::int64_t neighbours = 0;
  std::int64_t node_width = 0;  ///< 0: nodes have no features
  std::int64_t edge_width = 0;  ///< 0: edges have no features

  [[nodiscard]] std::int64_t roots() const { return 2 * events; }
  [[nodiscard]] std::int64_t node_requests() const { return roots() * (1 + neighbours); }
  [[nodiscard]] std::int64_t edge_requests() const { return events + roots() * neighbours; }
};

/// The static data of a batch of B events. Its roots are the sources of the events, then their destinations: event e of
/// the batch has the roots e and B + e. Rows needed by roots and neighbours are stored once and indexed by an inverse.
/// Empty neighbour slots refer to rows that are needed anyway (their root and the batch's first event), so that shapes
/// are static; `counts` says which slots are filled.
/// Example: events 7: 0→1 and 8: 0→2 at the same time, k = 1; nodes 0 and 1 interacted before in event 3.
///   counts    1 1 1 0
///   nodes     0 1 2      node_of  0 0 1 2 | 1 1 0 2    roots 0 0 1 2, then their neighbours 1 1 0 –
///   events    7 8 3      event_of 0 1 | 2 2 2 0        events 7 8, then those of the neighbours 3 3 3 –
///   last_writes          1 2 3                         node 0 by event 8, node 1 by event 7, node 2 by event 8
struct PreparedBatch {
  std::int64_t first_event = 0;            ///< the events [first_event, first_event + B)
  std::span<std::int32_t> counts{};        ///< [2B] neighbours of each root, 0 … k
  std::span<float> ages{};                 ///< [2B,k] time from the neighbour's event to the root's; 0 in empty slots
  std::span<std::int64_t> nodes{};         ///< [U] unique nodes: rows of state and of node features
  std::span<std::uint32_t> node_of{};      ///< [2B + 2B·k] indices into nodes: of roots, then [2B,k] of neighbours
  std::span<std::int64_t> edges{};         ///< [F] unique rows of edge features
  std::span<std::uint32_t> edge_of{};      ///< [B + 2B·k] indices into edges: of events, then [2B,k] of neighbours
  std::span<std::uint32_t> last_writes{};  ///< [W] the last root of each unique root node, which writes its state
  std::span<std::byte> node_rows{};        ///< [U, node_width] features
  std::span<std::byte> edge_rows{};        ///< [F, edge_width] features

  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(counts.size()) / 2; }
};

/// The size of a slot for batches of this shape, in bytes.
[[nodiscard]] std::int64_t bytes_of_slot(const BatchShape& shape);

/// Bytes of a slot that an array of `bytes` bytes takes, up to the next multiple of 64.
[[nodiscard]] constexpr std::size_t bytes_in_slot(std::size_t bytes) {
  return (bytes + 63) / 64 * 64;
}

/// The arrays of a slot, sized for the largest batch and aligned to 64 bytes from its beginning. Those whose sizes differ
/// from batch to batch come last, before the rows.
/// memory  bytes_of_slot bytes of any kind of memory, e.g. pinned; must outlive the result
[[nodiscard]] PreparedBatch slot_in(const BatchShape& shape, std::span<std::byte> memory);

}  // namespace tuplepack::temporal
