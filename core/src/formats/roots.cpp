#include "tuplepack/formats/roots.hpp"

#include "temporal_rows.hpp"

namespace tuplepack {

Result<RootTable> read_roots(std::span<const char> bytes, std::int64_t nodes, const RootReadOptions& options) {
  auto columns = read_temporal_rows(bytes, TemporalTable::roots, options.format, options.columns);
  if (!columns) return tl::unexpected(columns.error());
  if (columns->sources.empty()) return fail(ErrorCode::empty, "no roots");
  for (std::size_t r = 0; r < columns->sources.size(); ++r) {
    if (columns->sources[r] < nodes) continue;
    const std::string what = "node id " + std::to_string(columns->sources[r]) + " is not below " +
                             std::to_string(nodes) + ", the number of nodes";
    if (columns->lines.empty()) return fail(ErrorCode::out_of_range, what + " (root " + std::to_string(r) + ")");
    return fail(ErrorCode::out_of_range, what, columns->lines[r]);
  }
  return RootTable{.nodes = std::move(columns->sources), .times = std::move(columns->times)};
}

}  // namespace tuplepack
