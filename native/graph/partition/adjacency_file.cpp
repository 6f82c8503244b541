#include "adjacency_file.hpp"

#include "half_edges.hpp"
#include "ranks/ranks.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace tuplepack::graph {

using Post = HalfEdgePost<HalfEdge>;
using Ranges = RowRanges<HalfEdge>;

/// Reads the run. Returns its edges by type.
static Result<std::vector<std::int64_t>> send_edges(const ChunkedGraph& graph, const std::string& folder,
                                                    const EdgeRun& run, const AdjacencyBuild& build, Post& post) {
  const auto offsets = graph.schema.node_offsets();
  const auto scatter = [&](const EdgeBlock& block) -> Result<void> {
    if (build.observe) build.observe(block);
    const EdgeType& type = graph.schema.edge_types[block.type];
    for (std::size_t i = 0; i < block.sources.size(); ++i) {
      const std::int64_t source = offsets[type.source] + block.sources[i];
      const std::int64_t target = offsets[type.target] + block.targets[i];
      if (source == target) continue;
      const auto u = static_cast<std::uint32_t>(source), v = static_cast<std::uint32_t>(target);
      if (auto sent = post.send(source, {.row = 0, .neighbour = v}); !sent) return sent;
      if (auto sent = post.send(target, {.row = 0, .neighbour = u}); !sent) return sent;
    }
    return {};
  };
  return read_edges(graph, folder, run, scatter, build.keep_going);
}

/// Collective: both directions of every edge but self-loops, to the files of their ranges.
static Result<void> scatter_edges(const ChunkedGraph& graph, const std::string& folder, const EdgeRun& run,
                                  const NodeShares& shares, const AdjacencyBuild& build, Result<Ranges>& ranges) {
  if (auto opened = ranks::agree(ranges ? Result<void>() : tl::unexpected(ranges.error())); !opened) return opened;
  Post post(shares, *ranges, build.memory / 4);
  auto edges = send_edges(graph, folder, run, build, post);
  auto finished = post.finish(edges ? Result<void>() : tl::unexpected(edges.error()));
  if (!finished) return finished;
  const auto starts = starts_of_runs(graph, folder, run, *edges);
  if (!starts) return tl::unexpected(starts.error());
  return ranks::agree(ranges->close());
}

namespace {

/// The neighbours of a range's nodes, node by node, each node's ascending.
struct RangeNeighbours {
  std::vector<std::int64_t> ends;  ///< per node: where its neighbours end
  std::vector<std::uint32_t> neighbours;
};

}  // namespace

static RangeNeighbours sorted_neighbours(std::span<const HalfEdge> half_edges, std::size_t nodes) {
  RangeNeighbours range{.ends = std::vector<std::int64_t>(nodes), .neighbours = {}};
  range.neighbours.resize(half_edges.size());
  for (const HalfEdge& half : half_edges) ++range.ends[half.row];
  std::exclusive_scan(range.ends.begin(), range.ends.end(), range.ends.begin(), std::int64_t{0});
  for (const HalfEdge& half : half_edges) {
    range.neighbours[static_cast<std::size_t>(range.ends[half.row]++)] = half.neighbour;
  }
  auto begin = range.neighbours.begin();
  for (const std::int64_t end : range.ends) {
    std::sort(begin, range.neighbours.begin() + end);
    begin = range.neighbours.begin() + end;
  }
  return range;
}

/// Turns the files of ranges into the two files of the adjacency.
static Result<void> write_adjacency(const Ranges& ranges, files::FileWriter& offsets, files::FileWriter& neighbours) {
  std::int64_t total = 0;
  if (auto written = offsets.write(std::as_bytes(std::span(&total, 1))); !written) return written;
  const auto write_range = [&](std::span<const HalfEdge> half_edges, std::size_t rows) -> Result<void> {
    RangeNeighbours range = sorted_neighbours(half_edges, rows);
    for (std::int64_t& end : range.ends) end += total;
    total += static_cast<std::int64_t>(range.neighbours.size());
    if (auto written = offsets.write(std::as_bytes(std::span(range.ends))); !written) return written;
    return neighbours.write(std::as_bytes(std::span(range.neighbours)));
  };
  if (auto written = ranges.take(write_range); !written) return written;
  if (auto closed = offsets.close(); !closed) return closed;
  return neighbours.close();
}

/// Sorts what was scattered.
static Result<AdjacencyFile> sort_ranges(const Ranges& ranges, const std::string& scratch) {
  const std::string offsets_path = scratch + "/offsets";
  const std::string neighbours_path = scratch + "/neighbours";
  auto offsets = files::FileWriter::create(offsets_path);
  if (!offsets) return tl::unexpected(offsets.error());
  auto neighbours = files::FileWriter::create(neighbours_path);
  if (!neighbours) return tl::unexpected(neighbours.error());
  if (auto written = write_adjacency(ranges, *offsets, *neighbours); !written) return tl::unexpected(written.error());
  auto mapped_offsets = files::MappedFile::open(offsets_path);
  if (!mapped_offsets) return tl::unexpected(mapped_offsets.error());
  auto mapped_neighbours = files::MappedFile::open(neighbours_path);
  if (!mapped_neighbours) return tl::unexpected(mapped_neighbours.error());
  return AdjacencyFile(std::move(*mapped_offsets), std::move(*mapped_neighbours));
}

Result<AdjacencyFile> build_adjacency(const ChunkedGraph& graph, const std::string& folder, const EdgeRun& run,
                                      const NodeShares& shares, const AdjacencyBuild& build) {
  auto ranges =
      Ranges::open(build.scratch, 2 * graph.schema.edges() / shares.ranks(), shares.rows(ranks::rank()), build.memory);
  if (auto scattered = scatter_edges(graph, folder, run, shares, build, ranges); !scattered) {
    return tl::unexpected(scattered.error());
  }
  return ranks::agree(sort_ranges(*ranges, build.scratch));
}

}  // namespace tuplepack::graph
