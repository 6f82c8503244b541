#pragma once

#include "tuplepack/graph/partition/chunks.hpp"

#include <string>
#include <string_view>

namespace tuplepack::formats {

/// Reads the metadata.json of a chunked graph: the keys of DGL's user guide (7.1) and those that its programs read.
/// num_nodes_per_type and num_nodes_per_chunk give the same counts; one of the two is enough. The same applies to edges.
/// Other keys are ignored.
/// errors  malformed, with line and column if the text is not JSON; else the path of the value, as in
///         "/edges/a:to:b/data": a missing or repeated key, a value of another kind, an edge type that is not
///         "source:relation:target" or whose node types do not exist, chunks that do not add up to the type (names both
///         numbers), another number of chunks than files · not_an_integer · negative · too_large · unsupported (a
///         format, or a delimiter other than blank, comma and tab) · those of check(GraphSchema)
[[nodiscard]] Result<graph::ChunkedGraph> read_chunk_metadata(std::string_view json);

/// The text of metadata.json, with all keys that read_chunk_metadata knows.
/// assumes  check(graph.schema); counts of the chunks of every type
[[nodiscard]] std::string chunk_metadata(const graph::ChunkedGraph& graph);

}  // namespace tuplepack::formats
