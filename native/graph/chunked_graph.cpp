#include "graph/chunked_graph.hpp"

#include "graph/files.hpp"
#include "graph/input_file.hpp"
#include "tuplepack/formats/chunk_metadata.hpp"

#include <filesystem>
#include <system_error>

namespace tuplepack {

namespace fs = std::filesystem;

static bool is_folder(const std::string& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

std::string chunk_path(const std::string& folder, const std::string& file) {
  const fs::path base = is_folder(folder) ? fs::path(folder) : fs::path(folder).parent_path();
  return (base / file).string();  // an absolute one replaces the folder
}

Result<ChunkedGraph> read_chunked_graph(const std::string& folder) {
  const std::string path = is_folder(folder) ? chunk_path(folder, "metadata.json") : folder;
  const auto file = MappedFile::open(path);
  if (!file) return tl::unexpected(file.error());
  auto graph = read_chunk_metadata(file->bytes());
  if (!graph) return tl::unexpected(in_file(graph.error(), path));
  return graph;
}

}  // namespace tuplepack
