#include "chunk_notes.hpp"

#include "cli/output/output.hpp"
#include "cli/output/text.hpp"
#include "graph/chunk/chunked_graph.hpp"
#include "ranks/ranks.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

void note_cut_files(const graph::ChunkedGraph& graph, const std::string& folder) {
  if (ranks::rank() > 0) return;
  const auto files = files_without_last_newline(graph, folder);
  if (files.empty()) return;
  const std::string more = files.size() == 1 ? "" : fmt::format(" and {} more", files.size() - 1);
  note(
      fmt::format("{}{}: the last line does not end with a newline; its last number is used as is, but the file may "
                  "be truncated",
                  visible(files.front()), more));
}

}  // namespace tuplepack::cli
