#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/temporal/events.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tuplepack {

/// The nodes that negatives are drawn from. Ids that occur in no event are never among them: a table of ids may be
/// mostly empty.
enum class NegativesFrom : std::uint8_t {
  destinations,  ///< nodes that are the destination of an event: the items of bipartite interactions
  nodes,         ///< nodes that are either end of an event
};
[[nodiscard]] std::string_view name(NegativesFrom from);
[[nodiscard]] Result<NegativesFrom> negatives_from_by_name(std::string_view name);
[[nodiscard]] std::vector<std::string_view> negatives_from_choices();

/// What link prediction contrasts each event with: nodes that it is not known to have reached.
struct Negatives {
  std::int64_t per_event = 0;
  NegativesFrom from = NegativesFrom::destinations;
  std::uint64_t seed = 0;
};

/// Draws nodes uniformly and independently; an event's own destination may be among them.
/// result  [E · per_event]: those of event e are [e · per_event, (e + 1) · per_event). The same for the same seed.
/// cost    O(nodes + E · per_event)
[[nodiscard]] std::vector<std::int64_t> draw_negatives(const Events& events, const Negatives& wanted);

}  // namespace tuplepack
