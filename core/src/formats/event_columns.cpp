#include "event_columns.hpp"

#include "columns.hpp"
#include "text.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace tuplepack {

/// What a column may be named, in any case.
struct Role {
  std::string_view what;
  std::array<std::string_view, 5> names;  // empty: no more
};
static constexpr std::array<Role, 3> roles{{
    {"sources", {"src", "source", "u"}},
    {"destinations", {"dst", "destination", "target", "v", "i"}},
    {"times", {"time", "timestamp", "ts", "t"}},
}};

static bool may_be(const Role& role, std::string_view name) {
  return !name.empty() && std::any_of(role.names.begin(), role.names.end(),
                                      [&](std::string_view known) { return equal_in_any_case(name, known); });
}

static std::string list(const Role& role) {
  std::string text;
  for (const std::string_view name : role.names) {
    if (!name.empty()) (text += text.empty() ? "" : ", ") += name;
  }
  return text;
}

static Result<std::size_t> find(const Role& role, std::span<const std::string> names) {
  std::optional<std::size_t> found;
  for (std::size_t column = 0; column < names.size(); ++column) {
    if (!may_be(role, names[column])) continue;
    if (found) {
      return fail(ErrorCode::malformed, "column " + quote(names[*found]) + " and column " + quote(names[column]) +
                                            " may both be the " + std::string(role.what) + "; choose columns");
    }
    found = column;
  }
  if (found) return *found;
  return fail(ErrorCode::missing_column, "there is no column of " + std::string(role.what) + " (" + list(role) + "); " +
                                             what_there_is(names, names.size()) + "; choose columns");
}

Result<std::array<std::size_t, 3>> choose_event_columns(std::span<const std::string> names, std::size_t width,
                                                        std::span<const std::string> wanted) {
  std::array<std::size_t, 3> columns{0, 1, 2};
  if (!wanted.empty() && wanted.size() != columns.size()) {
    return fail(ErrorCode::component_mismatch,
                std::to_string(wanted.size()) + " columns are chosen; it takes 3: source, destination and time");
  }
  if (wanted.empty() && names.empty()) {
    if (width == columns.size()) return columns;
    return fail(width < columns.size() ? ErrorCode::missing_column : ErrorCode::extra_column,
                "it takes 3 columns, source, destination and time, and there are " + std::to_string(width) +
                    (width < columns.size() ? "" : "; choose columns"));
  }
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const auto column = wanted.empty() ? find(roles[c], names) : column_named(wanted[c], names, width);
    if (!column) return tl::unexpected(column.error());
    const auto end = columns.begin() + static_cast<std::ptrdiff_t>(c);
    if (std::find(columns.begin(), end, *column) != end) {
      return fail(ErrorCode::unsupported, "column " + quote(wanted[c]) + " is used twice");
    }
    columns[c] = *column;
  }
  return columns;
}

}  // namespace tuplepack
