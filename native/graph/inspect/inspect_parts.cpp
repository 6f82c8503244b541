#include "graph/inspect/inspect_parts.hpp"

#include "graph/part_view.hpp"
#include "tuplepack/formats/part_metadata.hpp"

#include <algorithm>
#include <filesystem>

namespace tuplepack {

Result<PartitionedGraph> read_partitioned_graph(const std::string& folder) {
  const std::string path = (std::filesystem::path(folder) / "metadata.json").string();
  const auto file = MappedFile::open(path);
  if (!file) return tl::unexpected(file.error());
  auto graph = read_part_metadata(file->bytes());
  if (!graph) return tl::unexpected(in_file(graph.error(), path));
  return graph;
}

static tl::unexpected<Error> beyond(const std::string& file, const std::string& what, std::int64_t index,
                                    std::int64_t found, std::int64_t count) {
  return fail(ErrorCode::out_of_range, file + ": " + what + "[" + std::to_string(index) + "] is " +
                                           std::to_string(found) + ", and there are " + std::to_string(count));
}

/// The entry part × types + type of each local node.
static Result<std::vector<std::uint32_t>> local_entries(const PartView& view, const PartitionedGraph& graph,
                                                        const OwnerIndex& ranges) {
  const TensorView* const ids = view.node_data.find("_ID");
  if (ids == nullptr || ids->type != TensorType::int64 || ids->shape != std::vector{view.nodes}) {
    return fail(ErrorCode::malformed, view.graph_file + ": there is no _ID, int64, of every node");
  }
  const Column<std::int64_t> column(ids->data);
  std::vector<std::uint32_t> entries(static_cast<std::size_t>(view.nodes));
  for (std::int64_t i = 0; i < view.nodes; ++i) {
    const std::int64_t id = column[i];
    if (id < 0 || id >= graph.nodes) return beyond(view.graph_file, "node _ID", i, id, graph.nodes);
    entries[static_cast<std::size_t>(i)] = static_cast<std::uint32_t>(ranges.entry_of(id));
  }
  return entries;
}

/// Counts the nodes of a part, inner and HALO.
static void count_part_nodes(PartsInspection& found, std::size_t part, const std::vector<std::uint32_t>& entries) {
  const std::size_t types = found.graph.node_types.size(), parts = found.graph.parts.size();
  for (const std::uint32_t entry : entries) {
    if (entry / types == part) continue;
    ++found.quality.halo[part];
    ++found.halo_types[part * types + entry % types];
    if (!found.halo_owners.empty()) ++found.halo_owners[part * parts + entry / types];
  }
}

/// Counts the edges that a part owns, by the parts of their sources, and the neighbours that its nodes would sample.
static Result<void> count_part_edges(PartsInspection& found, const PartView& view, std::size_t part,
                                     const std::vector<std::uint32_t>& entries,
                                     const std::vector<std::int64_t>& fanouts) {
  const std::size_t types = found.graph.node_types.size(), parts = found.graph.parts.size();
  const std::int64_t own = found.quality.part_edges(part), nodes = found.quality.part_nodes(part);
  const std::int64_t stored = view.edges.size();
  if (stored < own) return beyond(view.graph_file, "src", stored, own, stored);
  found.outer_edges[part] = stored - own;
  std::vector<std::uint32_t> degrees(static_cast<std::size_t>(nodes));
  for (const auto [i, source, destination] : view.edges.between(0, own)) {
    if (source < 0 || source >= view.nodes) return beyond(view.graph_file, "src", i, source, view.nodes);
    if (destination < 0 || destination >= nodes) return beyond(view.graph_file, "dst", i, destination, nodes);
    ++degrees[static_cast<std::size_t>(destination)];
  }
  for (const auto [i, source, destination] : view.edges.between(0, own)) {
    const std::size_t owner = entries[static_cast<std::size_t>(source)] / types;
    if (owner != part) ++found.quality.cut;
    if (found.quality.flow.empty()) continue;
    if (owner != part) ++found.quality.flow[owner * parts + part];
    const auto degree = static_cast<double>(degrees[static_cast<std::size_t>(destination)]);
    for (std::size_t hop = 0; hop < fanouts.size(); ++hop) {
      found.neighbours[hop][part * parts + owner] +=
          std::min(static_cast<double>(fanouts[hop]), degree) / (degree * static_cast<double>(nodes));
    }
  }
  return {};
}

static std::vector<StoredFeature> stored_features(const NamedArrays& arrays) {
  std::vector<StoredFeature> features;
  for (const TensorView& array : arrays.arrays) {
    const std::int64_t columns = array.shape.size() < 2 ? -1 : array.shape[1];
    features.push_back({.name = array.name,
                        .type = array.type,
                        .columns = columns,
                        .row_bytes = (columns < 0 ? 1 : columns) * width(array.type)});
  }
  return features;
}

static PartsInspection empty_inspection(PartitionedGraph graph, std::size_t fanouts) {
  const std::size_t parts = graph.parts.size(), node_types = graph.node_types.size();
  PartsInspection found{.graph = std::move(graph),
                        .quality = {},
                        .outer_edges = std::vector<std::int64_t>(parts),
                        .bytes = std::vector<std::int64_t>(parts),
                        .halo_types = std::vector<std::int64_t>(parts * node_types),
                        .halo_owners = {},
                        .node_features = {},
                        .edge_features = {},
                        .neighbours = {}};
  PartitionQuality& quality = found.quality;
  quality.parts = static_cast<std::int64_t>(parts);
  quality.node_types = node_types;
  quality.edge_types = found.graph.edge_types.size();
  quality.halo.assign(parts, 0);
  for (std::size_t part = 0; part < parts; ++part) {
    for (const PartitionedType& type : found.graph.node_types) quality.nodes.push_back(type.ranges[part].size());
    for (const PartitionedType& type : found.graph.edge_types) quality.edges.push_back(type.ranges[part].size());
  }
  if (quality.parts <= max_matrix_parts) {
    quality.flow.assign(parts * parts, 0);
    found.halo_owners.assign(parts * parts, 0);
    found.neighbours.assign(fanouts, std::vector<double>(parts * parts));
  }
  return found;
}

Result<PartsInspection> inspect_parts(const std::string& folder, const std::vector<std::int64_t>& fanouts,
                                      const KeepGoing& keep_going) {
  auto graph = read_partitioned_graph(folder);
  if (!graph) return tl::unexpected(std::move(graph.error()));
  if (auto ok = check_ranges(*graph); !ok) return tl::unexpected(in_file(ok.error(), folder));
  PartsInspection found = empty_inspection(std::move(*graph), fanouts.size());
  const OwnerIndex ranges(found.graph.node_types);
  const std::size_t parts = found.graph.parts.size();
  for (std::size_t part = 0; part < parts; ++part) {
    if (keep_going && !keep_going(static_cast<double>(part) / static_cast<double>(parts))) {
      return fail(ErrorCode::stopped, "stopped");
    }
    const auto view = open_part(folder, found.graph.parts[part], Checksums::compared);
    if (!view) return tl::unexpected(view.error());
    for (const MappedFile& file : view->files) found.bytes[part] += static_cast<std::int64_t>(file.bytes().size());
    if (part == 0) {
      found.node_features = stored_features(view->node_features);
      found.edge_features = stored_features(view->edge_features);
    }
    const auto entries = local_entries(*view, found.graph, ranges);
    if (!entries) return tl::unexpected(entries.error());
    count_part_nodes(found, part, *entries);
    if (auto ok = count_part_edges(found, *view, part, *entries, fanouts); !ok) {
      return tl::unexpected(std::move(ok.error()));
    }
  }
  return found;
}

}  // namespace tuplepack
