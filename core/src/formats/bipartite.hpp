#pragma once

#include "tuplepack/temporal/events.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace tuplepack {

/// What the columns of sources and destinations say by their names.
enum class EndNames : std::uint8_t {
  nodes,  ///< sources and destinations, or nothing: a table of three columns without a header
  users_and_items,
  unknown,  ///< chosen ones with other names, or with none
};

/// Decides whether the ids of sources and destinations are of two kinds of nodes, each numbered on its own.
/// asked   none: users and items by name are, with a note; others are of one kind, unless as much speaks for two
/// errors  unsupported: unknown names, ids that occur in both columns, and hardly an event from a node to itself
/// cost    O(E log E) for unknown names
[[nodiscard]] Result<void> settle_bipartite(EventColumns& columns, EndNames names, std::optional<bool> asked,
                                            const std::function<void(const std::string&)>& note);

}  // namespace tuplepack
