#pragma once

#include "graph/unigraph/whole_graph.hpp"
#include "tuplepack/base/keep_going.hpp"
#include "tuplepack/base/result.hpp"

#include <string>

namespace tuplepack::graph {

// A partitioned graph, as dispatch writes it, read as one: nodes by their original ids, edges in their original order.

/// Its node types and edge types as sets with features, float16 and bool as the types that tf.Example stores them in. An
/// edge set is named after its relation, or "source:relation:target" where several edge types have that relation. That
/// name is also the file name of its metadata.
/// errors  of the system · those of read_partitioned_graph, check_ranges and open_part · unsupported (features of another
///         type)
[[nodiscard]] Result<TensorSchema> parts_schema(const std::string& folder);

/// Reads all parts, one after the other. Where features are read, a node set that has none has "#id", its original numbers
/// in text.
/// schema  parts_schema(), perhaps with reversed sets
/// cost    memory: the result, and 8 bytes per edge of each set that is read
/// errors  as parts_schema · malformed (ids out of range or missing, arrays of another length or type; an edge set without
///         the weights or times that are asked for) · negative (a weight) · stopped
[[nodiscard]] Result<WholeGraph> read_parts_graph(const TensorSchema& schema, const std::string& folder,
                                                  const GraphRequest& request, const KeepGoing& keep_going = {});

}  // namespace tuplepack::graph
