#include "graph/chunk/edge_runs.hpp"
#include "graph/verify/checks.hpp"

#include <algorithm>
#include <optional>

namespace tuplepack::graph {

// Every edge of the chunked graph against the part that has it. A cursor per part walks through its original ids of a type
// as they ascend, and finds those of a block of edges. Edges in compressed columns are in another order: they are compared
// column by column afterwards.

/// Edges between two calls of release().
static constexpr std::int64_t edges_until_release = std::int64_t{1} << 19;

namespace {

/// A pass over the edges of a run.
struct EndsPass {
  PartsCase& parts;
  std::vector<std::int64_t> node_offsets;
  RunStarts starts;
  std::optional<std::size_t> type = {};
  std::vector<std::int64_t> cursors = {};   // by part: the next of its edges of this type
  std::vector<std::int32_t> found_in = {};  // by edge of the block: a part, or −1
};

/// By global id.
struct EdgeNodes {
  std::size_t source;
  std::size_t target;
};

}  // namespace

static EdgeNodes nodes_of(const EndsPass& pass, const EdgeBlock& block, std::size_t i) {
  const EdgeType& type = pass.parts.graph.schema.edge_types[block.type];
  return {.source = static_cast<std::size_t>(pass.node_offsets[type.source] + block.sources[i]),
          .target = static_cast<std::size_t>(pass.node_offsets[type.target] + block.targets[i])};
}

std::string describe_edge(const PartsCase& parts, const EdgeBlock& block, std::size_t i) {
  return "edge " + std::to_string(block.first + static_cast<std::int64_t>(i)) + " of " +
         parts.parts.edge_types[block.type].name + " (" + std::to_string(block.sources[i]) + " → " +
         std::to_string(block.targets[i]) + ")";
}

Finding wrong_end(const PartsCase& parts, std::size_t part, std::string_view end, std::int64_t index,
                  std::int64_t local, std::uint32_t expected, const std::string& edge) {
  const std::int64_t found = parts.columns[part].node_id[local];
  if (found == expected) return {};
  return parts.views[part].graph_file + ": the " + std::string(end) + " of edge [" + std::to_string(index) + "], " +
         edge + ", is " + std::to_string(local) + ", node " + std::to_string(found) + " instead of node " +
         std::to_string(expected);
}

/// The edge that a part's cursor is at, which is edge i of the block.
static Finding wrong_edge(const EndsPass& pass, const EdgeBlock& block, std::size_t i, std::size_t part) {
  const PartsCase& parts = pass.parts;
  const PartView& view = parts.views[part];
  const std::int64_t cursor = parts.columns[part].edge_ids[block.type].position(pass.cursors[part]);
  const PartitionedType& named = parts.parts.edge_types[block.type];
  const EdgeNodes nodes = nodes_of(pass, block, i);
  const auto has = [&] {
    return view.edge_ids.file + ": " + named.name + "[" + std::to_string(cursor) + "] is " +
           describe_edge(parts, block, i);
  };
  if (pass.found_in[i] >= 0) return has() + ", which part " + std::to_string(pass.found_in[i]) + " has too";
  if (parts.part_of[nodes.target] != part) {
    return has() + ", but part " + std::to_string(parts.part_of[nodes.target]) + " owns its destination";
  }
  if (view.edges.compressed()) return {};
  const std::int64_t index = named.ranges[part].begin - parts.columns[part].edges.begin + cursor;
  for (const auto& [local, node, end] : {std::tuple(view.edges.source(index), nodes.source, "source"),
                                         std::tuple(view.edges.destination(index), nodes.target, "destination")}) {
    const std::uint32_t expected = parts.new_ids[node];
    if (parts.columns[part].node_id[local] == expected) continue;
    return wrong_end(parts, part, end, index, local, expected, describe_edge(parts, block, i));
  }
  return {};
}

/// Counts what the checks of HALO nodes need.
static void count_edge(EndsPass& pass, const EdgeBlock& block, std::size_t i) {
  PartsCase& parts = pass.parts;
  const EdgeNodes nodes = nodes_of(pass, block, i);
  if (parts.part_of[nodes.source] != parts.part_of[nodes.target]) ++parts.leaving[parts.part_of[nodes.source]];
  if (!parts.in_degrees.empty()) ++parts.in_degrees[parts.new_ids[nodes.target]];
}

static Finding wrong_block(EndsPass& pass, const EdgeBlock& block) {
  PartsCase& parts = pass.parts;
  if (block.type != pass.type) {
    pass.type = block.type;
    pass.cursors.clear();
    for (const PartColumns& part : parts.columns) {
      pass.cursors.push_back(part.edge_ids[block.type].first_from(block.first));
    }
  }
  pass.found_in.assign(block.sources.size(), -1);
  const std::int64_t end = block.first + static_cast<std::int64_t>(block.sources.size());
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const SortedOriginals& ids = parts.columns[part].edge_ids[block.type];
    const std::int64_t first = parts.parts.edge_types[block.type].ranges[part].begin;
    for (std::int64_t& at = pass.cursors[part]; at < ids.size() && ids[at] < end; ++at) {
      const auto i = static_cast<std::size_t>(ids[at] - block.first);
      if (Finding finding = wrong_edge(pass, block, i, part); !finding.empty()) return finding;
      pass.found_in[i] = static_cast<std::int32_t>(part);
      if (parts.digests.empty()) continue;
      const EdgeNodes nodes = nodes_of(pass, block, i);
      parts.digests[parts.new_ids[nodes.target]] += edge_digest(first + ids.position(at), parts.new_ids[nodes.source]);
    }
  }
  for (std::size_t i = 0; i < block.sources.size(); ++i) {
    if (pass.found_in[i] < 0) return describe_edge(parts, block, i) + " is in no part";
    count_edge(pass, block, i);
  }
  return {};
}

static void release_all(const PartsCase& parts) {
  for (const PartView& view : parts.views) view.release();
}

/// How many edges there are in a run, by type. Text is read where only that tells.
static Result<std::vector<std::int64_t>> count_edges(const PartsCase& parts, const EdgeRun& run) {
  std::vector<std::int64_t> edges(parts.graph.edges.size());
  EdgeRun unknown{.pieces = {}};
  for (const EdgePiece& piece : run.pieces) {
    const std::vector<std::int64_t>& in_chunks = parts.graph.edges[piece.type].edges;
    if (piece.end >= 0) {
      edges[piece.type] += piece.end - piece.begin;
    } else if (piece.chunk < in_chunks.size()) {
      edges[piece.type] += in_chunks[piece.chunk];
    } else {
      unknown.pieces.push_back(piece);
    }
  }
  if (unknown.pieces.empty()) return edges;
  auto read = read_edges(parts.graph, parts.source, unknown, [](const EdgeBlock&) -> Result<void> { return {}; });
  if (!read) return read;
  for (std::size_t type = 0; type < edges.size(); ++type) edges[type] += (*read)[type];
  return edges;
}

/// Where the runs of the ranks begin. Collective.
static Result<RunStarts> starts_of(const PartsCase& parts, const EdgeRun& run) {
  const std::size_t types = parts.graph.edges.size();
  if (ranks::count() == 1) return RunStarts{.types = types, .first = std::vector<std::int64_t>(types)};
  const auto edges = ranks::agree(count_edges(parts, run));
  if (!edges) return tl::unexpected(edges.error());
  return starts_of_runs(parts.graph, parts.source, run, *edges);
}

/// Collective: reads the run of this rank.
/// result  the first finding of all ranks
static Result<Finding> wrong_run(EndsPass& pass, const EdgeRun& run) {
  const PartsCase& parts = pass.parts;
  Finding finding;
  std::int64_t unreleased = 0;
  const auto sink = [&](const EdgeBlock& read) -> Result<void> {
    EdgeBlock block = read;
    block.first += pass.starts.of(ranks::rank(), block.type);
    finding = wrong_block(pass, block);
    if (!finding.empty()) return fail(ErrorCode::stopped, finding);
    unreleased += static_cast<std::int64_t>(block.sources.size());
    if (unreleased < edges_until_release) return {};
    release_all(parts);
    unreleased = 0;
    return {};
  };
  const auto edges = read_edges(parts.graph, parts.source, run, sink, parts.keep_going);
  release_all(parts);
  Result<Finding> found = finding;
  if (!edges && finding.empty()) found = tl::unexpected(edges.error());
  found = first_finding(std::move(found), ranks::rank());
  if (!found || !found->empty()) return found;
  if (const auto counted = starts_of_runs(parts.graph, parts.source, run, *edges); !counted) {
    return tl::unexpected(counted.error());
  }
  return found;
}

Result<Finding> check_ends(PartsCase& parts) {
  if (!parts.parts.original_ids) return check_renumbered_ends(parts);
  const EdgeRun run = run_of_rank(parts.graph, parts.source);
  auto starts = starts_of(parts, run);
  if (!starts) return tl::unexpected(std::move(starts.error()));
  EndsPass pass{.parts = parts, .node_offsets = parts.graph.schema.node_offsets(), .starts = std::move(*starts)};
  parts.leaving.assign(parts.size(), 0);
  if (parts.parts.hops > 1) parts.in_degrees.assign(parts.new_ids.size(), 0);
  const bool any_columns =
      std::any_of(parts.views.begin(), parts.views.end(), [](const PartView& view) { return view.edges.compressed(); });
  if (any_columns) parts.digests.assign(parts.new_ids.size(), 0);
  auto found = wrong_run(pass, run);
  if (!found || !found->empty()) return found;
  ranks::sum(parts.leaving);
  ranks::sum(parts.in_degrees);
  ranks::sum(parts.digests);
  return first_wrong_part(parts, [&](std::size_t part) -> Result<Finding> {
    if (!parts.views[part].edges.compressed()) return Finding();
    return wrong_columns(parts, part);
  });
}

}  // namespace tuplepack::graph
