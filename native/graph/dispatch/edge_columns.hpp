#pragma once

#include "graph/dispatch/part_arrays.hpp"

#include <cstdint>
#include <vector>

namespace tuplepack::graph {

// The edges of a part by target, as compressed columns, or by source, as compressed rows: those of a node ascend in new id,
// and so in type. Edges wait on the disk in another order, so columns are collected in memory, as many at a time as fit into
// it; a column too large for it is copied as it is read. Each time, the spilled edges of the part are read once.

/// The end that edges are compressed by.
enum class EdgeEnd : std::uint8_t { source, target };

/// Edges that a part stores, by their local node at an end.
/// errors  of the system · too_large (2^32 edges of a node)
[[nodiscard]] Result<std::vector<std::uint32_t>> count_degrees(const PartContent& content, EdgeEnd end);

/// The narrowest integers for counts up to `most`, as DGL chooses them: those whose maximum is beyond it.
/// least  the narrowest to choose: int8, int16, int32 or int64
[[nodiscard]] formats::TensorType index_type(std::int64_t most, formats::TensorType least);

// assume  in_degrees
[[nodiscard]] Result<void> write_column_starts(const PartContent& content, const ByteSink& sink);
[[nodiscard]] Result<void> write_column_sources(const PartContent& content, const ByteSink& sink);
[[nodiscard]] Result<void> write_column_types(const PartContent& content, const ByteSink& sink);
[[nodiscard]] Result<void> write_column_edge_ids(const PartContent& content, const ByteSink& sink);
[[nodiscard]] Result<void> write_column_targets(const PartContent& content, const ByteSink& sink);
/// memory  8 bytes for each local node
[[nodiscard]] Result<void> write_column_places(const PartContent& content, const ByteSink& sink);

// DGL's compressed rows and columns; see ArrayKind.
[[nodiscard]] Result<void> write_offsets(const PartContent& content, EdgeEnd end, const ByteSink& sink);
[[nodiscard]] Result<void> write_other_ends(const PartContent& content, EdgeEnd end, const ByteSink& sink);
[[nodiscard]] Result<void> write_places(const PartContent& content, EdgeEnd end, const ByteSink& sink);

/// Bytes that columns take of the memory for buffers.
[[nodiscard]] std::int64_t column_memory(std::int64_t memory);

}  // namespace tuplepack::graph
