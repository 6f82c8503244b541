#include "graph/dispatch/part_arrays.hpp"

#include "graph/dispatch/edge_columns.hpp"
#include "graph/dispatch/node_spill.hpp"
#include "graph/dispatch/outer_edges.hpp"
#include "graph/dispatch/spill.hpp"

#include <algorithm>
#include <numeric>

namespace tuplepack::graph {

/// `count` times the same value.
template <typename T>
static Result<void> repeat(const ByteSink& sink, T value, std::int64_t count) {
  const std::vector<T> block(static_cast<std::size_t>(std::min<std::int64_t>(count, values_per_block)), value);
  while (count > 0) {
    const auto now = std::min<std::size_t>(block.size(), static_cast<std::size_t>(count));
    if (auto done = hand_over(sink, std::span(block).first(now)); !done) return done;
    count -= static_cast<std::int64_t>(now);
  }
  return {};
}

/// The ids of a range.
static Result<void> ascend(const ByteSink& sink, IdRange range) {
  std::vector<std::int64_t> block(std::min<std::size_t>(static_cast<std::size_t>(range.size()), values_per_block));
  while (range.size() > 0) {
    const auto now = std::min<std::size_t>(block.size(), static_cast<std::size_t>(range.size()));
    std::iota(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(now), range.begin);
    if (auto done = hand_over(sink, std::span<const std::int64_t>(block).first(now)); !done) return done;
    range.begin += static_cast<std::int64_t>(now);
  }
  return {};
}

// ---- Nodes ----

/// A value for each HALO node.
template <typename T, typename Value>
static Result<void> write_halo(const PartContent& content, const ByteSink& sink, Value value) {
  ValueBlocks<T> blocks(sink);
  content.local.for_each_halo([&](std::uint32_t id) { blocks.add(static_cast<T>(value(id))); });
  return blocks.finish();
}

static Result<void> write_node_ids(const PartContent& content, const ByteSink& sink) {
  if (auto inner = ascend(sink, content.local.inner()); !inner) return inner;
  return write_halo<std::int64_t>(content, sink, [](std::uint32_t id) { return id; });
}

static Result<void> write_node_types(const PartContent& content, const ByteSink& sink) {
  for (std::size_t type = 0; type < content.nodes.types(); ++type) {
    const std::int64_t count = content.nodes.of(content.part, type).size();
    if (auto inner = repeat(sink, static_cast<std::int32_t>(type), count); !inner) return inner;
  }
  const auto entry_of = RangeLookup::of_entries(content.nodes);
  return write_halo<std::int32_t>(content, sink,
                                  [&](std::uint32_t id) { return entry_of(id) % content.nodes.types(); });
}

static Result<void> write_inner_nodes(const PartContent& content, const ByteSink& sink) {
  if (auto inner = repeat(sink, std::uint8_t{1}, content.local.inner().size()); !inner) return inner;
  return repeat(sink, std::uint8_t{0}, content.local.halo());
}

static Result<void> write_owners(const PartContent& content, const ByteSink& sink) {
  const auto part = static_cast<std::int64_t>(content.part);
  if (auto inner = repeat(sink, part, content.local.inner().size()); !inner) return inner;
  return write_halo<std::int64_t>(content, sink, RangeLookup::of_parts(content.nodes));
}

static Result<void> write_original_nodes(const PartContent& content, std::size_t type, const ByteSink& sink) {
  const IdRange range = content.nodes.of(content.part, type);
  const std::int64_t first = range.begin - content.nodes.of(content.part).begin;
  const auto file = files::MappedFile::open(node_spill_path(content.spill.folder, content.part));
  if (!file) return tl::unexpected(file.error());
  const auto ids = file->as<std::uint32_t>();
  if (static_cast<std::int64_t>(ids.size()) != content.local.inner().size()) {
    return fail(ErrorCode::malformed, node_spill_path(content.spill.folder, content.part) + ": truncated");
  }
  ValueBlocks<std::int64_t> blocks(sink);
  for (std::int64_t i = 0; i < range.size(); ++i) blocks.add(ids[static_cast<std::size_t>(first + i)]);
  return blocks.finish();
}

// ---- Edges ----

/// A value for each edge that another part owns.
template <typename T, typename Value>
static Result<void> write_outer(const PartContent& content, const ByteSink& sink, Value value) {
  if (content.outer_edges == 0) return {};
  ValueBlocks<T> blocks(sink);
  auto read =
      read_outer_edges(outer_edges_path(content.spill.folder, content.part), [&](std::span<const OuterEdge> edges) {
        for (const OuterEdge& edge : edges) blocks.add(static_cast<T>(value(edge)));
        return Result<void>();
      });
  if (!read) return read;
  return blocks.finish();
}

static Result<void> write_sources(const PartContent& content, const ByteSink& sink) {
  std::vector<std::int64_t> ids;
  auto inner = read_spill(content.spill, content.part, {.sources = true}, [&](const SpilledEdges& edges) {
    ids.resize(edges.count);
    for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = content.local.local_id(edges.sources[i]);
    return hand_over(sink, std::span<const std::int64_t>(ids));
  });
  if (!inner) return inner;
  return write_outer<std::int64_t>(content, sink,
                                   [&](const OuterEdge& edge) { return content.local.local_id(edge.source); });
}

static Result<void> write_targets(const PartContent& content, const ByteSink& sink) {
  std::vector<std::int64_t> ids;
  auto inner = read_spill(content.spill, content.part, {.targets = true}, [&](const SpilledEdges& edges) {
    ids.assign(edges.targets.begin(), edges.targets.end());
    return hand_over(sink, std::span<const std::int64_t>(ids));
  });
  if (!inner) return inner;
  return write_outer<std::int64_t>(content, sink,
                                   [&](const OuterEdge& edge) { return content.local.local_id(edge.target); });
}

static Result<void> write_edge_ids(const PartContent& content, const ByteSink& sink) {
  if (auto inner = ascend(sink, content.edges.of(content.part)); !inner) return inner;
  return write_outer<std::int64_t>(content, sink, [](const OuterEdge& edge) { return edge.id; });
}

static Result<void> write_edge_types(const PartContent& content, const ByteSink& sink) {
  for (std::size_t type = 0; type < content.edges.types(); ++type) {
    const std::int64_t count = content.edges.of(content.part, type).size();
    if (auto inner = repeat(sink, static_cast<std::int32_t>(type), count); !inner) return inner;
  }
  const auto entry_of = RangeLookup::of_entries(content.edges);
  return write_outer<std::int32_t>(content, sink,
                                   [&](const OuterEdge& edge) { return entry_of(edge.id) % content.edges.types(); });
}

static Result<void> write_inner_edges(const PartContent& content, const ByteSink& sink) {
  if (auto inner = repeat(sink, std::uint8_t{1}, content.edges.of(content.part).size()); !inner) return inner;
  return repeat(sink, std::uint8_t{0}, content.outer_edges);
}

static Result<void> write_original_edges(const PartContent& content, std::size_t type, const ByteSink& sink) {
  if (content.edges.of(content.part, type).size() == 0) return {};
  ValueBlocks<std::int64_t> blocks(sink);
  auto read = read_edge_ids(content.spill, content.part, type, [&](std::span<const std::int64_t> ids) {
    for (const std::int64_t id : ids) blocks.add(id);
    return Result<void>();
  });
  if (!read) return read;
  return blocks.finish();
}

Result<void> write_array(const PartContent& content, PartArray array, const ByteSink& sink) {
  switch (array.kind) {
    case ArrayKind::sources: return write_sources(content, sink);
    case ArrayKind::targets: return write_targets(content, sink);
    case ArrayKind::node_ids: return write_node_ids(content, sink);
    case ArrayKind::node_types: return write_node_types(content, sink);
    case ArrayKind::inner_nodes: return write_inner_nodes(content, sink);
    case ArrayKind::owners: return write_owners(content, sink);
    case ArrayKind::edge_ids: return write_edge_ids(content, sink);
    case ArrayKind::edge_types: return write_edge_types(content, sink);
    case ArrayKind::inner_edges: return write_inner_edges(content, sink);
    case ArrayKind::column_starts: return write_column_starts(content, sink);
    case ArrayKind::column_sources: return write_column_sources(content, sink);
    case ArrayKind::column_types: return write_column_types(content, sink);
    case ArrayKind::column_edge_ids: return write_column_edge_ids(content, sink);
    case ArrayKind::column_targets: return write_column_targets(content, sink);
    case ArrayKind::column_places: return write_column_places(content, sink);
    case ArrayKind::csr_offsets: return write_offsets(content, EdgeEnd::source, sink);
    case ArrayKind::csr_targets: return write_other_ends(content, EdgeEnd::source, sink);
    case ArrayKind::csr_edges: return write_places(content, EdgeEnd::source, sink);
    case ArrayKind::csc_offsets: return write_offsets(content, EdgeEnd::target, sink);
    case ArrayKind::csc_sources: return write_other_ends(content, EdgeEnd::target, sink);
    case ArrayKind::csc_edges: return write_places(content, EdgeEnd::target, sink);
    case ArrayKind::original_nodes: return write_original_nodes(content, array.type, sink);
    case ArrayKind::original_edges: return write_original_edges(content, array.type, sink);
  }
  return {};
}

}  // namespace tuplepack::graph
