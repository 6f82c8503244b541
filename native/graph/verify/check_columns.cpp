#include "graph/verify/checks.hpp"

#include <algorithm>
#include <numeric>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace tuplepack::graph {

// Edges in compressed columns against those of the chunked graph. The two are in different orders, and to look for each
// edge would read pages of the file at random. A sum of hashes, 64 bits for each node, does not depend on the order: one
// pass over the chunked graph adds up the edges into each node, one over the columns does the same. Only where sums differ
// are the edges compared one by one.

/// Edges between two calls of release().
static constexpr std::int64_t column_edges_until_release = std::int64_t{1} << 19;

std::uint64_t edge_digest(std::int64_t id, std::int64_t source) {
  const std::int64_t numbers[] = {id, source};
  return XXH3_64bits(numbers, sizeof numbers);
}

namespace {

/// An edge into a node, as it has to be.
struct ExpectedEdge {
  std::int64_t id;       // new
  std::uint32_t source;  // new
  std::string edge;      // as findings describe it
};

}  // namespace

/// The new id of an edge that a part owns.
static std::int64_t new_edge_id(const PartsCase& parts, std::size_t part, std::size_t type, std::int64_t original) {
  const SortedOriginals& ids = parts.columns[part].edge_ids[type];
  return parts.parts.edge_types[type].ranges[part].begin + ids.position(ids.first_from(original));
}

/// Reads the edges again for those into a node.
/// result  by id
static Result<std::vector<ExpectedEdge>> edges_into(const PartsCase& parts, std::size_t part, std::int64_t node) {
  std::vector<ExpectedEdge> found;
  const std::vector<std::int64_t> begins = parts.graph.schema.node_offsets();
  const std::int64_t wanted = parts.columns[part].nodes.begin + node;
  const auto sink = [&](const EdgeBlock& block) -> Result<void> {
    const EdgeType& type = parts.graph.schema.edge_types[block.type];
    for (std::size_t i = 0; i < block.targets.size(); ++i) {
      if (parts.new_ids[static_cast<std::size_t>(begins[type.target] + block.targets[i])] != wanted) continue;
      const std::int64_t original = block.first + static_cast<std::int64_t>(i);
      found.push_back({.id = new_edge_id(parts, part, block.type, original),
                       .source = parts.new_ids[static_cast<std::size_t>(begins[type.source] + block.sources[i])],
                       .edge = describe_edge(parts, block, i)});
    }
    return {};
  };
  if (auto read = read_edges(parts.graph, parts.source, sink, parts.keep_going); !read) {
    return tl::unexpected(std::move(read.error()));
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  return found;
}

static Result<Finding> first_wrong_edge(const PartsCase& parts, std::size_t part, std::int64_t node) {
  const PartView& view = parts.views[part];
  const Column<std::int64_t>& ids = parts.columns[part].edge_id;
  const auto expected = edges_into(parts, part, node);
  if (!expected) return tl::unexpected(expected.error());
  const auto [begin, end] = view.edges.into(node);
  std::vector<std::int64_t> column(static_cast<std::size_t>(end - begin));
  std::iota(column.begin(), column.end(), begin);
  std::sort(column.begin(), column.end(), [&](std::int64_t a, std::int64_t b) { return ids[a] < ids[b]; });
  const std::string into = "into node [" + std::to_string(node) + "]";
  for (std::size_t i = 0; i < expected->size(); ++i) {
    const ExpectedEdge& one = (*expected)[i];
    if (i == column.size()) return view.graph_file + ": " + one.edge + " is not among the edges " + into;
    const std::int64_t index = column[i];
    if (ids[index] != one.id) {
      return wrong_value(view.graph_file, "edge _ID", index, ids[index], one.id) + ", " + one.edge;
    }
    Finding finding = wrong_end(parts, part, "source", index, view.edges.source(index), one.source, one.edge);
    if (!finding.empty()) return finding;
  }
  if (column.size() <= expected->size()) return Finding();
  const std::int64_t surplus = column[expected->size()];
  return view.graph_file + ": edge _ID[" + std::to_string(surplus) + "] is " + std::to_string(ids[surplus]) +
         ", which does not lead " + into;
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

}  // namespace tuplepack::graph
