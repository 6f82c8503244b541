#pragma once

#include "graph/chunk/edge_reader.hpp"
#include "graph/dispatch/plan.hpp"
#include "graph/dispatch/spill.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace tuplepack::graph {

/// An edge that a part stores although another part owns it, in terms of new ids.
struct OuterEdge {
  std::uint32_t source = 0;
  std::uint32_t target = 0;
  std::int64_t id = 0;
};

/// The file with the edges of this kind that a part stores, by ascending id.
[[nodiscard]] std::string outer_edges_name(std::size_t part);
[[nodiscard]] std::string outer_edges_path(const std::string& folder, std::size_t part);

/// errors  of the system; those of the sink
[[nodiscard]] Result<void> read_outer_edges(const std::string& path,
                                            const std::function<Result<void>(std::span<const OuterEdge>)>& sink);

/// Writes this file from the spilled edges of the other parts, which it reads once per hop.
/// errors   of the system; `stopped`
/// returns  how many there are
[[nodiscard]] Result<std::int64_t> write_outer_edges(const SpilledParts& spill, const IdRanges& nodes,
                                                     const IdRanges& edges, StoredEdges stored, std::size_t part,
                                                     const KeepGoing& keep_going);

}  // namespace tuplepack::graph
