#pragma once

#include "tuplepack/result.hpp"

#include <cstdint>
#include <variant>
#include <vector>

namespace tuplepack {

/// Tables over nodes have an entry of 4 bytes for every id there may be, occurring or not. 2^28 of them are a gigabyte.
inline constexpr std::int64_t max_nodes = std::int64_t{1} << 28;

/// Events are numbered in 32 bits.
inline constexpr std::int64_t max_events = (std::int64_t{1} << 31) - 1;

/// Whole times lie in [−max_time, max_time], so that the difference of two fits in 64 bits. Nanoseconds since 1970 do.
inline constexpr std::int64_t max_time = std::int64_t{1} << 62;

/// Times as they were given: whole numbers stay exact; fractional ones are finite.
using Times = std::variant<std::vector<std::int64_t>, std::vector<double>>;

/// Interactions in the order of time. Event e is the edge sources[e] → destinations[e] at time e; its index e is its
/// id, and breaks ties of time: the larger is the newer. A self-loop is an event like any other.
struct Events {
  std::vector<std::int64_t> sources;       ///< [E], 0 … nodes − 1
  std::vector<std::int64_t> destinations;  ///< [E], 0 … nodes − 1
  Times times;                             ///< [E], never falling
  std::int64_t nodes = 0;                  ///< largest id + 1, or as declared; not all need to occur

  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(sources.size()); }
};

/// Interactions as they were read, not checked yet.
struct EventColumns {
  std::vector<std::int64_t> sources;       ///< [E]
  std::vector<std::int64_t> destinations;  ///< [E]
  Times times;                             ///< [E]
  /// [E]: where each event was read, for errors; or empty: errors then say which event it is, counted from 0.
  std::vector<std::int64_t> lines{};
};

struct EventOptions {
  bool sort = false;       ///< put events in the order of time; those of one time stay as they come
  std::int64_t nodes = 0;  ///< declared number of nodes, e.g. rows of a feature table; 0: the largest id + 1
};

/// Checks columns and takes them over.
/// errors  empty · negative (an id below 0) · too_large (an id from max_nodes on, a time beyond max_time, or
///         more than max_events) · out_of_range (an id that is not below the declared number of nodes) · malformed (a
///         time that is NaN or infinite) · out_of_order (a time before that of the event above it: names both). Each
///         with its line or event.
/// cost    O(E), and O(E log E) for events that need sorting
[[nodiscard]] Result<Events> make_events(EventColumns columns, const EventOptions& options = {});

/// What describes a list of events (Gao et al. 2024, Table 1).
struct EventStatistics {
  std::int64_t events = 0;
  std::int64_t nodes = 0;       ///< that occur
  std::int64_t self_loops = 0;  ///< events from a node to itself
  std::int64_t ties = 0;        ///< events at the time of the event before
  double average_degree = 0;    ///< 2 · events / nodes: a self-loop counts twice
  /// Θ: how many events later a node occurs again. The mean of f − e over all nodes and all pairs of events e < f that
  /// contain the node, with none between them that does; 1 is the very next event. 0 when no node occurs again.
  double average_update_distance = 0;
};

/// cost  O(E + nodes)
[[nodiscard]] EventStatistics statistics(const Events& events);

}  // namespace tuplepack
