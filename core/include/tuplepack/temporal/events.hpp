#pragma once

#include "tuplepack/base/result.hpp"

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace tuplepack::temporal {

/// Tables over nodes have a 4-byte entry for every possible id, whether it occurs or not: 2^28 of them are a gigabyte.
inline constexpr std::int64_t max_nodes = std::int64_t{1} << 28;

/// Events are numbered in 32 bits.
inline constexpr std::int64_t max_events = (std::int64_t{1} << 31) - 1;

/// Integer times lie in [−max_time, max_time], so that the difference of two fits in 64 bits. Nanoseconds since 1970
/// fit.
inline constexpr std::int64_t max_time = std::int64_t{1} << 62;

/// Times as given: integers stay exact; floating-point times are finite.
using Times = std::variant<std::vector<std::int64_t>, std::vector<double>>;

/// What times count: dates since 1970 in a unit, or whatever the numbers of a file mean.
enum class TimeUnit : std::uint8_t {
  plain,
  years,
  months,
  weeks,
  days,
  hours,
  minutes,
  seconds,
  milliseconds,
  microseconds,
  nanoseconds,
  unknown
};

/// Temporal interactions, sorted by time. Event e is the edge sources[e] → destinations[e] at times[e]; its index e is
/// its id and breaks ties: of equal times, the larger id is newer. A self-loop is an event like any other.
struct Events {
  std::vector<std::int64_t> sources;       ///< [E], 0 … nodes − 1
  std::vector<std::int64_t> destinations;  ///< [E], 0 … nodes − 1
  Times times;                             ///< [E], non-decreasing
  std::int64_t nodes = 0;                  ///< largest id + 1, or as declared; not every node need occur
  std::int64_t first_item = 0;             ///< if bipartite: nodes from here on are items; else 0
  /// [E] the row of each event in a table of edge features, 0 … max_events − 1; empty: event e has row e.
  std::vector<std::int64_t> feature_rows{};
  TimeUnit unit = TimeUnit::plain;  ///< of times
  std::int64_t features = 0;        ///< of each event in the file that it was read from; 0: none, or not known

  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(sources.size()); }
};

/// Interactions as read, not yet validated.
struct EventColumns {
  std::vector<std::int64_t> sources;       ///< [E]
  std::vector<std::int64_t> destinations;  ///< [E]
  Times times;                             ///< [E]
  /// [E] the line of each event, for errors; if empty, errors name the event's index, counted from 0.
  std::vector<std::int64_t> lines{};
  std::vector<std::int64_t> feature_rows{};  ///< as in Events
  /// Sources are users and destinations items, each numbered from 0: make_events lets the items follow the users.
  bool is_bipartite = false;
};

struct EventOptions {
  bool sort = false;       ///< sort events by time (stable); feature rows stay those of the order given
  std::int64_t nodes = 0;  ///< declared number of nodes, e.g. rows of a feature table; 0: the largest id + 1
};

/// Validates columns and takes ownership of them.
/// errors  empty · negative (an id or a feature row below 0) · too_large (an id ≥ max_nodes, a time beyond max_time, a
///         feature row ≥ max_events, or more than max_events events) · out_of_range (an id ≥ the declared number of
///         nodes) · malformed (a time that is NaN or infinite) · out_of_order (a time before the previous one: names
///         both). Each with its line or event.
/// cost    O(E); O(E log E) for events that need sorting
[[nodiscard]] Result<Events> make_events(EventColumns columns, const EventOptions& options = {});

/// How many rows a table of edge features must have: one for every event, or the largest feature row + 1.
/// cost  O(E)
[[nodiscard]] std::int64_t feature_row_count(const Events& events);

/// Replaces the indices of events by their feature rows.
void find_feature_rows(const Events& events, std::span<std::int64_t> indices);

/// Statistics of a list of events (Gao et al. 2024, Table 1).
struct EventStatistics {
  std::int64_t events = 0;
  std::int64_t nodes = 0;       ///< that occur
  std::int64_t first_item = 0;  ///< as in Events
  std::int64_t self_loops = 0;  ///< events from a node to itself
  std::int64_t ties = 0;        ///< events at the same time as the previous one
  double average_degree = 0;    ///< 2 · events / nodes: a self-loop counts twice
  /// Θ of the paper: the mean distance, in events, between consecutive events of a node, and then the mean over all nodes
  /// that occur; that of a node with one event is 0.
  double average_update_distance = 0;
  /// The mean of f − e over all pairs of events e < f that contain the same node and have no event with it in between,
  /// where nodes count as often as they recur. 0 when no node occurs twice.
  double average_reuse_distance = 0;
};

/// cost  O(E + nodes)
[[nodiscard]] EventStatistics statistics(const Events& events);

}  // namespace tuplepack::temporal
