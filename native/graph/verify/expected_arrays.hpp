#pragma once

#include "graph/part_view.hpp"
#include "graph/verify/checks.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tuplepack {

/// What an array has to be.
struct ExpectedArray {
  std::string name;
  TensorType type{};
  std::vector<std::int64_t> shape;
  bool optional = false;
};

/// Arrays that are missing, of another type or shape, there twice or surplus.
[[nodiscard]] Finding wrong_arrays(const NamedArrays& found, const std::vector<ExpectedArray>& expected);

/// What a graph of GraphBolt has beside data of nodes and edges: the compressed columns and the numbers of types.
[[nodiscard]] Finding wrong_structure(const PartView& view, const PartitionedGraph& graph);

}  // namespace tuplepack
