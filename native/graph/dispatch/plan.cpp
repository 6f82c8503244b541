#include "graph/dispatch/plan.hpp"

#include "graph/chunk/edge_runs.hpp"
#include "ranks/ranks.hpp"
#include "tuplepack/graph/sampling/id_set.hpp"

#include <algorithm>

namespace tuplepack::graph {

PartSizes part_sizes(const DispatchPlan& plan, StoredEdges stored, std::size_t part) {
  PartSizes sizes{.inner_nodes = plan.nodes.of(part).size(),
                  .halo_nodes = plan.halo_nodes[part],
                  .inner_edges = plan.edges.types() == 0 ? 0 : plan.edges.of(part).size(),
                  .outer_edges = plan.outer_edges[part],
                  .nodes_by_type = {},
                  .edges_by_type = {},
                  .with_owners = stored.outer()};
  for (std::size_t type = 0; type < plan.nodes.types(); ++type) {
    sizes.nodes_by_type.push_back(plan.nodes.of(part, type).size());
  }
  for (std::size_t type = 0; type < plan.edges.types(); ++type) {
    sizes.edges_by_type.push_back(plan.edges.of(part, type).size());
  }
  return sizes;
}

/// Bytes of sets of nodes for each part that is counted.
static std::int64_t bytes_of_part(std::int64_t nodes, StoredEdges stored) {
  return std::max<std::int64_t>(1, IdSet::bytes(nodes) * (stored.hops > 1 ? 2 : 1));
}

static std::int64_t parts_at_a_time(std::int64_t nodes, std::int64_t parts, StoredEdges stored, std::int64_t memory) {
  return std::clamp<std::int64_t>(memory / bytes_of_part(nodes, stored), 1, parts);
}

std::int64_t count_memory(std::int64_t nodes, std::int64_t parts, StoredEdges stored, std::int64_t memory) {
  return parts_at_a_time(nodes, parts, stored, memory) * bytes_of_part(nodes, stored);
}

namespace {

/// An edge in terms of new ids.
struct OwnedEdge {
  std::uint32_t source = 0;
  std::uint32_t target = 0;
  std::size_t source_part = 0;
  std::size_t part = 0;  ///< that owns it
};

/// Some parts that are counted together.
struct CountedParts {
  std::size_t begin = 0, end = 0;
  std::vector<IdSet> halo;      ///< nodes outside that are known so far
  std::vector<IdSet> frontier;  ///< those whose edges a pass follows

  [[nodiscard]] bool contains(std::size_t part) const { return begin <= part && part < end; }
};

class PartCounter {
 public:
  PartCounter(const ChunkedGraph& graph, std::string folder, const NodeParts& assignment, const NodeMap& map,
              StoredEdges stored, const KeepGoing& keep_going)
      : graph_(graph),
        folder_(std::move(folder)),
        assignment_(assignment),
        map_(map),
        stored_(stored),
        keep_going_(keep_going),
        run_(run_of_rank(graph, folder_)),
        offsets_(graph.schema.node_offsets()),
        edges_(static_cast<std::size_t>(assignment.parts) * graph.schema.edge_types.size()),
        halo_(static_cast<std::size_t>(assignment.parts)),
        outer_(halo_.size()) {}

  Result<void> count(std::size_t begin, std::size_t end) {
    CountedParts parts{.begin = begin, .end = end, .halo = {}, .frontier = {}};
    parts.halo.assign(end - begin, IdSet(graph_.schema.nodes()));
    if (auto read = read_first(parts); !read) return read;
    unite(parts.halo);
    for (std::int64_t hop = 2; hop <= stored_.hops; ++hop) {
      parts.frontier = parts.halo;
      if (auto read = read_further(parts, hop == stored_.hops); !read) return read;
      unite(parts.halo);
    }
    for (std::size_t part = begin; part < end; ++part) halo_[part] = parts.halo[part - begin].count();
    return {};
  }

  DispatchPlan plan() {
    ranks::sum(edges_);
    ranks::sum(outer_);
    return {.nodes = map_.ranges,
            .edges = IdRanges(edges_, graph_.schema.edge_types.size()),
            .halo_nodes = std::move(halo_),
            .outer_edges = std::move(outer_)};
  }

 private:
  /// What all ranks have found.
  static void unite(std::vector<IdSet>& sets) {
    for (IdSet& set : sets) ranks::unite(set.words());
  }

  /// Calls function(edge type, edge) for the edges of this rank's run.
  template <typename Function>
  Result<void> read(Function function) {
    const auto edges = ranks::agree(read_edges(
        graph_, folder_, run_,
        [&](const EdgeBlock& block) -> Result<void> {
          const EdgeType& type = graph_.schema.edge_types[block.type];
          for (std::size_t i = 0; i < block.sources.size(); ++i) {
            const auto source = static_cast<std::size_t>(offsets_[type.source]) + block.sources[i];
            const auto target = static_cast<std::size_t>(offsets_[type.target]) + block.targets[i];
            function(block.type, OwnedEdge{.source = map_.new_id[source],
                                           .target = map_.new_id[target],
                                           .source_part = assignment_.part_of[source],
                                           .part = assignment_.part_of[target]});
          }
          return {};
        },
        keep_going_));
    if (!edges) return tl::unexpected(edges.error());
    const auto starts = starts_of_runs(graph_, folder_, run_, *edges);
    return starts ? Result<void>() : tl::unexpected(starts.error());
  }

  /// The sources of the edges of a part. With one hop, also the edges that leave it.
  Result<void> read_first(CountedParts& parts) {
    const bool counts_edges = parts.begin == 0;
    const bool leaving = stored_.both && stored_.hops == 1;
    return read([&](std::size_t type, const OwnedEdge& edge) {
      if (counts_edges) ++edges_[edge.part * graph_.schema.edge_types.size() + type];
      if (edge.part == edge.source_part) return;
      if (parts.contains(edge.part)) parts.halo[edge.part - parts.begin].add(edge.source);
      if (!leaving || !parts.contains(edge.source_part)) return;
      parts.halo[edge.source_part - parts.begin].add(edge.target);
      ++outer_[edge.source_part];
    });
  }

  /// The sources of edges to the frontier; in the last pass, these edges and all that leave a part.
  Result<void> read_further(CountedParts& parts, bool last) {
    return read([&](std::size_t, const OwnedEdge& edge) {
      for (std::size_t part = parts.begin; part < parts.end; ++part) {
        if (edge.part == part) continue;
        const bool leaves = last && stored_.both && edge.source_part == part;
        if (!leaves && !parts.frontier[part - parts.begin].contains(edge.target)) continue;
        IdSet& halo = parts.halo[part - parts.begin];
        if (edge.source_part != part) halo.add(edge.source);
        halo.add(edge.target);
        if (last) ++outer_[part];
      }
    });
  }

  const ChunkedGraph& graph_;
  std::string folder_;
  const NodeParts& assignment_;
  const NodeMap& map_;
  StoredEdges stored_;
  const KeepGoing& keep_going_;
  EdgeRun run_;
  std::vector<std::int64_t> offsets_;
  std::vector<std::int64_t> edges_;
  std::vector<std::int64_t> halo_;
  std::vector<std::int64_t> outer_;
};

}  // namespace

Result<DispatchPlan> count_parts(const ChunkedGraph& graph, const std::string& folder, const NodeParts& assignment,
                                 const NodeMap& map, StoredEdges stored, std::int64_t memory,
                                 const KeepGoing& keep_going) {
  PartCounter counter(graph, folder, assignment, map, stored, keep_going);
  const auto step = parts_at_a_time(graph.schema.nodes(), assignment.parts, stored, memory);
  for (std::int64_t begin = 0; begin < assignment.parts; begin += step) {
    const std::int64_t end = std::min(begin + step, assignment.parts);
    auto counted = counter.count(static_cast<std::size_t>(begin), static_cast<std::size_t>(end));
    if (!counted) return tl::unexpected(counted.error());
  }
  return counter.plan();
}

}  // namespace tuplepack::graph
