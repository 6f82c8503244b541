#include "chunked_graph.hpp"

#include "files/files.hpp"
#include "files/input_file.hpp"
#include "tuplepack/formats/dgl/chunk_metadata.hpp"
#include "tuplepack/formats/dgl/part_metadata.hpp"
#include "tuplepack/formats/text/line_ends.hpp"

#include <array>
#include <filesystem>
#include <span>
#include <system_error>

namespace tuplepack::graph {

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
  const auto file = files::MappedFile::open(path);
  if (!file) return tl::unexpected(file.error());
  auto graph = formats::read_chunk_metadata(file->bytes());
  if (!graph && formats::is_part_metadata(file->bytes())) {
    return fail(ErrorCode::unsupported, folder + ": a partitioned graph, not the chunked one that it was made from");
  }
  if (!graph) return tl::unexpected(files::in_file(graph.error(), path));
  return graph;
}

static bool lacks_last_newline(const std::string& path) {
  const auto file = files::InputFile::open(path);
  if (!file || file->size() == 0) return false;
  std::array<char, 1> last{};
  if (!file->read(file->size() - 1, std::as_writable_bytes(std::span(last)))) return false;
  return formats::may_be_cut({last.data(), last.size()});
}

std::vector<std::string> files_without_last_newline(const ChunkedGraph& graph, const std::string& folder) {
  std::vector<std::string> found;
  for (const EdgeChunks& chunks : graph.edges) {
    for (const std::string& file : chunks.files) {
      const std::string path = chunk_path(folder, file);
      if (chunks.format == ChunkFormat::csv && lacks_last_newline(path)) found.push_back(path);
    }
  }
  return found;
}

}  // namespace tuplepack::graph
