#include "graph/verify/checks.hpp"

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

Result<Finding> check_node_ids(PartsCase& parts) {
  const auto offsets = parts.graph.schema.node_offsets();
  parts.new_ids.assign(static_cast<std::size_t>(offsets.back()), no_id);
  parts.part_of.assign(static_cast<std::size_t>(offsets.back()), 0);
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

Result<Finding> check_edge_ids(PartsCase& parts) {
  for (std::size_t part = 0; part < parts.size(); ++part) {
    for (std::size_t type = 0; type < parts.parts.edge_types.size(); ++type) {
      const PartitionedType& named = parts.parts.edge_types[type];
      Finding finding =
          wrong_order(parts.columns[part].edge_ids[type], named.size(), parts.views[part].edge_ids.file, named.name);
      if (!finding.empty()) return finding;
    }
    parts.views[part].release();
  }
  return {};
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
    if (auto finding =
            first_difference(i, {{file, "node _TYPE", columns.node_type[i], ranges.type_of(id)},
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
  for (std::size_t part = 0; part < parts.size(); ++part) {
    if (Finding finding = wrong_nodes(parts, ranges, part); !finding.empty()) return finding;
    parts.views[part].release();
  }
  return {};
}

static Finding wrong_edges(const PartsCase& parts, const OwnerIndex& ranges, std::size_t part) {
  const PartColumns& columns = parts.columns[part];
  const PartView& view = parts.views[part];
  const std::string& file = view.graph_file;
  const std::int64_t own = columns.edges.size();
  if (view.sources.size() < own) {
    return file + ": " + std::to_string(view.sources.size()) + " edges, but the part owns " + std::to_string(own);
  }
  std::int64_t before = -1;
  for (std::int64_t i = 0; i < view.sources.size(); ++i) {
    const bool inner = i < own;
    const std::int64_t id = columns.edge_id[i];
    if (inner && id != columns.edges.begin + i) {
      return wrong_value(file, "edge _ID", i, id, columns.edges.begin + i);
    }
    if (!inner) {
      Finding finding = wrong_foreign_id(id, before, parts.parts.edges, columns.edges, file + ": edge _ID", i);
      if (!finding.empty()) return finding;
      before = id;
    }
    if (auto finding = first_difference(i, {{file, "edge _TYPE", columns.edge_type[i], ranges.type_of(id)},
                                            {file, "inner_edge", columns.inner_edge[i], inner ? 1 : 0}});
        !finding.empty()) {
      return finding;
    }
    for (const auto& [end, name] :
         {std::pair(view.sources[i], "source"), std::pair(view.destinations[i], "destination")}) {
      if (end >= 0 && end < view.nodes) continue;
      return file + ": the " + name + " of edge [" + std::to_string(i) + "] is " + std::to_string(end) +
             ", and there are " + std::to_string(view.nodes) + " nodes";
    }
  }
  return {};
}

Result<Finding> check_edges(PartsCase& parts) {
  const OwnerIndex ranges(parts.parts.edge_types);
  for (std::size_t part = 0; part < parts.size(); ++part) {
    if (Finding finding = wrong_edges(parts, ranges, part); !finding.empty()) return finding;
    parts.views[part].release();
  }
  return {};
}

}  // namespace tuplepack
