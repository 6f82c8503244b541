#include "graph/chunk/feature_reader.hpp"
#include "graph/verify/checks.hpp"

#include <algorithm>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace tuplepack::graph {

// Without original ids, nothing says which node of the chunked graph a node of the parts was. What both graphs have however
// nodes are numbered is compared instead: the rows of each feature, and the edges between nodes that colour refinement
// (Weisfeiler and Leman) tells apart. The first colours are the types and the rows of the features; each round mixes in the
// colours along edges. A change that leaves the parts isomorphic to the graph is not one.

static constexpr int refinement_rounds = 3;

/// By node: global ids of the chunked graph, or new ones of the parts.
using Colours = std::vector<std::uint64_t>;

static std::uint64_t mixed(std::uint64_t a, std::uint64_t b, std::uint64_t c = 0) {
  const std::uint64_t numbers[] = {a, b, c};
  return XXH3_64bits(numbers, sizeof numbers);
}

static std::size_t at(std::int64_t i) {
  return static_cast<std::size_t>(i);
}

// ---- rows of features ----

/// Told the hash of each row of a feature, and its type-wise id.
using RowHashes = std::function<void(std::uint64_t hash, std::int64_t row)>;

static Result<void> hash_original_rows(const PartsCase& parts, const FeatureChunks& feature, std::int64_t count,
                                       const RowHashes& take) {
  const auto layout = feature_layout(feature, count, parts.source);
  if (!layout) return tl::unexpected(layout.error());
  const auto width = at(layout->row_bytes);
  if (width == 0) return {};
  return read_feature(
      feature, *layout, parts.source,
      [&](std::span<const std::byte> rows, std::int64_t first) -> Result<void> {
        for (std::size_t i = 0; i < rows.size() / width; ++i) {
          take(XXH3_64bits(rows.data() + i * width, width), first + static_cast<std::int64_t>(i));
        }
        return {};
      },
      parts.keep_going);
}

static void hash_part_rows(const formats::TensorView& rows, const RowHashes& take) {
  const auto count = at(rows.shape.front());
  const std::size_t width = count == 0 ? 0 : rows.data.size() / count;
  if (width == 0) return;
  for (std::size_t i = 0; i < count; ++i) {
    take(XXH3_64bits(rows.data.data() + i * width, width), static_cast<std::int64_t>(i));
  }
}

/// Whether the rows of each feature are the same ones, in any order.
static Result<Finding> wrong_rows_in_any_order(const PartsCase& parts, const std::vector<FeatureChunks>& features,
                                               const std::vector<PartitionedType>& types,
                                               NamedArrays PartView::*arrays) {
  for (const FeatureChunks& feature : features) {
    const PartitionedType& type = types[feature.type];
    std::uint64_t expected = 0, found = 0;
    const auto read = hash_original_rows(parts, feature, type.size(),
                                         [&](std::uint64_t hash, std::int64_t) { expected += mixed(hash, 0); });
    if (!read) return tl::unexpected(read.error());
    const std::string name = type.name + "/" + feature.name;
    for (const PartView& view : parts.views) {
      hash_part_rows(*(view.*arrays).find(name), [&](std::uint64_t hash, std::int64_t) { found += mixed(hash, 0); });
      view.release();
    }
    if (expected != found) {
      return (parts.views.front().*arrays).file + ": the rows of " + name +
             " in all parts are not those of the chunked graph, in any order";
    }
  }
  return {};
}

// ---- edges ----

/// An edge between nodes that colours are known of.
using ColouredEdge = std::function<void(std::size_t type, std::size_t source, std::size_t target)>;
using EdgesOfGraph = std::function<Result<void>(const ColouredEdge&)>;

static Result<void> original_edges(const PartsCase& parts, const ColouredEdge& take) {
  const std::vector<std::int64_t> begins = parts.graph.schema.node_offsets();
  return read_edges(
      parts.graph, parts.source,
      [&](const EdgeBlock& block) -> Result<void> {
        const EdgeType& type = parts.graph.schema.edge_types[block.type];
        for (std::size_t i = 0; i < block.sources.size(); ++i) {
          take(block.type, at(begins[type.source] + block.sources[i]), at(begins[type.target] + block.targets[i]));
        }
        return {};
      },
      parts.keep_going);
}

/// Those that parts own.
static void owned_edges(const PartsCase& parts, const OwnerIndex& ranges, const ColouredEdge& take) {
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const PartColumns& columns = parts.columns[part];
    for (const StoredEdge edge : parts.views[part].edges.between(0, columns.edges.size())) {
      take(at(ranges.type_of(columns.edge_id[edge.index])), at(columns.node_id[edge.source]),
           at(columns.node_id[edge.destination]));
    }
    parts.views[part].release();
  }
}

/// Edges of a type lead from nodes of one type to those of another.
static Finding wrong_types_of_ends(const PartsCase& parts, const OwnerIndex& nodes, const OwnerIndex& edges) {
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const PartColumns& columns = parts.columns[part];
    for (const StoredEdge edge : parts.views[part].edges.between(0, columns.edges.size())) {
      const std::size_t type = at(edges.type_of(columns.edge_id[edge.index]));
      const EdgeType& expected = parts.graph.schema.edge_types[type];
      for (const auto& [end, wanted, name] : {std::tuple(edge.source, expected.source, "source"),
                                              std::tuple(edge.destination, expected.target, "destination")}) {
        const std::int64_t id = columns.node_id[end];
        if (at(nodes.type_of(id)) == wanted) continue;
        return parts.views[part].graph_file + ": the " + name + " of edge [" + std::to_string(edge.index) + "] of " +
               parts.parts.edge_types[type].name + " is " + std::to_string(end) + ", a node of " +
               parts.parts.node_types[at(nodes.type_of(id))].name;
      }
      if (edge.destination < columns.nodes.size()) continue;
      return parts.views[part].graph_file + ": edge [" + std::to_string(edge.index) +
             "] is one of the part, but leads into node " + std::to_string(columns.node_id[edge.destination]) +
             " of another";
    }
  }
  return {};
}

static Result<void> refine(Colours& colours, const EdgesOfGraph& edges) {
  for (int round = 0; round < refinement_rounds; ++round) {
    Colours sums(colours.size());
    auto read = edges([&](std::size_t type, std::size_t source, std::size_t target) {
      sums[target] += mixed(colours[source], 2 * type);
      sums[source] += mixed(colours[target], 2 * type + 1);
    });
    if (!read) return read;
    for (std::size_t i = 0; i < colours.size(); ++i) colours[i] = mixed(colours[i], sums[i]);
  }
  return {};
}

/// By edge type: a sum over the edges of the colours of both ends.
static Result<std::vector<std::uint64_t>> edge_sums(const Colours& colours, std::size_t types,
                                                    const EdgesOfGraph& edges) {
  std::vector<std::uint64_t> sums(types);
  auto read = edges([&](std::size_t type, std::size_t source, std::size_t target) {
    sums[type] += mixed(colours[source], colours[target], 1);
  });
  if (!read) return tl::unexpected(std::move(read.error()));
  return sums;
}

/// The first colours: of types and features.
static Result<Colours> original_colours(const PartsCase& parts) {
  const std::vector<std::int64_t> begins = parts.graph.schema.node_offsets();
  Colours colours(at(begins.back()));
  for (std::size_t type = 0; type + 1 < begins.size(); ++type) {
    std::fill(colours.begin() + begins[type], colours.begin() + begins[type + 1], type);
  }
  for (const FeatureChunks& feature : parts.graph.node_features) {
    const std::int64_t count = begins[feature.type + 1] - begins[feature.type];
    auto read = hash_original_rows(parts, feature, count, [&](std::uint64_t hash, std::int64_t row) {
      std::uint64_t& colour = colours[at(begins[feature.type] + row)];
      colour = mixed(colour, hash);
    });
    if (!read) return tl::unexpected(std::move(read.error()));
  }
  return colours;
}

static Colours part_colours(const PartsCase& parts) {
  Colours colours(at(parts.parts.nodes));
  for (std::size_t part = 0; part < parts.size(); ++part) {
    for (std::size_t type = 0; type < parts.parts.node_types.size(); ++type) {
      const OwnedRange range = parts.parts.node_types[type].ranges[part];
      std::fill(colours.begin() + range.begin, colours.begin() + range.end, type);
    }
    for (const FeatureChunks& feature : parts.graph.node_features) {
      const PartitionedType& type = parts.parts.node_types[feature.type];
      const formats::TensorView& rows = *parts.views[part].node_features.find(type.name + "/" + feature.name);
      hash_part_rows(rows, [&](std::uint64_t hash, std::int64_t row) {
        std::uint64_t& colour = colours[at(type.ranges[part].begin + row)];
        colour = mixed(colour, hash);
      });
    }
    parts.views[part].release();
  }
  return colours;
}

/// What the checks of HALO nodes need.
static void count_edges_of_parts(PartsCase& parts, const OwnerIndex& nodes, const OwnerIndex& edges) {
  parts.leaving.assign(parts.size(), 0);
  if (parts.parts.hops > 1) parts.in_degrees.assign(at(parts.parts.nodes), 0);
  owned_edges(parts, edges, [&](std::size_t, std::size_t source, std::size_t target) {
    const std::size_t from = nodes.part_of(static_cast<std::int64_t>(source));
    if (from != nodes.part_of(static_cast<std::int64_t>(target))) ++parts.leaving[from];
    if (!parts.in_degrees.empty()) ++parts.in_degrees[target];
  });
}

Result<Finding> check_renumbered_ends(PartsCase& parts) {
  const OwnerIndex nodes(parts.parts.node_types), ranges(parts.parts.edge_types);
  if (Finding finding = wrong_types_of_ends(parts, nodes, ranges); !finding.empty()) return finding;
  count_edges_of_parts(parts, nodes, ranges);
  const EdgesOfGraph of_graph = [&](const ColouredEdge& take) { return original_edges(parts, take); };
  const EdgesOfGraph of_parts = [&](const ColouredEdge& take) -> Result<void> {
    owned_edges(parts, ranges, take);
    return {};
  };
  auto expected = original_colours(parts);
  if (!expected) return tl::unexpected(std::move(expected.error()));
  Colours found = part_colours(parts);
  if (auto refined = refine(*expected, of_graph); !refined) return tl::unexpected(std::move(refined.error()));
  if (auto refined = refine(found, of_parts); !refined) return tl::unexpected(std::move(refined.error()));
  const std::size_t types = parts.parts.edge_types.size();
  const auto expected_sums = edge_sums(*expected, types, of_graph);
  if (!expected_sums) return tl::unexpected(expected_sums.error());
  const auto found_sums = edge_sums(found, types, of_parts);
  for (std::size_t type = 0; type < types; ++type) {
    if ((*expected_sums)[type] == (*found_sums)[type]) continue;
    return parts.path_of(parts.parts.document) + ": the edges of " + parts.parts.edge_types[type].name +
           " in all parts differ from those of the chunked graph, however its nodes are numbered";
  }
  parts.note = "the edges are those of the chunked graph as far as types, features and neighbours tell nodes apart";
  return Finding();
}

Result<Finding> check_renumbered_node_features(PartsCase& parts) {
  auto finding =
      wrong_rows_in_any_order(parts, parts.graph.node_features, parts.parts.node_types, &PartView::node_features);
  if (finding && finding->empty()) parts.note = "the rows of features of nodes are the originals, in some order";
  return finding;
}

Result<Finding> check_renumbered_edge_features(PartsCase& parts) {
  auto finding =
      wrong_rows_in_any_order(parts, parts.graph.edge_features, parts.parts.edge_types, &PartView::edge_features);
  if (finding && finding->empty()) parts.note = "the rows of features of edges are the originals, in some order";
  return finding;
}

}  // namespace tuplepack::graph
