#pragma once

#include "formats/rows/temporal_columns.hpp"
#include "tuplepack/temporal/events.hpp"

#include <functional>
#include <optional>
#include <string>

namespace tuplepack::formats {

/// Decides whether the ids of sources and destinations are of two kinds of nodes, each numbered on its own.
/// asked   none: users and items by name are, with a note; others are of one kind, unless as much speaks for two
/// errors  unsupported: unknown names, ids that occur in both columns, and hardly an event from a node to itself
/// cost    O(E log E) for unknown names
[[nodiscard]] Result<void> settle_bipartite(temporal::EventColumns& columns, EndNames names, std::optional<bool> asked,
                                            const std::function<void(const std::string&)>& note);

}  // namespace tuplepack::formats
