#include "tuplepack/formats/edges/node_ids.hpp"

#include "tuplepack/base/visible.hpp"
#include "tuplepack/formats/rows/ids.hpp"
#include "tuplepack/graph/schema/schema.hpp"

#include <algorithm>
#include <charconv>

namespace tuplepack::formats {

std::optional<std::int64_t> whole_id(std::string_view id) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), number);
  if (error != std::errc() || end != id.data() + id.size() || std::to_string(number) != id) return std::nullopt;
  return number;
}

/// How else the same number may be written: "1" as "1.0", by whoever keeps ids as floats. None of other text.
static std::optional<std::string> other_spelling(std::string_view id) {
  const std::size_t point = id.find('.');
  if (!whole_id(id.substr(0, point))) return std::nullopt;
  if (point == std::string_view::npos) return std::string(id) + ".0";
  const bool is_fraction_zero = point + 1 < id.size() && id.find_first_not_of('0', point + 1) == std::string_view::npos;
  return is_fraction_zero ? std::optional(std::string(id.substr(0, point))) : std::nullopt;
}

Result<std::int64_t> NodeIds::add(std::string_view id) {
  const std::size_t before = ids_.size();
  const std::int64_t number{ids_.find_or_add(id)};
  if (ids_.size() == before) return number;
  if (note_ && may_be_missing_id(id) && !std::exchange(noted_missing_, true)) {
    note_("'" + visible(id) + "' is the id of a node; leave out rows that lack an id, if it stands for none");
  }
  const auto other = other_spelling(id);
  if (!other || ids_.find(*other) == graph::IdTable::none) return number;
  return fail(ErrorCode::malformed,
              "nodes " + *other + " and " + std::string(id) + " may be the same; write ids in one way");
}

Result<std::int64_t> NodeIds::number(std::string_view id) {
  constexpr std::size_t max_bytes = 1024;
  if (id.size() > max_bytes) {
    return fail(ErrorCode::too_large, "an id of " + std::to_string(id.size()) + " bytes; at most " +
                                          std::to_string(max_bytes) + " are possible");
  }
  if (!from_.empty()) {
    const std::uint32_t known = ids_.find(id);
    uses_first_ = uses_first_ || known == 0;
    if (known == graph::IdTable::none)
      return fail(ErrorCode::out_of_range, "node '" + visible(id) + "' is not in " + from_);
    return std::int64_t{known};
  }
  if (nodes() >= graph::max_graph_nodes && ids_.find(id) == graph::IdTable::none) {
    return fail(ErrorCode::too_large, "more than " + std::to_string(graph::max_graph_nodes) + " different ids");
  }
  longest_ = std::max(longest_, id.size());
  return add(id);
}

void NodeIds::note_first() const {
  const bool may_be_name = !from_.empty() && !uses_first_ && nodes() > 1 && !whole_id(ids_[0]);
  if (!may_be_name || !note_) return;
  note_(from_ + ": the first line, '" + visible(ids_[0], 40) +
        "', is the id of a node without edges; remove it if it is a column name");
}

/// As RFC 4180 quotes it, where that is needed.
static void append_field(std::string& text, std::string_view field) {
  const bool plain = field.find_first_of(",\"\r\n") == std::string_view::npos && field.front() != ' ' &&
                     field.back() != ' ' && field.front() != '#' && field.front() != '%';
  if (plain) {
    text += field;
    return;
  }
  text += '"';
  for (const char c : field) text.append(c == '"' ? 2 : 1, c);
  text += '"';
}

void NodeIds::append_rows(std::string& table, std::int64_t first, std::string_view ending) const {
  for (std::int64_t node = 0; node < nodes(); ++node) {
    append_field(table, (*this)[node]);
    table += "," + std::to_string(first + node);
    (table += ending) += '\n';
  }
}

}  // namespace tuplepack::formats
