#pragma once

#include "tuplepack/base/result.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace tuplepack::temporal {

// Temporal neighbour sampling: the interactions of a node before a time. Exact, unlike the parallel sampler of TGL
// (also shipped with ETC), which never returns a node's oldest event, gives slots to events that it then drops, and
// misses neighbours within a batch. Time is std::int64_t or double throughout, as in the events (Times in events.hpp).

/// Which events of a node are sampled. The neighbour is the other end.
enum class Direction : std::uint8_t {
  both,  ///< from it and to it; a self-loop is one event, and counts once
  out,   ///< from it
  in,    ///< to it
};
[[nodiscard]] std::string_view name(Direction direction);
[[nodiscard]] Result<Direction> direction_by_name(std::string_view name);
[[nodiscard]] std::vector<std::string_view> directions();  ///< the names of all, in display order

/// One event as seen from one of its nodes.
struct Interaction {
  std::int32_t neighbour = 0;
  std::int32_t event = 0;
};

/// The interactions of each node sorted by time, ties by event id (the T-CSR of TGL, Zhou et al. 2022, §3.1). Node v
/// has the entries [offsets[v], offsets[v+1]).
template <typename Time>
struct TemporalCsr {
  std::vector<std::int64_t> offsets{0};     ///< [nodes + 1]
  std::vector<Interaction> interactions{};  ///< [entries]
  std::vector<Time> times{};                ///< [entries]

  [[nodiscard]] std::int64_t nodes() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
};

/// Groups events by node with a counting sort.
/// sources, destinations, times   [E], as validated by make_events: ids are 0 … nodes − 1, times are non-decreasing
/// cost                           O(E + nodes)
template <typename Time>
[[nodiscard]] TemporalCsr<Time> temporal_csr(std::span<const std::int64_t> sources,
                                             std::span<const std::int64_t> destinations, std::span<const Time> times,
                                             std::int64_t nodes, Direction direction);

/// Nodes to sample neighbours of, each as of a time.
template <typename Time, typename Id = std::int64_t>
struct Roots {
  std::span<const Id> nodes{};    ///< [R]; −1: no node, without neighbours
  std::span<const Time> times{};  ///< [R]
  std::span<const Id> before{};   ///< [R], Visible::batch_start only: the first event of the root's batch
};

/// Which events a root sees.
enum class Visible : std::uint8_t {
  strict,       ///< events before the root's time
  inclusive,    ///< events up to and including the root's time
  batch_start,  ///< events with an id below `before`: known when the batch began, also among equal times
};
[[nodiscard]] std::string_view name(Visible visible);
[[nodiscard]] Result<Visible> visible_by_name(std::string_view name);
[[nodiscard]] std::vector<std::string_view> visibilities();  ///< the names of all, in display order

enum class SampleStrategy : std::uint8_t {
  recent,   ///< the k newest; of equal times, the larger event id is newer
  uniform,  ///< k distinct neighbours, uniformly without replacement; all of them where there are at most k
};
[[nodiscard]] std::string_view name(SampleStrategy strategy);
[[nodiscard]] Result<SampleStrategy> sample_strategy_by_name(std::string_view name);

template <typename Time>
struct SampleOptions {
  std::vector<std::int64_t> fanouts{10};  ///< k of each layer
  SampleStrategy strategy = SampleStrategy::recent;
  Visible visible = Visible::strict;
  std::optional<Time> window{};  ///< ≥ 0: only events at or after the root's time − window
  /// Uniform: the choice for a slot is a function of the seed, the layer, the index of the root and the slot, and of
  /// nothing else. Use a different seed for each batch.
  std::uint64_t seed = 0;
  std::int64_t first_root = 0;  ///< the index of the first root, where these are a part of a longer list
};

/// Neighbours of R roots as padded rows: rows can be written in any order and by any thread, and shapes stay static for
/// compilers and captured graphs. Loaders that take lists (DGL, PyG, TGL) keep the first `counts` slots of each row;
/// their offsets are the exclusive prefix sum of counts. Ids are std::int64_t or std::int32_t, in which those of nodes
/// and events always fit.
template <typename Time, typename Id = std::int64_t>
struct NeighbourArrays {
  std::span<Id> nodes{};             ///< [R,k] the neighbours, newest event first; padded with −1
  std::span<Id> events{};            ///< [R,k] the events, e.g. rows of edge features; padded with −1
  std::span<Time> times{};           ///< [R,k] times of the events; padded with the root's time, so that its age is 0
  std::span<std::int32_t> counts{};  ///< [R] neighbours found, 0 … k
};

/// errors  limit_not_positive (a fanout below 1, or none) · negative (a window below 0) · malformed (a window or a
///         root's time that is NaN) · out_of_range (a root outside the nodes: names its index) · too_large (a layer of
///         2^31 slots or more)
template <typename Time>
[[nodiscard]] Result<void> check_sample(const TemporalCsr<Time>& csr, const Roots<Time>& roots,
                                        const SampleOptions<Time>& options);

/// Writes the rows [begin, end) of one layer, for roots and options that passed check_sample. Calls are independent, so
/// roots may be divided among threads.
/// layer   the index of k in options.fanouts
/// cost    recent O(log degree + k) a root, uniform O(log degree + k²)
template <typename Time, typename RootId = std::int64_t, typename Id = std::int64_t>
void fill_neighbours(const TemporalCsr<Time>& csr, const Roots<Time, RootId>& roots, const SampleOptions<Time>& options,
                     std::size_t layer, std::int64_t begin, std::int64_t end, const NeighbourArrays<Time, Id>& out);

/// The neighbours of one layer.
template <typename Time, typename Id = std::int64_t>
struct Neighbours {
  std::vector<Id> nodes{};             ///< [R,k]
  std::vector<Id> events{};            ///< [R,k]
  std::vector<Time> times{};           ///< [R,k]
  std::vector<std::int32_t> counts{};  ///< [R]

  Neighbours() = default;
  Neighbours(std::size_t roots, std::int64_t k)
      : nodes(roots * static_cast<std::size_t>(k)), events(nodes.size()), times(nodes.size()), counts(roots) {}

  /// For other roots; the values are not those of any.
  void resize(std::size_t roots, std::int64_t k) {
    nodes.resize(roots * static_cast<std::size_t>(k));
    events.resize(nodes.size());
    times.resize(nodes.size());
    counts.resize(roots);
  }

  [[nodiscard]] NeighbourArrays<Time, Id> arrays() { return {nodes, events, times, counts}; }

  /// The roots of the next layer: root r · k + j is the neighbour in slot j of root r, as of the event that connects
  /// them. `strict` sees events before that event's time, `inclusive` also those at that time, the event itself
  /// included, and `batch_start` those with a smaller id. A window is measured from that time. Empty slots stay empty.
  [[nodiscard]] Roots<Time, Id> as_roots() const { return {nodes, times, events}; }
};

/// Calls work(begin, end) for pieces that make up [0, count), in any order, and returns when all are done.
using ForPieces = std::function<void(std::int64_t count, const std::function<void(std::int64_t, std::int64_t)>& work)>;

/// Multi-hop sampling: one layer for each fanout, each rooted at the neighbours of the layer before.
/// for_pieces  divides the roots of each layer, among threads perhaps: a row depends on its root only, so the bytes are
///             the same. Empty: it does not
/// errors      as check_sample
template <typename Time, typename Id = std::int64_t>
[[nodiscard]] Result<std::vector<Neighbours<Time, Id>>> sample(const TemporalCsr<Time>& csr, const Roots<Time>& roots,
                                                               const SampleOptions<Time>& options,
                                                               const ForPieces& for_pieces = {});

}  // namespace tuplepack::temporal
