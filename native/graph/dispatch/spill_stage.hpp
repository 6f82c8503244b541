#pragma once

#include "graph/dispatch/dispatch.hpp"
#include "graph/dispatch/spill.hpp"
#include "graph/dispatch/written_file.hpp"
#include "ranks/ranks.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::graph {

/// The spilled graph, with everything counted: all that is needed to write the parts.
struct SpilledGraph {
  DispatchPlan plan;  ///< of all ranks
  SpilledParts parts;
  std::vector<WrittenFile> files;  ///< of this rank
};

/// The new ids of all nodes, one copy for the ranks of a machine. Collective.
/// errors  unsupported (there is not so much shared memory)
[[nodiscard]] Result<ranks::SharedArray<std::uint32_t>> renumber_shared(const DispatchSource& source,
                                                                        const IdRanges& nodes);

/// Reads the edges, and leaves nodes and edges in a folder by part. Collective.
/// places   the rank that writes each part
/// buffers  bytes
/// errors   of the system; those of read_edges; stopped; the same on all ranks
[[nodiscard]] Result<SpilledGraph> spill_graph(const DispatchSource& source, StoredEdges stored,
                                               std::span<const int> places, const std::string& folder,
                                               std::int64_t buffers, const DispatchProgress& progress);

/// A spilled graph as text, and back.
/// none  the text is not of such a graph, or of one that another number of ranks has read
[[nodiscard]] std::string spilled_text(const SpilledGraph& graph);
[[nodiscard]] std::optional<SpilledGraph> read_spilled(std::string_view text, const DispatchSource& source,
                                                       const std::string& folder);

/// The nodes of a part, from its spilled edges.
[[nodiscard]] Result<void> collect_nodes(LocalNodes& local, const SpilledParts& spill, const DispatchPlan& plan,
                                         std::size_t part);

/// The files that a part is written from.
[[nodiscard]] std::vector<std::string> spilled_names(const SpilledParts& spill, StoredEdges stored, std::size_t part);

}  // namespace tuplepack::graph
