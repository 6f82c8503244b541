#pragma once

#include "graph/dispatch/dispatch.hpp"
#include "graph/dispatch/written_file.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack {

/// The spilled graph, with everything counted: all that is needed to write the parts.
struct SpilledGraph {
  DispatchPlan plan;
  std::vector<WrittenFile> files;
};

/// Reads the edges, and leaves nodes and edges in a folder by part.
/// buffers  bytes
/// errors   of the system; those of read_edges; stopped
[[nodiscard]] Result<SpilledGraph> spill_graph(const DispatchSource& source, StoredEdges stored,
                                               const std::string& folder, std::int64_t buffers,
                                               const DispatchProgress& progress);

/// A spilled graph as text, without its files, and back.
/// none  the text is not of such a graph
[[nodiscard]] std::string spilled_text(const SpilledGraph& graph);
[[nodiscard]] std::optional<SpilledGraph> read_spilled(std::string_view text, const DispatchSource& source);

/// The nodes of a part, from its spilled edges.
[[nodiscard]] Result<void> collect_nodes(LocalNodes& local, const std::string& folder, const DispatchPlan& plan,
                                         std::size_t part);

/// The part that a spilled file is of; none for the others.
[[nodiscard]] std::optional<std::size_t> part_of_spill(const WrittenFile& file);

}  // namespace tuplepack
