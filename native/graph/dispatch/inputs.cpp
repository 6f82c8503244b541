#include "graph/dispatch/inputs.hpp"

#include "graph/chunked_graph.hpp"
#include "mpi/ranks.hpp"
#include "tuplepack/formats/dgl.hpp"

#include <sys/stat.h>

#include <filesystem>

namespace tuplepack {

// ---- Features ----

static Result<void> check_feature(const FeatureChunks& feature, const FeatureLayout& layout, const std::string& type,
                                  PartFormat format) {
  const std::string key = type + "/" + feature.name;
  if (format == PartFormat::npy) {
    if (feature.name.find('/') == std::string::npos && feature.name != "." && feature.name != "..") return {};
    return fail(ErrorCode::unsupported, "feature '" + key + "': not the name of a file, which the format npy needs");
  }
  const auto stored = tensor_type(layout.type);
  if (!stored) return fail(stored.error().code, "feature '" + key + "': " + stored.error().message);
  return {};
}

static Result<FeatureTables> read_headers(const DispatchSource& source, PartFormat format,
                                          const std::vector<FeatureChunks>& features,
                                          const std::vector<std::int64_t>& rows, FeatureTables tables) {
  for (const FeatureChunks& feature : features) {
    auto layout = feature_layout(feature, rows[feature.type], source.folder);
    if (!layout) return tl::unexpected(layout.error());
    auto checked = check_feature(feature, *layout, tables.types[feature.type], format);
    if (!checked) return tl::unexpected(checked.error());
    tables.features.push_back(feature);
    tables.layouts.push_back(std::move(*layout));
  }
  return tables;
}

Result<GraphFeatures> read_feature_headers(const DispatchSource& source, PartFormat format) {
  const GraphSchema& schema = source.graph.schema;
  FeatureTables nodes{.features = {}, .layouts = {}, .types = node_type_names(schema), .name = "node_feat"};
  FeatureTables edges{.features = {}, .layouts = {}, .types = edge_type_names(schema), .name = "edge_feat"};
  std::vector<std::int64_t> node_rows, edge_rows;
  for (const NodeType& type : schema.node_types) node_rows.push_back(type.nodes);
  for (const EdgeType& type : schema.edge_types) edge_rows.push_back(type.edges);
  auto of_nodes = read_headers(source, format, source.graph.node_features, node_rows, std::move(nodes));
  if (!of_nodes) return tl::unexpected(of_nodes.error());
  auto of_edges = read_headers(source, format, source.graph.edge_features, edge_rows, std::move(edges));
  if (!of_edges) return tl::unexpected(of_edges.error());
  return GraphFeatures{.nodes = std::move(*of_nodes), .edges = std::move(*of_edges)};
}

// ---- Identity ----

/// All files of edges and features, as the metadata names them.
static std::vector<std::string> chunk_files(const ChunkedGraph& graph) {
  std::vector<std::string> files;
  const auto add = [&](const std::vector<std::string>& more) { files.insert(files.end(), more.begin(), more.end()); };
  for (const EdgeChunks& chunks : graph.edges) add(chunks.files);
  for (const FeatureChunks& chunks : graph.node_features) add(chunks.files);
  for (const FeatureChunks& chunks : graph.edge_features) add(chunks.files);
  return files;
}

/// Of sizes, and of the times of the last changes.
struct ChunkHashes {
  Hash sizes;
  Hash times;
};

static Result<ChunkHashes> hashes_of_chunks(const DispatchSource& source) {
  ChunkHashes hashes;
  for (const std::string& file : chunk_files(source.graph)) {
    const std::string path = chunk_path(source.folder, file);
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) return system_error(path);
    hashes.sizes.add(file + "\n" + std::to_string(status.st_size) + "\n");
    hashes.times.add(std::to_string(status.st_mtim.tv_sec) + "." + std::to_string(status.st_mtim.tv_nsec) + "\n");
  }
  return hashes;
}

static std::string hash_of_parts(const NodeParts& assignment) {
  Hash hash;
  hash.add(std::as_bytes(assignment.part_of));
  return hash.text();
}

static std::string metadata_path(const std::string& folder) {
  std::error_code ignored;
  return std::filesystem::is_directory(folder, ignored) ? chunk_path(folder, "metadata.json") : folder;
}

/// All hashes, one after the other.
static Result<std::string> hashes_of_input(const DispatchSource& source) {
  auto metadata = hash_of_file(metadata_path(source.folder));
  if (!metadata) return metadata;
  auto chunks = hashes_of_chunks(source);
  if (!chunks) return tl::unexpected(chunks.error());
  return *metadata + hash_of_parts(source.assignment) + chunks->sizes.text() + chunks->times.text();
}

Result<DispatchIdentity> identify(const DispatchSource& source, const DispatchOptions& options) {
  auto found = ranks::agree(ranks::rank() == 0 ? hashes_of_input(source) : Result<std::string>(""));
  if (!found) return tl::unexpected(found.error());
  const std::string hashes = ranks::gather(*found).front();
  const auto hash = [&](std::size_t index) { return hashes.substr(index * hash_digits, hash_digits); };
  return DispatchIdentity{.graph = source.graph,
                          .parts = source.assignment.parts,
                          .format = options.format,
                          .stored = options.stored,
                          .metadata_hash = hash(0),
                          .assignment_hash = hash(1),
                          .chunks_hash = hash(2),
                          .times_hash = hash(3)};
}

std::string run_text(const DispatchIdentity& identity) {
  return manifest_beginning(identity) + "\n" + identity.times_hash + "\n";
}

}  // namespace tuplepack
