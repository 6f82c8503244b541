#include "tuplepack/formats/interactions/event_ids.hpp"

namespace tuplepack::formats {

NumberNode EventIds::numbering() {
  return [this](std::string_view id, std::size_t kind) { return ids_[kind].number(id); };
}

Result<NumberNode> EventIds::numbering_of_roots(const temporal::Events& events) {
  if (events.first_item > 0) {
    return fail(ErrorCode::unsupported,
                "with --relabel, of users and items, a root does not show which of the two it is");
  }
  ids_[0].close("the interactions");
  return numbering();
}

std::string_view EventIds::id(std::int64_t node, const temporal::Events& events) const {
  const bool is_item = events.first_item > 0 && node >= events.first_item;
  const NodeIds& ids = ids_[is_item ? 1 : 0];
  const std::int64_t number = is_item ? node - events.first_item : node;
  return number < ids.nodes() ? ids[number] : std::string_view();
}

std::string EventIds::table(const temporal::Events& events) const {
  const bool two_kinds = events.first_item > 0;
  std::string text = two_kinds ? "orig,new,kind\n" : "orig,new\n";
  ids_[0].append_rows(text, 0, two_kinds ? ",user" : "");
  ids_[1].append_rows(text, events.first_item, ",item");
  return text;
}

Error offer_relabel(Error error, std::string_view way_out) {
  const bool is_id = error.message.starts_with("node id");
  if (is_id && error.code != ErrorCode::out_of_range) error.message += way_out;
  return error;
}

}  // namespace tuplepack::formats
