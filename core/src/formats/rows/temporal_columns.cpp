#include "temporal_columns.hpp"

#include "columns.hpp"
#include "end_names.hpp"
#include "formats/text/text.hpp"
#include "tuplepack/formats/rows/ids.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

namespace {

/// The names of a column, in any case.
struct Role {
  std::string_view what;
  std::array<std::string_view, 8> names;        // empty: no more
  std::array<std::string_view, 8> variants{};   // which messages leave out
  std::array<std::string_view, 4> fallbacks{};  // where no column has one of the other names
};

}  // namespace
static constexpr Role role_of_times{
    "times", {"time", "timestamp", "ts", "t"}, {"times", "timestamps"}, {"date", "datetime", "day"}};
static constexpr Role feature_rows{"feature rows", {"idx", "e_idx", "edge_idx", "edge_idxs", "eid", "edge_id"}};
static constexpr Role role_of_users{"users", {"user_id", "user"}, {"userid", "uid"}};
static constexpr Role role_of_items{"items", {"item_id", "item"}, {"itemid", "iid", "movie_id", "movieid"}};
static constexpr std::array event_roles{
    Role{"sources", source_names, {"userid", "uid", "source_id", "from_id", "src_id", "sources"}, {"row"}},
    Role{"destinations",
         destination_names,
         {"itemid", "iid", "movie_id", "movieid", "target_id", "to_id", "dst_id", "destinations"},
         {"col"}},
    role_of_times};
static constexpr std::array root_roles{Role{"nodes", {"node", "node_id", "n_id", "root"}}, role_of_times};

static std::span<const Role> roles_of(TemporalTable table) {
  if (table == TemporalTable::roots) return root_roles;
  return event_roles;
}

std::string_view rows_of(TemporalTable table) {
  return table == TemporalTable::roots ? "roots" : "interactions";
}

static std::string_view columns_of(TemporalTable table) {
  return table == TemporalTable::roots ? "node and time" : "source, destination and time";
}

static std::string_view option_of(TemporalTable table) {
  return table == TemporalTable::roots ? "--root-columns" : "--columns";
}

std::string choose_columns_of(TemporalTable table) {
  return "; choose columns with " + std::string(option_of(table)) +
         (table == TemporalTable::roots ? " NODE,TIME" : " SOURCE,DESTINATION,TIME");
}

static constexpr std::string_view choose_edge_ends = "; choose columns with --columns SOURCE,DESTINATION";

static bool is_among(std::span<const std::string_view> known, std::string_view name) {
  return !name.empty() &&
         std::any_of(known.begin(), known.end(), [&](std::string_view one) { return equal_in_any_case(name, one); });
}

static bool is_usual(const Role& role, std::string_view name) {
  return is_among(role.names, name) || is_among(role.variants, name);
}

static bool may_be(const Role& role, std::string_view name) {
  return is_usual(role, name) || is_among(role.fallbacks, name);
}

static std::string list(const Role& role) {
  std::string text;
  for (const std::string_view name : role.names) {
    if (!name.empty()) (text += text.empty() ? "" : ", ") += name;
  }
  return text;
}

/// way_out  for errors
static Result<std::size_t> find(const Role& role, std::span<const std::string> names, std::string_view way_out) {
  std::optional<std::size_t> found;
  const bool has_usual =
      std::any_of(names.begin(), names.end(), [&](const std::string& name) { return is_usual(role, name); });
  for (std::size_t column = 0; column < names.size(); ++column) {
    if (has_usual ? !is_usual(role, names[column]) : !is_among(role.fallbacks, names[column])) continue;
    if (found) {
      return fail(ErrorCode::malformed, "ambiguous column of " + std::string(role.what) + ": " + quote(names[*found]) +
                                            " or " + quote(names[column]) + std::string(way_out));
    }
    found = column;
  }
  if (found) return *found;
  return fail(ErrorCode::missing_column, "no column of " + std::string(role.what) + " (" + list(role) + "); " +
                                             known_columns(names, names.size()) + std::string(way_out));
}

/// One column for each role.
static Result<std::vector<std::size_t>> choose(TemporalTable table, std::span<const std::string> names,
                                               std::size_t width, std::span<const std::string> wanted) {
  const std::span<const Role> roles = roles_of(table);
  const std::string expected = "expected " + std::to_string(roles.size());
  std::vector<std::size_t> columns(roles.size());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  if (!wanted.empty() && wanted.size() != roles.size()) {
    return fail(ErrorCode::component_mismatch, expected + " columns (" + std::string(columns_of(table)) + ") in " +
                                                   std::string(option_of(table)) + ", found " +
                                                   std::to_string(wanted.size()));
  }
  if (wanted.empty() && names.empty()) {
    if (width == roles.size()) return columns;
    return fail(width < roles.size() ? ErrorCode::missing_column : ErrorCode::extra_column,
                expected + " columns (" + std::string(columns_of(table)) + "), found " + std::to_string(width) +
                    (width < roles.size() ? "" : choose_columns_of(table)));
  }
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const auto column =
        wanted.empty() ? find(roles[c], names, choose_columns_of(table)) : column_named(wanted[c], names, width);
    if (!column) return tl::unexpected(column.error());
    const auto end = columns.begin() + static_cast<std::ptrdiff_t>(c);
    if (std::find(columns.begin(), end, *column) != end) {
      return fail(ErrorCode::unsupported, "column " + quote(wanted[c]) + " is used twice");
    }
    columns[c] = *column;
  }
  return columns;
}

static bool is_in(const Role& role, std::span<const std::string> names) {
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) { return may_be(role, name); });
}

/// The column of feature rows, if there is one.
/// others  the columns chosen before
static Result<std::optional<std::size_t>> choose_feature_rows(std::span<const std::string> names, std::size_t width,
                                                              std::span<const std::string> wanted,
                                                              std::span<const std::size_t> others) {
  if (wanted.empty() ? !is_in(feature_rows, names) : wanted.size() <= others.size()) return std::nullopt;
  const auto column = wanted.empty() ? find(feature_rows, names, choose_columns_of(TemporalTable::events) + ",ROW")
                                     : column_named(wanted.back(), names, width);
  if (!column) return tl::unexpected(column.error());
  if (std::find(others.begin(), others.end(), *column) != others.end()) {
    return fail(ErrorCode::unsupported, "column " + quote(wanted.back()) + " is used twice");
  }
  return *column;
}

/// Which column is of a role.
static Result<std::size_t> edge_column(std::size_t role, std::span<const std::string> names, std::size_t width,
                                       std::span<const std::string> wanted) {
  if (!wanted.empty()) return column_named(wanted[role], names, width);
  if (is_in(event_roles[0], names) || is_in(event_roles[1], names)) {
    return find(event_roles[role], names, choose_edge_ends);
  }
  if (names.empty() || width == 2) return role;
  return fail(ErrorCode::missing_column, "no column is named as sources or destinations are (" + list(event_roles[0]) +
                                             "; " + list(event_roles[1]) + "); " + known_columns(names, width) +
                                             std::string(choose_edge_ends));
}

Result<std::vector<std::size_t>> choose_edge_columns(std::span<const std::string> names, std::size_t width,
                                                     std::span<const std::string> wanted) {
  if (!wanted.empty() && wanted.size() != 2) {
    return fail(ErrorCode::component_mismatch,
                "expected 2 columns (source and destination) in --columns, found " + std::to_string(wanted.size()));
  }
  if (width < 2) return fail(ErrorCode::missing_column, "expected 2 columns (source and destination), found 1");
  const auto source = edge_column(0, names, width, wanted);
  if (!source) return tl::unexpected(source.error());
  const auto destination = edge_column(1, names, width, wanted);
  if (!destination) return tl::unexpected(destination.error());
  if (*source == *destination) return fail(ErrorCode::unsupported, "column " + quote(wanted[1]) + " is used twice");
  return std::vector<std::size_t>{*source, *destination};
}

bool are_edge_columns(std::span<const std::string> names, std::span<const std::string> wanted) {
  if (wanted.empty()) return is_in(event_roles[0], names) && is_in(event_roles[1], names);
  return std::any_of(wanted.begin(), wanted.end(), [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  });
}

EndNames end_names(std::span<const std::string> names, std::size_t source, std::size_t destination, bool chosen) {
  const auto is_of = [&](std::size_t column, const Role& role) {
    return !names.empty() && may_be(role, names[column]);
  };
  if (is_of(source, role_of_users) && is_of(destination, role_of_items)) return EndNames::users_and_items;
  if (!chosen || (is_of(source, event_roles[0]) && is_of(destination, event_roles[1]))) return EndNames::nodes;
  return EndNames::unknown;
}

bool is_open_ended(std::span<const std::string> names) {
  return !names.empty() && equal_in_any_case(names.back(), "comma_separated_list_of_features");
}

Result<TemporalColumns> choose_temporal_columns(TemporalTable table, std::span<const std::string> names,
                                                std::size_t width, std::span<const std::string> wanted) {
  const std::size_t most = roles_of(table).size();
  const bool with_feature_rows = table == TemporalTable::events && wanted.size() == most + 1;
  const auto columns = choose(table, names, width, with_feature_rows ? wanted.first(most) : wanted);
  if (!columns) return tl::unexpected(columns.error());
  const std::array places{columns->front(), (*columns)[columns->size() - 2], columns->back()};
  const EndNames ends =
      table == TemporalTable::roots ? EndNames::nodes : end_names(names, places[0], places[1], !wanted.empty());
  TemporalColumns chosen{.places = places, .names = ends};
  if (table == TemporalTable::roots) return chosen;
  const auto rows = choose_feature_rows(names, width, wanted, *columns);
  if (!rows) return tl::unexpected(rows.error());
  chosen.feature_rows = *rows;
  return chosen;
}

}  // namespace tuplepack::formats
