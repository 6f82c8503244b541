#include "graph/dispatch/inputs.hpp"

#include "graph/chunk/chunked_graph.hpp"
#include "ranks/ranks.hpp"
#include "tuplepack/formats/dgl/dgl.hpp"

#include <sys/stat.h>

#include <ctime>
#include <filesystem>
#include <optional>
#include <utility>

namespace tuplepack::graph {

// ---- Features ----

static Result<void> check_feature(const FeatureChunks& feature, const FeatureLayout& layout, const std::string& type,
                                  PartFormat format) {
  const std::string key = type + "/" + feature.name;
  if (format == PartFormat::npy) {
    if (feature.name.find('/') == std::string::npos && feature.name != "." && feature.name != "..") return {};
    return fail(ErrorCode::unsupported, "feature '" + key + "': not a valid file name, which --format npy requires");
  }
  const auto stored = formats::tensor_type(layout.type);
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

namespace {

/// When files were last changed, and which they are.
struct Stamps {
  std::string hash;
  bool are_settled = false;  ///< so long ago that one more change would show
};

}  // namespace

/// What a file system tells apart of the times of changes is finer than this, and clocks of machines that share one
/// differ by less.
static constexpr std::int64_t settled_after_seconds = 10;

static Result<Stamps> stamps_of_chunks(const DispatchSource& source) {
  Hash hash;
  Stamps stamps{.hash = {}, .are_settled = true};
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  for (const std::string& file : chunk_files(source.graph)) {
    const std::string path = chunk_path(source.folder, file);
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) return files::system_error(path);
    std::string text = file + "\n" + std::to_string(status.st_ino) + " " + std::to_string(status.st_size);
    for (const timespec& time : {status.st_mtim, status.st_ctim}) {
      text += " " + std::to_string(time.tv_sec) + "." + std::to_string(time.tv_nsec);
      if (time.tv_sec + settled_after_seconds > now.tv_sec) stamps.are_settled = false;
    }
    hash.add(text + "\n");
  }
  stamps.hash = hash.text();
  return stamps;
}

/// The hash of each file, a line each, in the order of chunk_files. Ranks divide the files. Collective.
static Result<std::string> hash_of_chunks(const DispatchSource& source, const DispatchProgress& progress) {
  const auto files = chunk_files(source.graph);
  const auto rank = static_cast<std::size_t>(ranks::rank()), count = static_cast<std::size_t>(ranks::count());
  const auto hash_own = [&]() -> Result<std::string> {
    std::string own;
    for (std::size_t i = rank; i < files.size(); i += count) {
      const double begin = static_cast<double>(i), all = static_cast<double>(files.size());
      auto hash = hash_of_file(chunk_path(source.folder, files[i]), [&](double fraction) {
        return !progress || progress("hashing the input", (begin + fraction) / all);
      });
      if (!hash) return hash;
      own += *hash;
    }
    return own;
  };
  auto own = ranks::agree(hash_own());
  if (!own) return own;
  const auto of_ranks = ranks::gather(*own);
  Hash hash;
  for (std::size_t i = 0; i < files.size(); ++i) {
    hash.add(files[i] + "\n" + of_ranks[i % count].substr(i / count * hash_digits, hash_digits) + "\n");
  }
  return hash.text();
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

/// Of the metadata file and the parts of all nodes, one after the other.
static Result<std::string> hashes_of_input(const DispatchSource& source) {
  auto metadata = hash_of_file(metadata_path(source.folder));
  if (!metadata) return metadata;
  return *metadata + hash_of_parts(source.assignment);
}

Result<DispatchIdentity> identify(const DispatchSource& source, const DispatchOptions& options) {
  auto found = ranks::agree(ranks::rank() == 0 ? hashes_of_input(source) : Result<std::string>(""));
  if (!found) return tl::unexpected(found.error());
  const std::string hashes = ranks::gather(*found).front();
  return DispatchIdentity{.graph = source.graph,
                          .parts = source.assignment.parts,
                          .filing = options.filing,
                          .stored = options.stored,
                          .metadata_hash = hashes.substr(0, hash_digits),
                          .assignment_hash = hashes.substr(hash_digits),
                          .chunks_hash = std::string(hash_digits, '-')};
}

// ---- Content ----

/// The stamps as rank 0 sees them, or none of them. Collective.
static Result<Stamps> stamps_of_first(const DispatchSource& source) {
  auto stamps = ranks::agree(ranks::rank() == 0 ? stamps_of_chunks(source) : Result<Stamps>(Stamps{}));
  if (!stamps) return stamps;
  const std::string text = ranks::gather((stamps->are_settled ? "1" : "0") + stamps->hash).front();
  return Stamps{.hash = text.substr(1), .are_settled = text.front() == '1'};
}

/// What a run file adds to the beginning of a manifest: "HASH STAMPS".
static std::string content_line(const std::string& chunks_hash, const Stamps& stamps) {
  return "\n" + chunks_hash + " " + (stamps.are_settled ? stamps.hash : "still changing") + "\n";
}

/// The hash that an earlier run has noted with these stamps.
static std::optional<std::string> noted_hash(const std::string& run, const DispatchIdentity& identity,
                                             const Stamps& stamps) {
  const std::size_t line = run.rfind('\n', run.size() < 2 ? 0 : run.size() - 2);
  if (line == std::string::npos || run.size() < line + 1 + hash_digits) return std::nullopt;
  DispatchIdentity noted = identity;
  noted.chunks_hash = run.substr(line + 1, hash_digits);
  if (!stamps.are_settled || run != manifest_beginning(noted) + content_line(noted.chunks_hash, stamps))
    return std::nullopt;
  return noted.chunks_hash;
}

Result<DispatchContent> read_content(DispatchIdentity& identity, const DispatchSource& source,
                                     const std::string& earlier, const DispatchProgress& progress) {
  const auto stamps = stamps_of_first(source);
  if (!stamps) return tl::unexpected(stamps.error());
  const std::string run = ranks::gather(earlier).front();
  if (auto noted = noted_hash(run, identity, *stamps)) {
    identity.chunks_hash = std::move(*noted);
    return DispatchContent{.run = run, .stamps = stamps->hash};
  }
  auto hash = hash_of_chunks(source, progress);
  if (!hash) return tl::unexpected(hash.error());
  identity.chunks_hash = std::move(*hash);
  const auto after = stamps_of_first(source);
  if (!after) return tl::unexpected(after.error());
  if (after->hash != stamps->hash)
    return fail(ErrorCode::malformed, source.folder + ": its files are changing while they are being read");
  return DispatchContent{.run = manifest_beginning(identity) + content_line(identity.chunks_hash, *after),
                         .stamps = after->hash};
}

Result<void> check_unchanged(const DispatchIdentity& identity, const DispatchContent& content,
                             const DispatchSource& source, const DispatchProgress& progress) {
  const auto stamps = stamps_of_first(source);
  if (!stamps) return tl::unexpected(stamps.error());
  if (stamps->hash == content.stamps) return {};
  const auto hash = hash_of_chunks(source, progress);
  if (!hash) return tl::unexpected(hash.error());
  if (*hash == identity.chunks_hash) return {};
  return fail(ErrorCode::malformed,
              source.folder + ": its files changed while they were being read; delete the output to start over");
}

}  // namespace tuplepack::graph
