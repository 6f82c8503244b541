#pragma once

#include "tuplepack/formats/edges/node_ids.hpp"
#include "tuplepack/formats/rows/ids.hpp"
#include "tuplepack/temporal/events.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace tuplepack::formats {

/// Node ids of interactions that are any text, and become 0, 1, … in the order in which they first come; users and items each
/// for themselves.
class EventIds {
 public:
  explicit EventIds(const NodeIds::Note& note = {}) : ids_{NodeIds(note), NodeIds(note)} {}
  EventIds(const EventIds&) = delete;
  EventIds& operator=(const EventIds&) = delete;

  /// The numbering of interactions, for EventReadOptions; refers to *this.
  [[nodiscard]] NumberNode numbering();

  /// That of roots, which are nodes of the interactions that were read; refers to *this.
  /// errors  unsupported: these are between users and items, and an id may be either
  [[nodiscard]] Result<NumberNode> numbering_of_roots(const temporal::Events& events);

  /// What a node of these interactions was called; nothing where no interaction has it.
  [[nodiscard]] std::string_view id(std::int64_t node, const temporal::Events& events) const;

  /// All of them as CSV: orig, new, and kind where there are users and items.
  [[nodiscard]] std::string table(const temporal::Events& events) const;

 private:
  std::array<NodeIds, 2> ids_;  // nodes, or users and items
};

/// The error of interactions or roots whose ids are not numbered, with the way out if an id is not a number.
/// way_out  appended to the message
[[nodiscard]] Error offer_relabel(Error error, std::string_view way_out = relabel_hint);

}  // namespace tuplepack::formats
