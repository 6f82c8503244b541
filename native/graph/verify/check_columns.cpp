#include "graph/verify/checks.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace tuplepack {

// Edges in compressed columns against those of the chunked graph. The two are in different orders, and to look for each
// edge would read pages of the file at random. A sum of hashes, 64 bits for each node, does not depend on the order: one
// pass over the chunked graph adds up the edges into each node, one over the columns does the same. Ids of edges ascend in
// a column, so equal edges are in the same order. Only where sums differ are the edges compared one by one.

/// Edges between two calls of release().
static constexpr std::int64_t column_edges_until_release = std::int64_t{1} << 19;

std::uint64_t edge_digest(std::int64_t id, std::int64_t source) {
  const std::int64_t numbers[] = {id, source};
  return XXH3_64bits(numbers, sizeof numbers);
}

/// A column, while its edges are compared one by one.
struct ColumnPass {
  const PartsCase& parts;
  std::size_t part;
  std::int64_t node;                      // local
  std::int64_t at;                        // the next of its edges
  std::vector<std::int64_t> begins = {};  // by node type, of global ids
};

/// The new id of an edge that a part owns.
static std::int64_t new_edge_id(const PartsCase& parts, std::size_t part, std::size_t type, std::int64_t original) {
  const Column<std::int64_t>& ids = parts.columns[part].edge_ids[type];
  return parts.parts.edge_types[type].ranges[part].begin + ids.first_from(original);
}

/// Edge i of a block leads into the node: it has to be the next one of the column.
static Finding wrong_column_edge(ColumnPass& pass, const EdgeBlock& block, std::size_t i) {
  const PartsCase& parts = pass.parts;
  const PartView& view = parts.views[pass.part];
  const std::string edge = describe_edge(parts, block, i);
  if (pass.at == view.edges.into(pass.node).end) {
    return view.graph_file + ": " + edge + " is not among the edges into node [" + std::to_string(pass.node) + "]";
  }
  const std::int64_t index = pass.at++;
  const std::int64_t found = parts.columns[pass.part].edge_id[index];
  const std::int64_t id = new_edge_id(parts, pass.part, block.type, block.first + static_cast<std::int64_t>(i));
  if (found != id) return wrong_value(view.graph_file, "edge _ID", index, found, id) + ", " + edge;
  const std::size_t type = parts.graph.schema.edge_types[block.type].source;
  const auto source = static_cast<std::size_t>(pass.begins[type] + block.sources[i]);
  return wrong_end(parts, pass.part, "source", index, view.edges.source(index), parts.new_ids[source], edge);
}

/// Reads the edges again for those into a node.
static Result<Finding> first_wrong_edge(const PartsCase& parts, std::size_t part, std::int64_t node) {
  const PartView& view = parts.views[part];
  ColumnPass pass{.parts = parts,
                  .part = part,
                  .node = node,
                  .at = view.edges.into(node).begin,
                  .begins = parts.graph.schema.node_offsets()};
  const std::int64_t target = parts.columns[part].nodes.begin + node;
  Finding finding;
  const auto sink = [&](const EdgeBlock& block) -> Result<void> {
    const std::int64_t begin = pass.begins[parts.graph.schema.edge_types[block.type].target];
    for (std::size_t i = 0; i < block.targets.size() && finding.empty(); ++i) {
      if (parts.new_ids[static_cast<std::size_t>(begin + block.targets[i])] != target) continue;
      finding = wrong_column_edge(pass, block, i);
    }
    if (!finding.empty()) return fail(ErrorCode::stopped, finding);
    return {};
  };
  const auto done = read_edges(parts.graph, parts.source, sink, parts.keep_going);
  if (!done && finding.empty()) return tl::unexpected(done.error());
  if (!finding.empty() || pass.at == view.edges.into(node).end) return finding;
  return view.graph_file + ": edge _ID[" + std::to_string(pass.at) + "] is " +
         std::to_string(parts.columns[part].edge_id[pass.at]) + ", which does not lead into node [" +
         std::to_string(node) + "]";
}

Result<Finding> wrong_columns(const PartsCase& parts, std::size_t part) {
  const PartView& view = parts.views[part];
  const PartColumns& columns = parts.columns[part];
  std::int64_t unreleased = 0;
  for (std::int64_t node = 0; node < columns.nodes.size(); ++node) {
    const auto [begin, end] = view.edges.into(node);
    std::uint64_t digest = 0;
    for (std::int64_t i = begin; i < end; ++i) {
      digest += edge_digest(columns.edge_id[i], columns.node_id[view.edges.source(i)]);
    }
    if (digest != parts.digests[static_cast<std::size_t>(columns.nodes.begin + node)]) {
      return first_wrong_edge(parts, part, node);
    }
    unreleased += end - begin;
    if (unreleased < column_edges_until_release) continue;
    view.release();
    unreleased = 0;
  }
  view.release();
  return {};
}

}  // namespace tuplepack
