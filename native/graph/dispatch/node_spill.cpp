#include "graph/dispatch/node_spill.hpp"

#include "graph/dispatch/appended_files.hpp"
#include "ranks/ranks.hpp"

#include <algorithm>

namespace tuplepack::graph {

std::string node_spill_name(std::size_t part) {
  return "part" + std::to_string(part) + ".nodes";
}

std::string node_spill_path(const std::string& folder, std::size_t part) {
  return folder + "/" + node_spill_name(part);
}

Result<std::vector<WrittenFile>> spill_nodes(const NodeParts& assignment, const GraphSchema& schema,
                                             std::span<const int> places, const std::string& folder,
                                             std::int64_t memory) {
  const auto parts = static_cast<std::size_t>(assignment.parts);
  std::vector<std::string> paths;
  for (std::size_t part = 0; part < parts; ++part) {
    paths.push_back(places[part] == ranks::rank() ? node_spill_path(folder, part) : "");
  }
  const auto buffer = std::clamp<std::int64_t>(memory / assignment.parts, 512, std::int64_t{1} << 16);
  auto files = AppendedFiles::create(std::move(paths), static_cast<std::size_t>(buffer));
  if (!files) return tl::unexpected(files.error());
  std::size_t node = 0;
  for (const NodeType& type : schema.node_types) {
    for (std::uint32_t id = 0; id < type.nodes; ++id) {
      auto added = files->append(assignment.part_of[node++], std::as_bytes(std::span(&id, 1)));
      if (!added) return tl::unexpected(added.error());
    }
  }
  if (auto finished = files->finish(); !finished) return tl::unexpected(finished.error());
  std::vector<WrittenFile> written;
  for (std::size_t part = 0; part < parts; ++part) {
    if (places[part] != ranks::rank()) continue;
    written.push_back({.path = node_spill_name(part), .bytes = files->size(part), .hash = files->hash(part)});
  }
  return written;
}

}  // namespace tuplepack::graph
