#include "graph/verify/checks.hpp"

#include <algorithm>
#include <span>

namespace tuplepack::graph {

// What a part has of others. With one hop and in-edges, the HALO are the sources of its edges. Further hops add the edges
// into HALO nodes; with edges in both directions, those that leave inner nodes are stored too. They have been found right
// in the parts that own them, so here they are compared with those.

/// Local nodes whose in-edges a part stores: the inner ones, and HALO nodes up to one hop less than stored.
static std::vector<bool> expanded_nodes(const PartsCase& parts, std::size_t part) {
  const PartView& view = parts.views[part];
  std::vector<bool> expanded(static_cast<std::size_t>(view.nodes));
  std::fill_n(expanded.begin(), parts.columns[part].nodes.size(), true);
  std::vector<std::size_t> reached;
  for (std::int64_t hop = 1; hop < parts.parts.hops; ++hop) {
    reached.clear();
    for (const StoredEdge edge : view.edges.all()) {
      const auto source = static_cast<std::size_t>(edge.source);
      if (expanded[static_cast<std::size_t>(edge.destination)] && !expanded[source]) reached.push_back(source);
    }
    for (const std::size_t node : reached) expanded[node] = true;
    if (reached.empty()) break;
  }
  return expanded;
}

/// Where the owner of an edge has it in its compressed columns; −1: it is not among those into the node.
static std::int64_t index_in_column(const PartsCase& parts, std::size_t owner, std::int64_t id, std::int64_t target) {
  const PartColumns& columns = parts.columns[owner];
  if (target < columns.nodes.begin || target >= columns.nodes.end) return -1;
  const auto [begin, end] = parts.views[owner].edges.into(target - columns.nodes.begin);
  if (!columns.column_index.empty()) {
    const std::int64_t there = columns.column_index[static_cast<std::size_t>(id - columns.edges.begin)];
    return begin <= there && there < end ? there : -1;
  }
  std::int64_t low = begin, high = end;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if (columns.edge_id[middle] < id) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < end && columns.edge_id[low] == id ? low : -1;
}

/// An edge of another part: its ends have to be those that its owner says.
static Finding wrong_copy(const PartsCase& parts, const OwnerIndex& ranges, std::size_t part, const StoredEdge& edge) {
  const PartColumns& columns = parts.columns[part];
  const std::int64_t id = columns.edge_id[edge.index], target = columns.node_id[edge.destination];
  const std::size_t owner = ranges.part_of(id);
  const PartEdges& edges = parts.views[owner].edges;
  const bool compressed = edges.compressed();
  const std::int64_t there =
      compressed ? index_in_column(parts, owner, id, target) : id - parts.columns[owner].edges.begin;
  const auto place = [&] { return "edge [" + std::to_string(edge.index) + "]"; };
  if (there < 0) {
    return parts.views[part].graph_file + ": " + place() + ", " + std::to_string(id) + ", does not lead into node " +
           std::to_string(target);
  }
  const Column<std::int64_t>& nodes = parts.columns[owner].node_id;
  for (const auto& [found, expected, end] :
       {std::tuple(columns.node_id[edge.source], nodes[edges.source(there)], "source"),
        std::tuple(target, compressed ? target : nodes[edges.destination(there)], "destination")}) {
    if (found == expected) continue;
    return parts.views[part].graph_file + ": the " + end + " of " + place() + " is node " + std::to_string(found) +
           " instead of node " + std::to_string(expected);
  }
  return {};
}

/// Whether a part of this rank has edges that only leave inner nodes: then all have theirs.
static bool has_leaving_edges(const PartsCase& parts) {
  for (std::size_t part = 0; part < parts.size(); ++part) {
    if (!is_own(part)) continue;
    const PartView& view = parts.views[part];
    const std::int64_t own = parts.columns[part].edges.size();
    if (view.edges.size() == own) continue;
    const std::vector<bool> expanded = expanded_nodes(parts, part);
    for (const StoredEdge edge : view.edges.from(own)) {
      if (!expanded[static_cast<std::size_t>(edge.destination)]) return true;
    }
  }
  return false;
}

namespace {

/// What the edges of a part touch.
struct Touched {
  std::vector<bool> nodes;                // by local id
  std::vector<std::uint32_t> in_degrees;  // by local id, if there are several hops
  std::int64_t leaving = 0;               // edges from inner nodes to others
};

}  // namespace

static Finding wrong_stored_edges(const PartsCase& parts, const OwnerIndex& ranges, std::size_t part,
                                  const std::vector<bool>& expanded, Touched& touched) {
  const PartView& view = parts.views[part];
  const std::int64_t own_nodes = parts.columns[part].nodes.size(), own_edges = parts.columns[part].edges.size();
  for (const StoredEdge edge : view.edges.all()) {
    const auto source = static_cast<std::size_t>(edge.source);
    const auto destination = static_cast<std::size_t>(edge.destination);
    touched.nodes[source] = touched.nodes[destination] = true;
    if (!touched.in_degrees.empty()) ++touched.in_degrees[destination];
    const bool leaves = edge.source < own_nodes && edge.destination >= own_nodes;
    if (leaves) ++touched.leaving;
    if (edge.index < own_edges) continue;
    if (Finding finding = wrong_copy(parts, ranges, part, edge); !finding.empty()) return finding;
    if (expanded[destination] || leaves) continue;
    return view.graph_file + ": edge [" + std::to_string(edge.index) + "] is not within " +
           std::to_string(parts.parts.hops) + (parts.parts.hops == 1 ? " hop" : " hops") + " of the part";
  }
  return {};
}

static Finding wrong_halo(const PartsCase& parts, const OwnerIndex& ranges, std::size_t part, bool both) {
  const PartView& view = parts.views[part];
  const PartColumns& columns = parts.columns[part];
  const std::vector<bool> expanded = expanded_nodes(parts, part);
  const auto nodes = static_cast<std::size_t>(view.nodes);
  Touched touched{.nodes = std::vector<bool>(nodes), .in_degrees = {}};
  if (parts.parts.hops > 1) touched.in_degrees.assign(nodes, 0);
  if (Finding finding = wrong_stored_edges(parts, ranges, part, expanded, touched); !finding.empty()) return finding;
  for (std::int64_t local = columns.nodes.size(); local < view.nodes; ++local) {
    const auto node = static_cast<std::size_t>(local);
    const std::int64_t id = columns.node_id[local];
    const auto place = [&, l = local] {
      return view.graph_file + ": HALO node [" + std::to_string(l) + "], " + std::to_string(columns.node_id[l]);
    };
    if (!touched.nodes[node]) return place() + ", is the end of no edge";
    if (!expanded[node]) continue;
    const std::int64_t expected = parts.in_degrees[static_cast<std::size_t>(id)];
    if (touched.in_degrees[node] == expected) continue;
    return place() + ", has " + std::to_string(touched.in_degrees[node]) + " of its " + std::to_string(expected) +
           " edges";
  }
  if (!both || touched.leaving == parts.leaving[part]) return {};
  return view.graph_file + ": " + std::to_string(touched.leaving) + " of the " + std::to_string(parts.leaving[part]) +
         " edges from its nodes to those of other parts";
}

/// Where the edges are that parts of other ranks own; see PartColumns.
static void index_columns_of_others(PartsCase& parts) {
  for (std::size_t part = 0; part < parts.size(); ++part) {
    if (is_own(part) || !parts.views[part].edges.compressed()) continue;
    PartColumns& columns = parts.columns[part];
    columns.column_index.resize(static_cast<std::size_t>(columns.edges.size()));
    for (std::int64_t i = 0; i < columns.edges.size(); ++i) {
      columns.column_index[static_cast<std::size_t>(columns.edge_id[i] - columns.edges.begin)] = i;
    }
  }
}

Result<Finding> check_halo(PartsCase& parts) {
  if (!parts.ours) index_columns_of_others(parts);
  const OwnerIndex ranges(parts.parts.edge_types);
  std::int64_t leaving = parts.both || has_leaving_edges(parts) ? 1 : 0;
  ranks::maximum(std::span(&leaving, 1));
  return first_wrong_part(parts, [&](std::size_t part) {
    Finding finding = wrong_halo(parts, ranges, part, leaving != 0);
    for (const PartView& view : parts.views) view.release();
    return finding;
  });
}

}  // namespace tuplepack::graph
