#include "tuplepack/formats/edges/edge_ends.hpp"

#include "formats/rows/temporal_columns.hpp"
#include "formats/text/text.hpp"
#include "tuplepack/formats/rows/ids.hpp"

#include <algorithm>
#include <optional>

namespace tuplepack::formats {

// ---- columns ----

/// Whether a column is named as a node type: user, user_id, userId.
static bool is_named_as(std::string_view name, std::string_view type) {
  if (type.empty() || !begins_in_any_case(name, type)) return false;
  const std::string_view rest = name.substr(type.size());
  return rest.empty() || equal_in_any_case(rest, "_id") || equal_in_any_case(rest, "id");
}

/// The same of the type's singular: movieId holds the nodes of type movies.
static bool names_type(std::string_view name, std::string_view type) {
  const bool is_plural = type.size() > 1 && type.ends_with('s');
  return is_named_as(name, type) || (is_plural && is_named_as(name, type.substr(0, type.size() - 1)));
}

/// The only column that is named as a type.
static std::optional<std::size_t> column_of_type(std::span<const std::string> names, std::string_view type) {
  const auto is_it = [&](const std::string& name) { return names_type(name, type); };
  if (std::count_if(names.begin(), names.end(), is_it) != 1) return std::nullopt;
  return static_cast<std::size_t>(std::find_if(names.begin(), names.end(), is_it) - names.begin());
}

/// Whether columns are named as the types of the other end rather than of theirs.
static bool are_turned(std::span<const std::string> names, std::span<const std::size_t> columns,
                       const std::array<std::string, 2>& types) {
  const auto named = [&](std::size_t column, std::size_t type) {
    return names_type(names[columns[column]], types[type]);
  };
  const int straight = int{named(0, 0)} + int{named(1, 1)}, turned = int{named(0, 1)} + int{named(1, 0)};
  return turned > straight;
}

std::span<const std::string> EdgeEnds::wanted(const EdgeTable& table) const {
  if (table.is_chosen) return {};
  return options_.columns;
}

Result<std::vector<std::size_t>> EdgeEnds::choose(const EdgeTable& table) const {
  const auto& names = table.names;
  auto columns = choose_edge_columns(names, table.width, wanted(table));
  if (!wanted(table).empty() || names.empty() || options_.one_type()) return columns;
  if (columns) {
    if (are_turned(names, *columns, options_.types)) std::swap((*columns)[0], (*columns)[1]);
    return columns;
  }
  if (columns.error().code != ErrorCode::missing_column) return columns;  // several may be meant
  const auto source = column_of_type(names, options_.types[0]), destination = column_of_type(names, options_.types[1]);
  if (source && destination && *source != *destination) return std::vector<std::size_t>{*source, *destination};
  return columns;
}

bool EdgeEnds::is_header(std::span<const std::string> names) const {
  if (are_edge_columns(names, options_.columns)) return true;
  return options_.columns.empty() && !options_.one_type() && column_of_type(names, options_.types[0]) &&
         column_of_type(names, options_.types[1]);
}

void EdgeEnds::note_ignored(const EdgeTable& table, std::span<const std::size_t> used, const Note& note) const {
  std::string list;
  std::size_t ignored = 0;
  for (std::size_t column = 0; column < table.width; ++column) {
    if (std::find(used.begin(), used.end(), column) != used.end()) continue;
    if (!table.names.empty() &&
        std::find(table.known.begin(), table.known.end(), table.names[column]) != table.known.end()) {
      continue;
    }
    ++ignored;
    list +=
        (list.empty() ? "" : ", ") + (table.names.empty() ? std::to_string(column + 1) : quote(table.names[column]));
  }
  if (!note || ignored == 0) return;
  note(std::string(table.part) + (ignored == 1 ? " " : "s ") + visible(list, 200) + (ignored == 1 ? " is" : " are") +
       " ignored; use --columns to choose others");
}

void EdgeEnds::begin(const EdgeTable& table, std::span<const std::size_t> chosen, const Note& note) {
  const auto& names = table.names;
  const bool is_choice = wanted(table).empty(), may_merge = options_.one_type() && !options_.one_numbering;
  may_merge_ = may_merge && end_names(names, chosen[0], chosen[1], false) == EndNames::users_and_items;
  if (is_choice) note_ignored(table, chosen, note);
  if (!note || names.empty()) return;
  const std::string source = quote(names[chosen[0]]), destination = quote(names[chosen[1]]);
  if (may_merge && end_names(names, chosen[0], chosen[1], true) == EndNames::unknown) {
    note("ids of " + source + " and " + destination +
         " are taken as nodes of one type; for two types, name them, as in user:edge:item=FILE");
  }
  if (!is_choice || options_.one_type() || chosen[0] < chosen[1]) return;
  const auto usual = choose_edge_columns(names, table.width, {});
  if (!usual || (*usual)[0] != chosen[0]) {
    note(source + " has the sources and " + destination +
         " the destinations, by the names of the node types; use --columns to choose others");
  }
}

// ---- ids ----

static void mark_end(std::vector<bool>& ids, std::int64_t id) {
  const auto at = static_cast<std::size_t>(id);
  if (at >= ids.size()) ids.resize(std::max(at + 1, 2 * ids.size()));
  ids[at] = true;
}

static bool is_marked(const std::vector<bool>& ids, std::int64_t id) {
  return static_cast<std::size_t>(id) < ids.size() && ids[static_cast<std::size_t>(id)];
}

void EdgeEnds::add(std::span<const std::int64_t> pairs) {
  if (!may_merge_) return;
  for (std::size_t i = 0; i < pairs.size(); i += 2) {
    const std::int64_t user = pairs[i], item = pairs[i + 1];
    if (options_.are_numbered) {
      mark_end(users_, user);
      mark_end(items_, item);
      both_ = both_ || is_marked(items_, user) || is_marked(users_, item);
    } else {
      last_user_ = std::max(last_user_, user);
      first_item_ = std::min(first_item_, item);
    }
  }
}

/// User 5 and item 5 are not the same node.
Result<void> EdgeEnds::check() const {
  if (!both_ && last_user_ < first_item_) return {};
  return fail(
      ErrorCode::unsupported,
      "users and items with the same ids would be the same nodes; name their types, as in user:edge:item=FILE, or "
      "add --bipartite no if they are");
}

}  // namespace tuplepack::formats
