#include "bipartite.hpp"

#include <algorithm>
#include <vector>

namespace tuplepack::formats {

static std::vector<std::int64_t> distinct(std::vector<std::int64_t> ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

/// How many ids two ascending lists share.
static std::size_t shared_ids(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b) {
  std::size_t shared = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) ++shared;
    const bool first = a[i] <= b[j], second = b[j] <= a[i];
    i += first ? 1 : 0;
    j += second ? 1 : 0;
  }
  return shared;
}

/// Whether most ids of the smaller column occur in the other one too, and hardly more events have equal ends than would by
/// chance, or a hundredth of them.
static bool may_be_two_kinds(const temporal::EventColumns& columns) {
  const auto sources = distinct(columns.sources), destinations = distinct(columns.destinations);
  const std::size_t smaller = std::min(sources.size(), destinations.size());
  if (2 * shared_ids(sources, destinations) < smaller || smaller == 0) return false;
  std::size_t loops = 0;
  for (std::size_t e = 0; e < columns.sources.size(); ++e)
    loops += columns.sources[e] == columns.destinations[e] ? 1 : 0;
  const std::size_t events = columns.sources.size(), more = std::max(sources.size(), destinations.size());
  return loops <= std::max(events / 100, 2 * events / more);
}

Result<void> settle_bipartite(temporal::EventColumns& columns, EndNames names, std::optional<bool> asked,
                              const std::function<void(const std::string&)>& note) {
  columns.is_bipartite = are_two_kinds(asked, names);
  if (asked) return {};
  if (names == EndNames::users_and_items && note) {
    note(
        "users and items by name: both are numbered from 0, so item ids are offset by the number of users (--bipartite "
        "no: one numbering)");
  }
  if (names != EndNames::unknown || !may_be_two_kinds(columns)) return {};
  return fail(
      ErrorCode::unsupported,
      "the same ids occur as sources and as destinations, and the column names do not show whether they are the same "
      "nodes; use --bipartite yes for two kinds, such as users and items, or --bipartite no for one");
}

}  // namespace tuplepack::formats
