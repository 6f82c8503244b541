#pragma once

#include "graph_tensor.hpp"

namespace tuplepack::formats {

/// What TensorFlow GNN's structured_readout() takes for granted about the values of every readout structure of a schema:
/// the targets of an edge set "_readout/KEY" ascend strictly, and each readout node is the target of one edge of each key.
/// graph   of read_graph_tensor() with this schema
/// errors  malformed
[[nodiscard]] Result<void> check_readout_values(const GraphTensor& graph, const graph::TensorSchema& schema);

}  // namespace tuplepack::formats
