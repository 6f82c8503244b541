#include "graph/dispatch/edge_columns.hpp"

#include "graph/dispatch/outer_edges.hpp"
#include "graph/dispatch/spill.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace tuplepack::graph {

namespace {

/// An edge that a part stores.
struct ColumnEdge {
  std::uint32_t source = 0;  ///< new id
  std::int64_t target = 0;   ///< local id
  std::int64_t id = 0;       ///< new id
  std::int64_t place = 0;    ///< among sources and targets
};

}  // namespace

/// Local ids of inner nodes, then those of the HALO: edges to the former are spilled, edges to the latter are outer ones.
static std::array<IdRange, 2> inner_and_halo(const PartContent& content) {
  const std::int64_t inner = content.local.inner().size();
  return {{{0, inner}, {inner, content.local.size()}}};
}

/// Calls function(edge) for the edges to inner nodes, by ascending id.
template <typename Function>
static Result<void> for_inner_edges(const PartContent& content, Function& function) {
  const std::int64_t first = content.edges.of(content.part).begin;
  std::int64_t place = 0;
  return read_spill(
      content.spill, content.part, {.sources = true, .targets = true}, [&](const SpilledEdges& edges) -> Result<void> {
        for (std::size_t i = 0; i < edges.count; ++i, ++place) {
          function(
              ColumnEdge{.source = edges.sources[i], .target = edges.targets[i], .id = first + place, .place = place});
        }
        return {};
      });
}

/// Calls function(edge) for the edges to the HALO, by ascending id.
template <typename Function>
static Result<void> for_halo_edges(const PartContent& content, Function& function) {
  if (content.outer_edges == 0) return {};
  std::int64_t place = content.edges.of(content.part).size();
  return read_outer_edges(
      outer_edges_path(content.spill.folder, content.part), [&](std::span<const OuterEdge> edges) -> Result<void> {
        for (const OuterEdge& edge : edges) {
          function(ColumnEdge{
              .source = edge.source, .target = content.local.local_id(edge.target), .id = edge.id, .place = place++});
        }
        return {};
      });
}

/// Calls function(edge) for the edges to a range of local nodes, inner nodes or the HALO, by ascending id.
template <typename Function>
static Result<void> for_edges_to(const PartContent& content, IdRange targets, Function function) {
  auto call = [&](const ColumnEdge& edge) {
    if (targets.contains(edge.target)) function(edge);
  };
  return targets.begin < content.local.inner().size() ? for_inner_edges(content, call) : for_halo_edges(content, call);
}

/// Calls function(edge) for the edges from a range of local nodes, by ascending place.
template <typename Function>
static Result<void> for_edges_from(const PartContent& content, IdRange sources, Function function) {
  auto call = [&](const ColumnEdge& edge) {
    if (sources.contains(content.local.local_id(edge.source))) function(edge);
  };
  auto inner = for_inner_edges(content, call);
  return inner ? for_halo_edges(content, call) : inner;
}

/// The local node of an edge at an end.
static std::int64_t node_at(const PartContent& content, EdgeEnd end, const ColumnEdge& edge) {
  return end == EdgeEnd::target ? edge.target : content.local.local_id(edge.source);
}

/// Calls function(edge) for the edges with an end in a range of local nodes; for targets, inner nodes or the HALO.
template <typename Function>
static Result<void> for_edges_at(const PartContent& content, EdgeEnd end, IdRange nodes, Function function) {
  return end == EdgeEnd::target ? for_edges_to(content, nodes, function) : for_edges_from(content, nodes, function);
}

/// The ranges of local nodes that edges are collected by.
static std::vector<IdRange> ranges_by(const PartContent& content, EdgeEnd end) {
  if (end == EdgeEnd::source) return {{0, content.local.size()}};
  const auto ranges = inner_and_halo(content);
  return {ranges.begin(), ranges.end()};
}

static std::span<const std::uint32_t> degrees_of(const PartContent& content, EdgeEnd end) {
  return end == EdgeEnd::target ? content.in_degrees : content.out_degrees;
}

Result<std::vector<std::uint32_t>> count_degrees(const PartContent& content, EdgeEnd end) {
  std::vector<std::uint32_t> degrees(static_cast<std::size_t>(content.local.size()));
  for (const IdRange nodes : ranges_by(content, end)) {
    auto counted = for_edges_at(content, end, nodes, [&](const ColumnEdge& edge) {
      ++degrees[static_cast<std::size_t>(node_at(content, end, edge))];
    });
    if (!counted) return tl::unexpected(counted.error());
  }
  const auto edges = std::accumulate(degrees.begin(), degrees.end(), std::int64_t{0});
  if (edges == content.edge_count()) return degrees;
  return fail(ErrorCode::too_large, "part " + std::to_string(content.part) +
                                        ": a node has 2^32 or more edges, or a temporary file was modified");
}

formats::TensorType index_type(std::int64_t most, formats::TensorType least) {
  constexpr auto limits = std::to_array<std::pair<formats::TensorType, std::int64_t>>({
      {formats::TensorType::int8, std::numeric_limits<std::int8_t>::max()},
      {formats::TensorType::int16, std::numeric_limits<std::int16_t>::max()},
      {formats::TensorType::int32, std::numeric_limits<std::int32_t>::max()},
  });
  for (const auto& [type, limit] : limits) {
    if (type >= least && most < limit) return type;
  }
  return formats::TensorType::int64;
}

// ---- Columns ----

/// The next columns, or rows, that fit into memory; one at least.
static IdRange next_columns(const PartContent& content, std::span<const std::uint32_t> degrees, IdRange nodes,
                            std::int64_t value_bytes) {
  IdRange range{nodes.begin, nodes.begin};
  for (std::int64_t bytes = 0; range.end < nodes.end; ++range.end) {
    bytes +=
        degrees[static_cast<std::size_t>(range.end)] * value_bytes + static_cast<std::int64_t>(sizeof(std::size_t));
    if (bytes > content.memory && range.size() > 0) break;
  }
  return range;
}

/// Collects columns in memory.
template <typename T, typename Value>
static Result<void> write_collected(const PartContent& content, EdgeEnd end, IdRange nodes, const ByteSink& sink,
                                    Value value) {
  const auto degrees =
      degrees_of(content, end).subspan(static_cast<std::size_t>(nodes.begin), static_cast<std::size_t>(nodes.size()));
  std::vector<std::size_t> next(degrees.size());
  std::exclusive_scan(degrees.begin(), degrees.end(), next.begin(), std::size_t{0});
  std::vector<T> values(degrees.empty() ? 0 : next.back() + degrees.back());
  if (values.empty()) return {};
  auto read = for_edges_at(content, end, nodes, [&](const ColumnEdge& edge) {
    values[next[static_cast<std::size_t>(node_at(content, end, edge) - nodes.begin)]++] = static_cast<T>(value(edge));
  });
  if (!read) return read;
  return hand_over(sink, std::span<const T>(values));
}

/// Copies one column.
template <typename T, typename Value>
static Result<void> write_copied(const PartContent& content, EdgeEnd end, IdRange node, const ByteSink& sink,
                                 Value value) {
  ValueBlocks<T> blocks(sink);
  auto read =
      for_edges_at(content, end, node, [&](const ColumnEdge& edge) { blocks.add(static_cast<T>(value(edge))); });
  if (!read) return read;
  return blocks.finish();
}

/// A value for each edge, by its node at an end.
template <typename T, typename Value>
static Result<void> write_compressed(const PartContent& content, EdgeEnd end, const ByteSink& sink, Value value) {
  constexpr std::int64_t value_bytes = sizeof(T);
  const auto degrees = degrees_of(content, end);
  for (IdRange left : ranges_by(content, end)) {
    while (left.size() > 0) {
      const IdRange nodes = next_columns(content, degrees, left, value_bytes);
      left.begin = nodes.end;
      const bool fits =
          nodes.size() > 1 || degrees[static_cast<std::size_t>(nodes.begin)] * value_bytes <= content.memory;
      auto written = fits ? write_collected<T>(content, end, nodes, sink, value)
                          : write_copied<T>(content, end, nodes, sink, value);
      if (!written) return written;
    }
  }
  return {};
}

template <typename T, typename Value>
static Result<void> write_columns(const PartContent& content, const ByteSink& sink, Value value) {
  return write_compressed<T>(content, EdgeEnd::target, sink, value);
}

/// The sums of the degrees before each node, and of all.
template <typename T>
static Result<void> write_sums(std::span<const std::uint32_t> degrees, const ByteSink& sink) {
  ValueBlocks<T> blocks(sink);
  std::int64_t sum = 0;
  blocks.add(T{0});
  for (const std::uint32_t degree : degrees) blocks.add(static_cast<T>(sum += degree));
  return blocks.finish();
}

/// Calls function with a number of the type.
template <typename Function>
static Result<void> with_integer(formats::TensorType type, Function function) {
  switch (type) {
    case formats::TensorType::int8: return function(std::int8_t{});
    case formats::TensorType::int16: return function(std::int16_t{});
    case formats::TensorType::int32: return function(std::int32_t{});
    default: return function(std::int64_t{});
  }
}

Result<void> write_column_starts(const PartContent& content, const ByteSink& sink) {
  return with_integer(index_type(content.edge_count(), formats::TensorType::int32),
                      [&]<typename T>(T) { return write_sums<T>(content.in_degrees, sink); });
}

Result<void> write_column_sources(const PartContent& content, const ByteSink& sink) {
  return with_integer(index_type(content.local.size(), formats::TensorType::int32), [&]<typename T>(T) {
    return write_columns<T>(content, sink, [&](const ColumnEdge& edge) { return content.local.local_id(edge.source); });
  });
}

Result<void> write_column_types(const PartContent& content, const ByteSink& sink) {
  const auto entry_of = RangeLookup::of_entries(content.edges);
  const std::size_t types = content.edges.types();
  return with_integer(index_type(static_cast<std::int64_t>(types), formats::TensorType::int8), [&]<typename T>(T) {
    return write_columns<T>(content, sink, [&](const ColumnEdge& edge) { return entry_of(edge.id) % types; });
  });
}

Result<void> write_column_edge_ids(const PartContent& content, const ByteSink& sink) {
  return write_columns<std::int64_t>(content, sink, [](const ColumnEdge& edge) { return edge.id; });
}

Result<void> write_column_targets(const PartContent& content, const ByteSink& sink) {
  return with_integer(index_type(content.local.size(), formats::TensorType::int32), [&]<typename T>(T) {
    ValueBlocks<T> blocks(sink);
    for (std::size_t node = 0; node < content.in_degrees.size(); ++node) {
      for (std::uint32_t i = 0; i < content.in_degrees[node]; ++i) blocks.add(static_cast<T>(node));
    }
    return blocks.finish();
  });
}

Result<void> write_column_places(const PartContent& content, const ByteSink& sink) {
  std::vector<std::int64_t> next(content.in_degrees.size());
  std::exclusive_scan(content.in_degrees.begin(), content.in_degrees.end(), next.begin(), std::int64_t{0});
  return with_integer(index_type(content.edge_count(), formats::TensorType::int32), [&]<typename T>(T) {
    ValueBlocks<T> blocks(sink);
    for (const IdRange nodes : inner_and_halo(content)) {
      auto read = for_edges_to(content, nodes, [&](const ColumnEdge& edge) {
        blocks.add(static_cast<T>(next[static_cast<std::size_t>(edge.target)]++));
      });
      if (!read) return read;
    }
    return blocks.finish();
  });
}

Result<void> write_offsets(const PartContent& content, EdgeEnd end, const ByteSink& sink) {
  return write_sums<std::int64_t>(degrees_of(content, end), sink);
}

Result<void> write_other_ends(const PartContent& content, EdgeEnd end, const ByteSink& sink) {
  const EdgeEnd other = end == EdgeEnd::target ? EdgeEnd::source : EdgeEnd::target;
  return write_compressed<std::int64_t>(content, end, sink,
                                        [&](const ColumnEdge& edge) { return node_at(content, other, edge); });
}

Result<void> write_places(const PartContent& content, EdgeEnd end, const ByteSink& sink) {
  return write_compressed<std::int64_t>(content, end, sink, [](const ColumnEdge& edge) { return edge.place; });
}

std::int64_t column_memory(std::int64_t memory) {
  return std::clamp<std::int64_t>(memory, 1 << 20, 64 << 20);
}

}  // namespace tuplepack::graph
