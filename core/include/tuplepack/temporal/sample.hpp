#pragma once

#include "tuplepack/result.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace tuplepack {

// Temporal neighbours: what a node did before a time. Exact, unlike the parallel sampler of TGL (which ETC ships too),
// that never returns a node's oldest event, gives slots to events it then drops, and forgets neighbours within a batch.
// Time is std::int64_t or double in all of this header, as the events have it (Times in events.hpp).

/// Which events of a node count as its own. The neighbour is the other end.
enum class Direction : std::uint8_t {
  both,  ///< from it and to it; a self-loop is one event, and counts once
  out,   ///< from it
  in,    ///< to it
};
[[nodiscard]] std::string_view name(Direction direction);
[[nodiscard]] Result<Direction> direction_by_name(std::string_view name);

/// One event as one of its nodes has it.
struct Interaction {
  std::int32_t neighbour = 0;
  std::int32_t event = 0;
};

/// The interactions of each node in the order of time, equal times in the order of events (the T-CSR of TGL, Zhou et
/// al. 2022, §3.1). Node v has the entries [offsets[v], offsets[v+1]).
template <typename Time>
struct TemporalCsr {
  std::vector<std::int64_t> offsets{0};     ///< [nodes + 1]
  std::vector<Interaction> interactions{};  ///< [entries]
  std::vector<Time> times{};                ///< [entries]

  [[nodiscard]] std::int64_t nodes() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
};

/// Puts events in the order of nodes by counting.
/// sources, destinations, times   [E], as make_events leaves them: ids are 0 … nodes − 1, times never fall
/// cost                           O(E + nodes)
template <typename Time>
[[nodiscard]] TemporalCsr<Time> temporal_csr(std::span<const std::int64_t> sources,
                                             std::span<const std::int64_t> destinations, std::span<const Time> times,
                                             std::int64_t nodes, Direction direction);

/// Nodes whose neighbours are wanted, each as of a time.
template <typename Time>
struct Roots {
  std::span<const std::int64_t> nodes{};   ///< [R]; −1 is no node, and has no neighbours
  std::span<const Time> times{};           ///< [R]
  std::span<const std::int64_t> before{};  ///< [R], Visible::batch_start only: the first event of the root's batch
};

/// Which events a root sees.
enum class Visible : std::uint8_t {
  strict,       ///< those at a time below the root's
  inclusive,    ///< those at a time up to the root's
  batch_start,  ///< those whose id is below `before`: what was known when the batch began, also among equal times
};
[[nodiscard]] std::string_view name(Visible visible);
[[nodiscard]] Result<Visible> visible_by_name(std::string_view name);

enum class SampleStrategy : std::uint8_t {
  recent,   ///< the k newest; at equal times the larger event id is the newer
  uniform,  ///< k different ones, each set of k as likely; all of them where there are no more than k
};
[[nodiscard]] std::string_view name(SampleStrategy strategy);

template <typename Time>
struct SampleOptions {
  std::vector<std::int64_t> fanouts{10};  ///< k of each layer
  SampleStrategy strategy = SampleStrategy::recent;
  Visible visible = Visible::strict;
  std::optional<Time> window{};  ///< ≥ 0: only events at a time ≥ the root's − window
  /// Uniform: the choice for a slot is a function of the seed, the layer, the index of the root and the slot, nothing
  /// else. Each batch wants a seed of its own.
  std::uint64_t seed = 0;
};

/// Neighbours of R roots as padded rows: the place of a row does not depend on other rows, so that rows are written in
/// any order and by any thread, and shapes stay fixed for compilers and captured graphs. Loaders that take lists (DGL,
/// PyG, TGL) keep the slots below `counts`: their offsets are the running sum of counts.
template <typename Time>
struct NeighbourArrays {
  std::span<std::int64_t> nodes{};   ///< [R,k] the neighbours, newest event first; −1 after the last
  std::span<std::int64_t> events{};  ///< [R,k] the events, e.g. rows of edge features; −1 after the last
  std::span<Time> times{};           ///< [R,k] when they were; after the last the root's own time, so that its age is 0
  std::span<std::int32_t> counts{};  ///< [R] neighbours there are, 0 … k
};

/// errors  limit_not_positive (a fanout below 1, or none) · negative (a window below 0) · malformed (a window or a
///         root's time that is NaN) · out_of_range (a root that is not a node: names its index) · too_large (a layer of
///         2^31 slots or more)
template <typename Time>
[[nodiscard]] Result<void> check_sample(const TemporalCsr<Time>& csr, const Roots<Time>& roots,
                                        const SampleOptions<Time>& options);

/// Writes the rows [begin, end) of one layer, for roots and options that were checked. The rows of one call do not
/// depend on other calls: roots may be divided among threads.
/// layer   which of options.fanouts is k
/// cost    recent O(log degree + k) a root, uniform O(log degree + k²)
template <typename Time>
void fill_neighbours(const TemporalCsr<Time>& csr, const Roots<Time>& roots, const SampleOptions<Time>& options,
                     std::size_t layer, std::int64_t begin, std::int64_t end, const NeighbourArrays<Time>& out);

/// The neighbours of one layer.
template <typename Time>
struct Neighbours {
  std::vector<std::int64_t> nodes{};   ///< [R,k]
  std::vector<std::int64_t> events{};  ///< [R,k]
  std::vector<Time> times{};           ///< [R,k]
  std::vector<std::int32_t> counts{};  ///< [R]

  Neighbours() = default;
  Neighbours(std::size_t roots, std::int64_t k)
      : nodes(roots * static_cast<std::size_t>(k)), events(nodes.size()), times(nodes.size()), counts(roots) {}

  [[nodiscard]] NeighbourArrays<Time> arrays() { return {nodes, events, times, counts}; }

  /// The roots of the layer after this one: root r · k + j is the neighbour in slot j of root r, as of the event that
  /// made it one. So `strict` sees what was before that event's time, `inclusive` also what was at that time, the event
  /// itself among it, and `batch_start` what has a smaller id than that event. A window is counted from its time. An
  /// empty slot is no node, and stays empty.
  [[nodiscard]] Roots<Time> as_roots() const { return {nodes, times, events}; }
};

/// Neighbours of roots, neighbours of those, and so on: one layer for each fanout.
/// errors  as check_sample
template <typename Time>
[[nodiscard]] Result<std::vector<Neighbours<Time>>> sample(const TemporalCsr<Time>& csr, const Roots<Time>& roots,
                                                           const SampleOptions<Time>& options);

}  // namespace tuplepack
