#include "graph/verify/checks.hpp"

#include <algorithm>

namespace tuplepack {

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
    for (std::int64_t i = 0; i < view.sources.size(); ++i) {
      const auto source = static_cast<std::size_t>(view.sources[i]);
      if (expanded[static_cast<std::size_t>(view.destinations[i])] && !expanded[source]) reached.push_back(source);
    }
    for (const std::size_t node : reached) expanded[node] = true;
    if (reached.empty()) break;
  }
  return expanded;
}

/// An edge of another part: its ends have to be those that its owner says.
static Finding wrong_copy(const PartsCase& parts, const OwnerIndex& ranges, std::size_t part, std::int64_t i) {
  const PartColumns& columns = parts.columns[part];
  const PartView& view = parts.views[part];
  const std::size_t owner = ranges.part_of(columns.edge_id[i]);
  const std::int64_t there = columns.edge_id[i] - parts.columns[owner].edges.begin;
  for (const auto& [here, original, end] :
       {std::tuple(view.sources[i], parts.views[owner].sources[there], "source"),
        std::tuple(view.destinations[i], parts.views[owner].destinations[there], "destination")}) {
    const std::int64_t found = columns.node_id[here], expected = parts.columns[owner].node_id[original];
    if (found == expected) continue;
    return view.graph_file + ": the " + end + " of edge [" + std::to_string(i) + "] is node " + std::to_string(found) +
           " instead of node " + std::to_string(expected);
  }
  return {};
}

/// Whether some part has edges that only leave inner nodes: then all have theirs.
static bool has_leaving_edges(const PartsCase& parts) {
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const PartView& view = parts.views[part];
    const std::int64_t own = parts.columns[part].edges.size();
    if (view.sources.size() == own) continue;
    const std::vector<bool> expanded = expanded_nodes(parts, part);
    for (std::int64_t i = own; i < view.sources.size(); ++i) {
      if (!expanded[static_cast<std::size_t>(view.destinations[i])]) return true;
    }
  }
  return false;
}

/// What the edges of a part touch.
struct Touched {
  std::vector<bool> nodes;                // by local id
  std::vector<std::uint32_t> in_degrees;  // by local id, if there are several hops
  std::int64_t leaving = 0;               // edges from inner nodes to others
};

static Finding wrong_stored_edges(const PartsCase& parts, const OwnerIndex& ranges, std::size_t part,
                                  const std::vector<bool>& expanded, Touched& touched) {
  const PartView& view = parts.views[part];
  const std::int64_t own_nodes = parts.columns[part].nodes.size(), own_edges = parts.columns[part].edges.size();
  for (std::int64_t i = 0; i < view.sources.size(); ++i) {
    const auto source = static_cast<std::size_t>(view.sources[i]);
    const auto destination = static_cast<std::size_t>(view.destinations[i]);
    touched.nodes[source] = touched.nodes[destination] = true;
    if (!touched.in_degrees.empty()) ++touched.in_degrees[destination];
    const bool leaves = view.sources[i] < own_nodes && view.destinations[i] >= own_nodes;
    if (leaves) ++touched.leaving;
    if (i < own_edges) continue;
    if (Finding finding = wrong_copy(parts, ranges, part, i); !finding.empty()) return finding;
    if (expanded[destination] || leaves) continue;
    return view.graph_file + ": edge [" + std::to_string(i) + "] is not within " + std::to_string(parts.parts.hops) +
           (parts.parts.hops == 1 ? " hop" : " hops") + " of the part";
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

Result<Finding> check_halo(PartsCase& parts) {
  const OwnerIndex ranges(parts.parts.edge_types);
  const bool both = parts.both || has_leaving_edges(parts);
  for (std::size_t part = 0; part < parts.size(); ++part) {
    if (Finding finding = wrong_halo(parts, ranges, part, both); !finding.empty()) return finding;
    for (const PartView& view : parts.views) view.release();
  }
  return {};
}

}  // namespace tuplepack
