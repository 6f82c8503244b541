#include "graph/adjacency_file.hpp"

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

namespace tuplepack {

/// A neighbour of a node, the node counted from the first of its range.
struct HalfEdge {
  std::uint32_t node;
  std::uint32_t neighbour;
};

/// Ranges of node ids of equal width, each with a file of its half edges.
struct Ranges {
  std::int64_t width = 1;
  std::vector<std::string> paths;
  std::vector<FileWriter> files;
};

/// So many that the half edges of a range, and its neighbours, take half of the memory where nodes are alike.
static std::int64_t range_count(const GraphSchema& schema, std::int64_t memory) {
  constexpr std::int64_t bytes_per_edge = 2 * (sizeof(HalfEdge) + sizeof(std::uint32_t));
  const std::int64_t wanted = schema.edges() / std::max<std::int64_t>(memory / 2 / bytes_per_edge, 1) + 1;
  return std::clamp<std::int64_t>(std::min(wanted, schema.nodes()), 1, 1024);
}

static Result<Ranges> open_ranges(const GraphSchema& schema, const AdjacencyBuild& build) {
  const std::int64_t count = range_count(schema, build.memory);
  const std::int64_t buffer = std::clamp<std::int64_t>(build.memory / 4 / count, 4096, std::int64_t{1} << 18);
  Ranges ranges{.width = std::max<std::int64_t>((schema.nodes() + count - 1) / count, 1), .paths = {}, .files = {}};
  for (std::int64_t i = 0; i < count; ++i) {
    ranges.paths.push_back(build.scratch + "/range" + std::to_string(i));
    auto file = FileWriter::create(ranges.paths.back(), static_cast<std::size_t>(buffer));
    if (!file) return tl::unexpected(file.error());
    ranges.files.push_back(std::move(*file));
  }
  return ranges;
}

static Result<void> append(Ranges& ranges, std::int64_t node, std::int64_t neighbour) {
  const std::int64_t range = node / ranges.width;
  const HalfEdge half{.node = static_cast<std::uint32_t>(node - range * ranges.width),
                      .neighbour = static_cast<std::uint32_t>(neighbour)};
  return ranges.files[static_cast<std::size_t>(range)].write(std::as_bytes(std::span(&half, 1)));
}

/// Both directions of every edge but self-loops, to the files of their ranges.
static Result<void> scatter_edges(const ChunkedGraph& graph, const std::string& folder, const AdjacencyBuild& build,
                                  Ranges& ranges) {
  const auto offsets = graph.schema.node_offsets();
  const auto scatter = [&](const EdgeBlock& block) -> Result<void> {
    if (build.observe) build.observe(block);
    const EdgeType& type = graph.schema.edge_types[block.type];
    for (std::size_t i = 0; i < block.sources.size(); ++i) {
      const std::int64_t source = offsets[type.source] + block.sources[i];
      const std::int64_t target = offsets[type.target] + block.targets[i];
      if (source == target) continue;
      if (auto written = append(ranges, source, target); !written) return written;
      if (auto written = append(ranges, target, source); !written) return written;
    }
    return {};
  };
  if (auto read = read_edges(graph, folder, scatter, build.keep_going); !read) return read;
  for (FileWriter& file : ranges.files) {
    if (auto closed = file.close(); !closed) return closed;
  }
  return {};
}

/// The neighbours of a range's nodes, node by node, each node's ascending.
struct RangeNeighbours {
  std::vector<std::int64_t> ends;  ///< per node: where its neighbours end
  std::vector<std::uint32_t> neighbours;
};

static RangeNeighbours sorted_neighbours(std::span<const HalfEdge> half_edges, std::size_t nodes) {
  RangeNeighbours range{.ends = std::vector<std::int64_t>(nodes), .neighbours = {}};
  range.neighbours.resize(half_edges.size());
  for (const HalfEdge& half : half_edges) ++range.ends[half.node];
  std::exclusive_scan(range.ends.begin(), range.ends.end(), range.ends.begin(), std::int64_t{0});
  for (const HalfEdge& half : half_edges) {
    range.neighbours[static_cast<std::size_t>(range.ends[half.node]++)] = half.neighbour;
  }
  auto begin = range.neighbours.begin();
  for (const std::int64_t end : range.ends) {
    std::sort(begin, range.neighbours.begin() + end);
    begin = range.neighbours.begin() + end;
  }
  return range;
}

/// Turns the files of ranges into the two files of the adjacency.
static Result<void> write_adjacency(const Ranges& ranges, std::int64_t nodes, FileWriter& offsets,
                                    FileWriter& neighbours) {
  std::int64_t total = 0;
  if (auto written = offsets.write(std::as_bytes(std::span(&total, 1))); !written) return written;
  for (std::size_t i = 0; i < ranges.paths.size(); ++i) {
    const std::int64_t first = std::min(static_cast<std::int64_t>(i) * ranges.width, nodes);
    const std::int64_t last = std::min(first + ranges.width, nodes);
    const auto file = MappedFile::open(ranges.paths[i]);
    if (!file) return tl::unexpected(file.error());
    RangeNeighbours range = sorted_neighbours(file->as<HalfEdge>(), static_cast<std::size_t>(last - first));
    for (std::int64_t& end : range.ends) end += total;
    total += static_cast<std::int64_t>(range.neighbours.size());
    if (auto written = offsets.write(std::as_bytes(std::span(range.ends))); !written) return written;
    if (auto written = neighbours.write(std::as_bytes(std::span(range.neighbours))); !written) return written;
    std::remove(ranges.paths[i].c_str());
  }
  if (auto closed = offsets.close(); !closed) return closed;
  return neighbours.close();
}

Result<AdjacencyFile> build_adjacency(const ChunkedGraph& graph, const std::string& folder,
                                      const AdjacencyBuild& build) {
  auto ranges = open_ranges(graph.schema, build);
  if (!ranges) return tl::unexpected(ranges.error());
  if (auto scattered = scatter_edges(graph, folder, build, *ranges); !scattered) {
    return tl::unexpected(scattered.error());
  }
  const std::string offsets_path = build.scratch + "/offsets";
  const std::string neighbours_path = build.scratch + "/neighbours";
  auto offsets = FileWriter::create(offsets_path);
  if (!offsets) return tl::unexpected(offsets.error());
  auto neighbours = FileWriter::create(neighbours_path);
  if (!neighbours) return tl::unexpected(neighbours.error());
  if (auto written = write_adjacency(*ranges, graph.schema.nodes(), *offsets, *neighbours); !written) {
    return tl::unexpected(written.error());
  }
  auto mapped_offsets = MappedFile::open(offsets_path);
  if (!mapped_offsets) return tl::unexpected(mapped_offsets.error());
  auto mapped_neighbours = MappedFile::open(neighbours_path);
  if (!mapped_neighbours) return tl::unexpected(mapped_neighbours.error());
  return AdjacencyFile(std::move(*mapped_offsets), std::move(*mapped_neighbours));
}

}  // namespace tuplepack
