#include "graph/inspect/inspect_parts.hpp"

#include "graph/parts/part_view.hpp"
#include "tuplepack/formats/dgl/chunk_metadata.hpp"
#include "tuplepack/formats/dgl/part_metadata.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace tuplepack::graph {

namespace fs = std::filesystem;

static bool is_there(const fs::path& path) {
  std::error_code unknown;
  return fs::exists(path, unknown);
}

static bool describes_parts(const fs::path& path) {
  const auto file = files::MappedFile::open(path.string());
  return file && formats::is_part_metadata(file->bytes());
}

Result<std::string> part_document(const std::string& path) {
  std::error_code error;
  const fs::path metadata = fs::path(path) / "metadata.json";
  if (!fs::is_directory(path, error)) return path;
  if (is_there(metadata)) return metadata.string();
  std::vector<std::string> found;
  for (fs::directory_iterator at(path, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == ".json" && describes_parts(at->path())) found.push_back(at->path().string());
  }
  if (error) return fail(ErrorCode::system, path + ": " + error.message());
  if (found.empty())
    return fail(ErrorCode::empty, path + ": no metadata.json or other JSON document that describes parts");
  std::sort(found.begin(), found.end());
  if (found.size() == 1) return found.front();
  return fail(ErrorCode::malformed, path + ": both " + fs::path(found[0]).filename().string() + " and " +
                                        fs::path(found[1]).filename().string() +
                                        " describe parts; pass the path of one of them");
}

std::string parts_folder(const std::string& path) {
  std::error_code unknown;
  if (fs::is_directory(path, unknown)) return path;
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

/// Which form of the graph of a part there is, where the document names both.
static Result<void> choose_graph(PartFiles& files, const std::string& folder) {
  if (files.coordinates.empty() || !is_there(fs::path(folder) / files.coordinates)) return {};
  if (is_there(fs::path(folder) / files.graph)) {
    return fail(ErrorCode::malformed, folder + ": both " + files.coordinates + " and " + files.graph +
                                          " exist, but DGL accepts only one; remove the other");
  }
  files.graph = std::exchange(files.coordinates, {});
  files.graphbolt = false;
  return {};
}

static bool any_original_ids(const PartitionedGraph& graph, const std::string& folder) {
  return std::any_of(graph.parts.begin(), graph.parts.end(), [&](const PartFiles& files) {
    const fs::path beside = (fs::path(folder) / files.graph).parent_path();
    return is_there(beside / "orig_nids.dgl") || is_there(beside / "orig_eids.dgl");
  });
}

Result<PartitionedGraph> read_partitioned_graph(const std::string& path) {
  const auto document = part_document(path);
  if (!document) return tl::unexpected(document.error());
  const auto file = files::MappedFile::open(*document);
  if (!file) return tl::unexpected(file.error());
  auto graph = formats::read_part_metadata(file->bytes());
  if (!graph && formats::read_chunk_metadata(file->bytes())) {
    return fail(ErrorCode::unsupported,
                path + ": a chunked graph, not a partitioned one; partition and dispatch it first");
  }
  if (!graph) return tl::unexpected(files::in_file(graph.error(), *document));
  const std::string folder = parts_folder(path);
  for (PartFiles& files : graph->parts) {
    if (auto chosen = choose_graph(files, folder); !chosen) return tl::unexpected(std::move(chosen.error()));
  }
  graph->document = fs::path(*document).filename().string();
  graph->original_ids = graph->document == "metadata.json" || any_original_ids(*graph, folder);
  return graph;
}

static tl::unexpected<Error> beyond(const std::string& file, const std::string& what, std::int64_t index,
                                    std::int64_t found, std::int64_t count) {
  return fail(ErrorCode::out_of_range, file + ": " + what + "[" + std::to_string(index) + "] is " +
                                           std::to_string(found) + ", but there are " + std::to_string(count));
}

/// The entry part × types + type of each local node.
static Result<std::vector<std::uint32_t>> local_entries(const PartView& view, const PartitionedGraph& graph,
                                                        const OwnerIndex& ranges) {
  const formats::TensorView* const ids = view.node_data.find("_ID");
  if (ids == nullptr || ids->type != formats::TensorType::int64 || ids->shape != std::vector{view.nodes}) {
    return fail(ErrorCode::malformed, view.graph_file + ": missing int64 array '_ID' with one entry per node");
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
  for (const formats::TensorView& array : arrays.arrays) {
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

Result<PartsInspection> inspect_parts(const std::string& path, const std::vector<std::int64_t>& fanouts,
                                      const KeepGoing& keep_going) {
  auto graph = read_partitioned_graph(path);
  if (!graph) return tl::unexpected(std::move(graph.error()));
  const std::string folder = parts_folder(path);
  if (auto ok = check_ranges(*graph); !ok) return tl::unexpected(files::in_file(ok.error(), folder));
  const bool original_ids = graph->original_ids;
  PartsInspection found = empty_inspection(std::move(*graph), fanouts.size());
  const OwnerIndex ranges(found.graph.node_types);
  const std::size_t parts = found.graph.parts.size();
  for (std::size_t part = 0; part < parts; ++part) {
    if (keep_going && !keep_going(static_cast<double>(part) / static_cast<double>(parts))) {
      return fail(ErrorCode::stopped, "stopped");
    }
    const auto view = open_part(folder, found.graph.parts[part], Checksums::compared, original_ids);
    if (!view) return tl::unexpected(view.error());
    for (const files::MappedFile& file : view->files)
      found.bytes[part] += static_cast<std::int64_t>(file.bytes().size());
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

}  // namespace tuplepack::graph
