#include "graph/verify/checks.hpp"
#include "graph/verify/expected_arrays.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace tuplepack::graph {

static constexpr std::uint32_t no_id = std::numeric_limits<std::uint32_t>::max();

/// Original ids are below the count of their type, and none is in a part twice. What dispatch wrote ascends.
static Finding wrong_originals(const SortedOriginals& ids, std::int64_t count, const std::string& file,
                               const std::string& type) {
  std::int64_t before = -1;
  for (std::int64_t i = 0; i < ids.size(); ++i) {
    const std::int64_t id = ids[i];
    if (id > before && id < count) {
      before = id;
      continue;
    }
    const std::string place = file + ": " + type + "[" + std::to_string(ids.position(i)) + "] is " + std::to_string(id);
    if (id < 0 || id >= count) return place + ", but ids are below " + std::to_string(count);
    if (id == before) return place + ", a duplicate in this part";
    return place + " after " + std::to_string(before) + "; original ids ascend";
  }
  return {};
}

/// DGL promises no order: there it is made.
static void sort_originals(PartsCase& parts, std::vector<SortedOriginals> PartColumns::*ids) {
  if (parts.ours) return;
  for (PartColumns& part : parts.columns) {
    for (SortedOriginals& type : part.*ids) type.sort();
  }
}

/// Whether parts have none; then says so.
static bool without_originals(PartsCase& parts) {
  if (parts.parts.original_ids) return false;
  parts.skipped = "not checked: no files orig_nids and orig_eids, which DGL's partition_graph does not write";
  return true;
}

/// Fills the tables of all nodes.
static Finding wrong_node_ids(PartsCase& parts) {
  const auto offsets = parts.graph.schema.node_offsets();
  std::fill(parts.new_ids.begin(), parts.new_ids.end(), no_id);
  for (std::size_t part = 0; part < parts.size(); ++part) {
    for (std::size_t type = 0; type < parts.parts.node_types.size(); ++type) {
      const PartitionedType& named = parts.parts.node_types[type];
      const SortedOriginals& ids = parts.columns[part].node_ids[type];
      const std::string& file = parts.views[part].node_ids.file;
      if (auto finding = wrong_originals(ids, offsets[type + 1] - offsets[type], file, named.name); !finding.empty()) {
        return finding;
      }
      for (std::int64_t i = 0; i < ids.size(); ++i) {
        const auto node = static_cast<std::size_t>(offsets[type] + ids[i]);
        if (parts.new_ids[node] != no_id) {
          return file + ": " + named.name + "[" + std::to_string(ids.position(i)) + "] is " + std::to_string(ids[i]) +
                 ", which part " + std::to_string(parts.part_of[node]) + " has too";
        }
        parts.new_ids[node] = static_cast<std::uint32_t>(named.ranges[part].begin + ids.position(i));
        parts.part_of[node] = static_cast<std::uint16_t>(part);
      }
    }
    parts.views[part].release();
  }
  return {};
}

Result<Finding> check_node_ids(PartsCase& parts) {
  if (without_originals(parts)) return Finding();
  sort_originals(parts, &PartColumns::node_ids);
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
  if (without_originals(parts)) return Finding();
  sort_originals(parts, &PartColumns::edge_ids);
  return first_wrong_part(parts, [&](std::size_t part) -> Result<Finding> {
    for (std::size_t type = 0; type < parts.parts.edge_types.size(); ++type) {
      const PartitionedType& named = parts.parts.edge_types[type];
      Finding finding = wrong_originals(parts.columns[part].edge_ids[type], named.size(),
                                        parts.views[part].edge_ids.file, named.name);
      if (!finding.empty()) return finding;
    }
    parts.views[part].release();
    return Finding();
  });
}

namespace {

/// An array of the nodes or edges of a part, compared with what it has to be.
struct Comparison {
  const std::string& file;
  std::string_view array;
  std::int64_t found;
  std::int64_t expected;
};

}  // namespace

static Finding first_difference(std::int64_t index, std::initializer_list<Comparison> comparisons) {
  for (const Comparison& one : comparisons) {
    if (one.found != one.expected) return wrong_value(one.file, one.array, index, one.found, one.expected);
  }
  return {};
}

namespace {

/// What follows the members that the part owns: those of others, each once; in what dispatch wrote they ascend.
class ForeignIds {
 public:
  ForeignIds(std::int64_t total, OwnedRange own, bool ascend) : total_(total), own_(own), ascend_(ascend) {}

  /// Ids start to ascend again, in the next of compressed columns.
  void restart() { before_ = -1; }

  [[nodiscard]] Finding wrong(std::int64_t id, const std::string& array, std::int64_t index) {
    const bool owned = own_.begin <= id && id < own_.end;
    const bool later = id > before_;
    if (id >= 0 && id < total_ && !owned && (later || !ascend_)) {
      before_ = id;
      if (!ascend_) seen_.push_back(id);
      return {};
    }
    const std::string what = array + "[" + std::to_string(index) + "] is " + std::to_string(id);
    if (id < 0 || id >= total_) return what + ", but ids are below " + std::to_string(total_);
    if (owned) return what + ", which the part owns";
    return what + " after " + std::to_string(before_) + "; those of other parts ascend";
  }

  /// An id that came twice.
  [[nodiscard]] Finding repeated(const std::string& array) {
    std::sort(seen_.begin(), seen_.end());
    const auto twice = std::adjacent_find(seen_.begin(), seen_.end());
    return twice == seen_.end() ? Finding() : array + " has " + std::to_string(*twice) + " twice";
  }

 private:
  std::int64_t total_;
  OwnedRange own_;
  bool ascend_;
  std::int64_t before_ = -1;
  std::vector<std::int64_t> seen_;
};

}  // namespace

static Finding wrong_nodes(const PartsCase& parts, const OwnerIndex& ranges, std::size_t part) {
  const PartColumns& columns = parts.columns[part];
  const std::string& file = parts.views[part].graph_file;
  const std::int64_t own = columns.nodes.size();
  if (parts.views[part].nodes < own) {
    return file + ": " + std::to_string(parts.views[part].nodes) + " nodes, but the part owns " + std::to_string(own);
  }
  ForeignIds foreign(parts.parts.nodes, columns.nodes, parts.ours);
  for (std::int64_t i = 0; i < columns.node_id.size(); ++i) {
    const bool inner = i < own;
    const std::int64_t id = columns.node_id[i];
    if (inner && id != columns.nodes.begin + i) return wrong_value(file, "node _ID", i, id, columns.nodes.begin + i);
    if (!inner) {
      Finding finding = foreign.wrong(id, file + ": node _ID", i);
      if (!finding.empty()) return finding;
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
  return foreign.repeated(file + ": node _ID");
}

Result<Finding> check_nodes(PartsCase& parts) {
  const OwnerIndex ranges(parts.parts.node_types);
  return first_wrong_part(parts, [&](std::size_t part) {
    Finding finding = wrong_nodes(parts, ranges, part);
    parts.views[part].release();
    return finding;
  });
}

namespace {

/// The edges that a part owns come first, by their ids. In compressed columns that is so for the edges into each node, and
/// the nodes that the part owns come first.
class EdgeOrder {
 public:
  EdgeOrder(const PartsCase& parts, std::size_t part)
      : parts_(parts),
        view_(parts.views[part]),
        columns_(parts.columns[part]),
        foreign_(parts.parts.edges, columns_.edges, parts.ours) {
    if (view_.edges.compressed() && !parts.ours) index_.assign(static_cast<std::size_t>(columns_.edges.size()), -1);
  }

  [[nodiscard]] Finding wrong(const StoredEdge& edge) {
    const bool compressed = view_.edges.compressed();
    const std::int64_t id = columns_.edge_id[edge.index];
    if (compressed && column_ != edge.destination) {
      column_ = edge.destination;
      before_ = -1;
      foreign_.restart();
    }
    if (edge.index >= columns_.edges.size()) return foreign_.wrong(id, array(), edge.index);
    if (compressed) return wrong_in_column(edge.index, id);
    const std::int64_t expected = columns_.edges.begin + edge.index;
    return id == expected ? Finding() : wrong_value(view_.graph_file, "edge _ID", edge.index, id, expected);
  }

  [[nodiscard]] Finding repeated() { return foreign_.repeated(array()); }

  /// Of compressed columns: by owned edge, where it is; empty: the ids in each column ascend.
  [[nodiscard]] std::vector<std::int64_t> index() {
    return ascends_ ? std::vector<std::int64_t>() : std::exchange(index_, {});
  }

 private:
  const PartsCase& parts_;
  const PartView& view_;
  const PartColumns& columns_;
  ForeignIds foreign_;
  std::int64_t column_ = -1;  // the node that edges lead into
  std::int64_t before_ = -1;  // the id before, in this column
  bool ascends_ = true;
  std::vector<std::int64_t> index_;

  [[nodiscard]] std::string array() const { return view_.graph_file + ": edge _ID"; }

  [[nodiscard]] Finding wrong_in_column(std::int64_t index, std::int64_t id) {
    const OwnedRange own = columns_.edges;
    const std::string what = array() + "[" + std::to_string(index) + "] is " + std::to_string(id);
    if (id < own.begin || id >= own.end) {
      return what + "; the edges of the part are " + std::to_string(own.begin) + " to " + std::to_string(own.end - 1);
    }
    if (id <= before_) ascends_ = false;
    if (parts_.ours && !ascends_) return what + " after " + std::to_string(before_) + "; those into a node ascend";
    before_ = id;
    if (parts_.ours) return {};
    std::int64_t& there = index_[static_cast<std::size_t>(id - own.begin)];
    if (there >= 0) return what + ", as is [" + std::to_string(there) + "]";
    there = index;
    return {};
  }
};

}  // namespace

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

/// What GraphBolt's find_edges() looks up.
static Finding wrong_lookup(const PartColumns& columns, const StoredEdge& edge, std::vector<bool>& converted,
                            const std::string& file) {
  const std::int64_t i = edge.index;
  if (columns.column_target.size() > 0 && columns.column_target[i] != edge.destination) {
    return wrong_value(file, column_targets, i, columns.column_target[i], edge.destination);
  }
  if (columns.converted_edge.size() == 0) return {};
  if (i < columns.edges.size()) {
    const std::int64_t local = columns.edge_id[i] - columns.edges.begin;
    if (const std::int64_t found = columns.converted_edge[local]; found != i) {
      return wrong_value(file, converted_edges, local, found, i);
    }
  }
  const std::int64_t before = columns.converted_edge[i], edges = columns.converted_edge.size();
  if (before >= 0 && before < edges && !converted[static_cast<std::size_t>(before)]) {
    converted[static_cast<std::size_t>(before)] = true;
    return {};
  }
  return file + ": " + converted_edges + "[" + std::to_string(i) + "] is " + std::to_string(before) +
         ", which is not below " + std::to_string(edges) + " or a duplicate";
}

static Finding wrong_edges(PartsCase& parts, const OwnerIndex& ranges, std::size_t part) {
  PartColumns& columns = parts.columns[part];
  const PartView& view = parts.views[part];
  const std::string& file = view.graph_file;
  const std::string_view types = view.edges.compressed() ? "type_per_edge" : "edge _TYPE";
  if (Finding finding = wrong_number_of_edges(parts, part); !finding.empty()) return finding;
  EdgeOrder order(parts, part);
  std::vector<bool> converted(static_cast<std::size_t>(columns.converted_edge.size()));
  for (const StoredEdge edge : view.edges.all()) {
    if (Finding finding = order.wrong(edge); !finding.empty()) return finding;
    if (Finding finding = wrong_lookup(columns, edge, converted, file); !finding.empty()) return finding;
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
             ", but there are " + std::to_string(view.nodes) + " nodes";
    }
  }
  columns.column_index = order.index();
  return order.repeated();
}

Result<Finding> check_edges(PartsCase& parts) {
  const OwnerIndex ranges(parts.parts.edge_types);
  return first_wrong_part(parts, [&](std::size_t part) {
    Finding finding = wrong_edges(parts, ranges, part);
    parts.views[part].release();
    return finding;
  });
}

}  // namespace tuplepack::graph
