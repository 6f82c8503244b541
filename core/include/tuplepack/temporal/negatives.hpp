#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/temporal/events.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tuplepack::temporal {

/// The nodes that negatives are drawn from. Ids that occur in no event are never among them: a table of ids may be
/// mostly empty. The last two are those of Poursafaei et al. 2022, "Towards Better Evaluation for Dynamic Link
/// Prediction", for the event's own source, as TGB draws them: nodes that it has an event with at the time of this one
/// are left out, each other is as likely, and where there are none destinations are drawn.
enum class NegativesFrom : std::uint8_t {
  destinations,  ///< nodes that are the destination of an event: the items of bipartite interactions
  nodes,         ///< nodes that are either end of an event
  historical,    ///< destinations of the source's events before this time
  inductive,     ///< the same, of those that it first had after training
};
[[nodiscard]] std::string_view name(NegativesFrom from);
[[nodiscard]] Result<NegativesFrom> negatives_from_by_name(std::string_view name);
[[nodiscard]] std::vector<std::string_view> negatives_from_choices();

/// What link prediction contrasts each event with: nodes that it is not known to have reached.
struct Negatives {
  std::int64_t per_event = 0;
  NegativesFrom from = NegativesFrom::destinations;
  std::uint64_t seed = 0;
  std::int64_t trained = 0;  ///< inductive: the number of events that training has seen, the first ones
};

/// The different destinations of each source, in the order of their first event, and its events.
struct DestinationHistory {
  std::vector<std::int64_t> event_offsets{};  ///< [nodes + 1]
  std::vector<std::int32_t> events{};         ///< [E] ascending for each source
  std::vector<std::int64_t> offsets{};        ///< [nodes + 1]
  std::vector<std::int32_t> destinations{};   ///< [different pairs]
  std::vector<std::int32_t> first_events{};   ///< [different pairs] ascending for each source
};

/// Draws negatives independently, or has those that are given. What an event gets depends on the seed, the epoch and
/// the event, and on nothing else: any part of the events can be drawn for, by any thread, in any order.
class NegativeSampler {
 public:
  /// cost  O(E + nodes) and 8 bytes per candidate; historical and inductive: up to 12 bytes per event, 16 per node
  NegativeSampler(const Events& events, const Negatives& wanted);

  /// Those given are the same in every epoch.
  /// given   [count · per_event] of the events from `first` on; −1: none
  /// errors  out_of_range (a node outside −1 … nodes − 1) · malformed (rows that do not fit the events)
  [[nodiscard]] static Result<NegativeSampler> fixed(const Events& events, std::vector<std::int64_t> given,
                                                     std::int64_t first, std::int64_t per_event);

  [[nodiscard]] std::int64_t per_event() const { return wanted_.per_event; }

  /// Writes those of the events [begin, end).
  /// events  the same
  /// out     [(end − begin) · per_event]: of event e from (e − begin) · per_event on. An event's own destination may be
  ///         among destinations and nodes
  /// assumes fixed: the events have rows
  /// cost    O(1) each; historical and inductive: O(log E) for each event, and for each negative the events that the source
  ///         has at that time, seldom times its past destinations
  void draw(const Events& events, std::uint64_t epoch, std::int64_t begin, std::int64_t end,
            std::span<std::int64_t> out) const;

 private:
  NegativeSampler() = default;

  Negatives wanted_{};
  std::vector<std::int64_t> candidates_{};  // ascending
  DestinationHistory history_{};
  std::vector<std::int64_t> given_{};
  std::int64_t first_given_ = 0;
  bool is_fixed_ = false;
};

/// Those of all events, of the first epoch.
/// result  [E · per_event]
[[nodiscard]] std::vector<std::int64_t> draw_negatives(const Events& events, const Negatives& wanted);

}  // namespace tuplepack::temporal
