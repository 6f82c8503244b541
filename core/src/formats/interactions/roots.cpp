#include "tuplepack/formats/interactions/roots.hpp"

#include "root_table.hpp"
#include "temporal_rows.hpp"

#include <algorithm>
#include <cmath>

namespace tuplepack::formats {

static tl::unexpected<Error> wrong_root(const temporal::EventColumns& columns, std::size_t root, ErrorCode code,
                                        const std::string& what) {
  if (columns.lines.empty()) return fail(code, what + " (root " + std::to_string(root) + ")");
  return fail(code, what, columns.lines[root]);
}

Result<RootTable> root_table(TemporalRows rows, std::int64_t nodes) {
  temporal::EventColumns& columns = rows.columns;
  if (columns.sources.empty()) return fail(ErrorCode::empty, "no roots");
  for (std::size_t r = 0; r < columns.sources.size(); ++r) {
    const std::int64_t node = columns.sources[r];
    if (node >= 0 && node < nodes) continue;
    const std::string what = "node id " + std::to_string(node);
    if (node < 0) return wrong_root(columns, r, ErrorCode::negative, what + " is negative");
    return wrong_root(columns, r, ErrorCode::out_of_range,
                      what + " is not below " + std::to_string(nodes) + ", the number of nodes");
  }
  if (const auto* const times = std::get_if<std::vector<double>>(&columns.times)) {
    const auto wrong = std::find_if_not(times->begin(), times->end(), [](double time) { return std::isfinite(time); });
    if (wrong != times->end()) {
      const auto root = static_cast<std::size_t>(wrong - times->begin());
      return wrong_root(columns, root, ErrorCode::malformed, "the time is not a finite number");
    }
  }
  return RootTable{.nodes = std::move(columns.sources), .times = std::move(columns.times), .unit = rows.unit};
}

Result<RootTable> read_roots(std::span<const char> bytes, std::int64_t nodes, const RootReadOptions& options) {
  auto rows = read_temporal_rows(
      bytes, options.format,
      {.table = TemporalTable::roots, .wanted = options.columns, .number = options.number, .inflate = options.inflate});
  if (!rows) return tl::unexpected(rows.error());
  note_rows(*rows, options.note);
  return root_table(std::move(*rows), nodes);
}

}  // namespace tuplepack::formats
