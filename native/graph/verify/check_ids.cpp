#include "graph/verify/checks.hpp"

#include <algorithm>
#include <limits>

namespace tuplepack {

static constexpr std::uint32_t no_id = std::numeric_limits<std::uint32_t>::max();

/// Original ids are below the count of their type, and ascend within a part.
static Finding wrong_order(const Column<std::int64_t>& ids, std::int64_t count, const std::string& file,
                           const std::string& type) {
  std::int64_t before = -1;
  for (std::int64_t i = 0; i < ids.size(); ++i) {
    const std::int64_t id = ids[i];
    if (id > before && id < count) {
      before = id;
      continue;
    }
    const std::string place = file + ": " + type + "[" + std::to_string(i) + "] is " + std::to_string(id);
    if (id < 0 || id >= count) return place + ", and ids are below " + std::to_string(count);
    return place + " after " + std::to_string(before) + "; original ids ascend";
  }
  return {};
}

/// Fills the tables of all nodes.
static Finding wrong_node_ids(PartsCase& parts) {
  const auto offsets = parts.graph.schema.node_offsets();
  std::fill(parts.new_ids.begin(), parts.new_ids.end(), no_id);
  for (std::size_t part = 0; part < parts.size(); ++part) {
    for (std::size_t type = 0; type < parts.parts.node_types.size(); ++type) {
      const PartitionedType& named = parts.parts.node_types[type];
      const Column<std::int64_t>& ids = parts.columns[part].node_ids[type];
      const std::string& file = parts.views[part].node_ids.file;
      if (auto finding = wrong_order(ids, offsets[type + 1] - offsets[type], file, named.name); !finding.empty()) {
        return finding;
      }
      for (std::int64_t i = 0; i < ids.size(); ++i) {
        const auto node = static_cast<std::size_t>(offsets[type] + ids[i]);
        if (parts.new_ids[node] != no_id) {
          return file + ": " + named.name + "[" + std::to_string(i) + "] is " + std::to_string(ids[i]) +
                 ", which part " + std::to_string(parts.part_of[node]) + " has too";
        }
        parts.new_ids[node] = static_cast<std::uint32_t>(named.ranges[part].begin + i);
        parts.part_of[node] = static_cast<std::uint16_t>(part);
      }
    }
    parts.views[part].release();
  }
  return {};
}

Result<Finding> check_node_ids(PartsCase& parts) {
  const std::int64_t nodes = parts.graph.schema.nodes();
  auto new_ids = ranks::SharedArray<std::uint32_t>::create(nodes);
  if (!new_ids) return tl::unexpected(std::move(new_ids.error()));
  auto part_of = ranks::SharedArray<std::uint16_t>::create(nodes);
  if (!part_of) return tl::unexpected(std::move(part_of.error()));
  parts.new_ids = new_ids->all();
  parts.part_of = part_of->all();
  Finding finding = ranks::leads_machine() ? wrong_node_ids(parts) : Finding();
  new_ids->fence();
  part_of->fence();
  return finding;
}

Result<Finding> check_edge_ids(PartsCase& parts) {
  return first_wrong_part(parts, [&](std::size_t part) -> Result<Finding> {
    for (std::size_t type = 0; type < parts.parts.edge_types.size(); ++type) {
      const PartitionedType& named = parts.parts.edge_types[type];
      Finding finding =
          wrong_order(parts.columns[part].edge_ids[type], named.size(), parts.views[part].edge_ids.file, named.name);
      if (!finding.empty()) return finding;
    }
    parts.views[part].release();
    return Finding();
  });
}

/// An array of the nodes or edges of a part, compared with what it has to be.
struct Comparison {
  const std::string& file;
  std::string_view array;
  std::int64_t found;
  std::int64_t expected;
};

static Finding first_difference(std::int64_t index, std::initializer_list<Comparison> comparisons) {
  for (const Comparison& one : comparisons) {
    if (one.found != one.expected) return wrong_value(one.file, one.array, index, one.found, one.expected);
  }
  return {};
}

/// What follows the members that the part owns: those of others, ascending.
static Finding wrong_foreign_id(std::int64_t id, std::int64_t before, std::int64_t total, OwnedRange own,
                                const std::string& array, std::int64_t index) {
  const bool owned = own.begin <= id && id < own.end;
  if (id > before && id < total && !owned) return {};
  const std::string what = array + "[" + std::to_string(index) + "] is " + std::to_string(id);
  if (id < 0 || id >= total) return what + ", and ids are below " + std::to_string(total);
  if (owned) return what + ", which the part owns";
  return what + " after " + std::to_string(before) + "; those of other parts ascend";
}

static Finding wrong_nodes(const PartsCase& parts, const OwnerIndex& ranges, std::size_t part) {
  const PartColumns& columns = parts.columns[part];
  const std::string& file = parts.views[part].graph_file;
  const std::int64_t own = columns.nodes.size();
  if (parts.views[part].nodes < own) {
    return file + ": " + std::to_string(parts.views[part].nodes) + " nodes, but the part owns " + std::to_string(own);
  }
  std::int64_t before = -1;
  for (std::int64_t i = 0; i < columns.node_id.size(); ++i) {
    const bool inner = i < own;
    const std::int64_t id = columns.node_id[i];
    if (inner && id != columns.nodes.begin + i) return wrong_value(file, "node _ID", i, id, columns.nodes.begin + i);
    if (!inner) {
      Finding finding = wrong_foreign_id(id, before, parts.parts.nodes, columns.nodes, file + ": node _ID", i);
      if (!finding.empty()) return finding;
      before = id;
    }
    const auto owner = static_cast<std::int64_t>(ranges.part_of(id));
    const std::int64_t type = ranges.type_of(id);
    if (auto finding =
            first_difference(i, {{file, "node _TYPE", columns.node_type.size() > 0 ? columns.node_type[i] : type, type},
                                 {file, "inner_node", columns.inner_node[i], inner ? 1 : 0},
                                 {file, "part_id", columns.part_id.size() > 0 ? columns.part_id[i] : owner, owner}});
        !finding.empty()) {
      return finding;
    }
  }
  return {};
}

Result<Finding> check_nodes(PartsCase& parts) {
  const OwnerIndex ranges(parts.parts.node_types);
  return first_wrong_part(parts, [&](std::size_t part) {
    Finding finding = wrong_nodes(parts, ranges, part);
    parts.views[part].release();
    return finding;
  });
}

/// The edges that a part owns come first, by their ids; those of others ascend. In compressed columns that is so for the
/// edges into each node, and the nodes that the part owns come first.
struct EdgeOrder {
  std::int64_t before = -1;  // the id of the edge before, if it limits this one
  std::int64_t column = -1;  // of compressed columns: the node that edges lead into
};

static Finding wrong_edge_id(const PartsCase& parts, std::size_t part, const StoredEdge& edge, EdgeOrder& order) {
  const PartColumns& columns = parts.columns[part];
  const PartView& view = parts.views[part];
  const OwnedRange own = columns.edges;
  const bool inner = edge.index < own.size();
  const std::int64_t id = columns.edge_id[edge.index];
  const std::string& file = view.graph_file;
  if (!view.edges.compressed() && inner) {
    if (id == own.begin + edge.index) return {};
    return wrong_value(file, "edge _ID", edge.index, id, own.begin + edge.index);
  }
  if (view.edges.compressed() && order.column != edge.destination) order = {.before = -1, .column = edge.destination};
  if (!inner) {
    Finding finding = wrong_foreign_id(id, order.before, parts.parts.edges, own, file + ": edge _ID", edge.index);
    order.before = id;
    return finding;
  }
  if (id > order.before && own.begin <= id && id < own.end) {
    order.before = id;
    return {};
  }
  const std::string what = file + ": edge _ID[" + std::to_string(edge.index) + "] is " + std::to_string(id);
  if (id < own.begin || id >= own.end) {
    return what + "; the edges of the part are " + std::to_string(own.begin) + " to " + std::to_string(own.end - 1);
  }
  return what + " after " + std::to_string(order.before) + "; those into a node ascend";
}

static Finding wrong_number_of_edges(const PartsCase& parts, std::size_t part) {
  const PartEdges& edges = parts.views[part].edges;
  const std::int64_t own = parts.columns[part].edges.size();
  const std::string owns = ", but the part owns " + std::to_string(own);
  const std::string& file = parts.views[part].graph_file;
  if (edges.size() < own) return file + ": " + std::to_string(edges.size()) + " edges" + owns;
  if (!edges.compressed()) return {};
  const std::int64_t nodes = parts.columns[part].nodes.size();
  const std::int64_t inner = nodes > 0 ? edges.into(nodes - 1).end : 0;
  return inner == own ? Finding() : file + ": " + std::to_string(inner) + " edges into its nodes" + owns;
}

static Finding wrong_edges(const PartsCase& parts, const OwnerIndex& ranges, std::size_t part) {
  const PartColumns& columns = parts.columns[part];
  const PartView& view = parts.views[part];
  const std::string& file = view.graph_file;
  const std::string_view types = view.edges.compressed() ? "type_per_edge" : "edge _TYPE";
  if (Finding finding = wrong_number_of_edges(parts, part); !finding.empty()) return finding;
  EdgeOrder order;
  for (const StoredEdge edge : view.edges.all()) {
    if (Finding finding = wrong_edge_id(parts, part, edge, order); !finding.empty()) return finding;
    const std::int64_t type = ranges.type_of(columns.edge_id[edge.index]), i = edge.index;
    if (auto finding =
            first_difference(i, {{file, types, columns.edge_type.size() > 0 ? columns.edge_type[i] : type, type},
                                 {file, "inner_edge", columns.inner_edge[i], i < columns.edges.size() ? 1 : 0}});
        !finding.empty()) {
      return finding;
    }
    for (const auto& [end, name] : {std::pair(edge.source, "source"), std::pair(edge.destination, "destination")}) {
      if (end >= 0 && end < view.nodes) continue;
      return file + ": the " + name + " of edge [" + std::to_string(i) + "] is " + std::to_string(end) +
             ", and there are " + std::to_string(view.nodes) + " nodes";
    }
  }
  return {};
}

Result<Finding> check_edges(PartsCase& parts) {
  const OwnerIndex ranges(parts.parts.edge_types);
  return first_wrong_part(parts, [&](std::size_t part) {
    Finding finding = wrong_edges(parts, ranges, part);
    parts.views[part].release();
    return finding;
  });
}

}  // namespace tuplepack
