#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/graph/schema/tensor_schema.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace tuplepack::formats {

/// Appends a random GraphTensor that fits a schema, as a tf.Example: a function of the schema, the seed and the index. It
/// has one component, as from TensorFlow GNN's random_graph_tensor():
///   node sets  2–7 nodes each
///   edge sets  between s + t nodes, ⌊(s + t) / 1.5⌋ to ⌊2.25 · (s + t)⌋ edges, their ends uniform
///   ragged     rows of 2–7 values
///   values     integers 10–99, those of 64 bits 100–998; bool 0 or 1; floats of [0, 1) that the type holds exactly;
///              strings of one letter A–Z
/// It also has valid readout structures: for every key, the edge sets of the key reach each readout node once, in
/// ascending order, from random nodes. A node set "_shadow/E" is as large as the edge set E.
/// prefix   of the names of features
/// assumes  a schema without errors in check_tensor_schema()
/// errors   too_large (2^27 values or more) · unsupported (shadow node sets that depend on each other, or readout from
///          nodes of which there are none)
[[nodiscard]] Result<void> append_random_graph_tensor(std::string& out, const graph::TensorSchema& schema,
                                                      std::uint64_t seed, std::uint64_t index,
                                                      std::string_view prefix = {});

}  // namespace tuplepack::formats
