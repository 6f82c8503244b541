#pragma once

#include "tuplepack/graph/schema/schema.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tuplepack::graph {

/// A label of every node of a type, renumbered 0 … labels − 1 by ascending value.
struct NodeLabels {
  std::vector<std::uint16_t> label_of;
  std::vector<std::int64_t> values;  ///< what each label was in the file
};

/// Reads labels from a .npy file: one integer or bool per node, as of a train mask.
/// errors  of the system; FILE: not such an array; another number of elements than nodes; a negative or fractional
///         label; more than 60,000 different ones
[[nodiscard]] Result<NodeLabels> read_node_labels(const std::string& path, const NodeType& type);

}  // namespace tuplepack::graph
