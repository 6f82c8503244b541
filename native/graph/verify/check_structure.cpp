#include "graph/verify/expected_arrays.hpp"

#include <limits>
#include <utility>

namespace tuplepack::graph {

/// The first of the types whose maximum is greater than a number, as DGL's converter to GraphBolt chooses.
static formats::TensorType smallest_type(std::int64_t number, std::initializer_list<formats::TensorType> types) {
  for (const formats::TensorType type : types) {
    const auto bits = static_cast<unsigned>(8 * width(type) - 1);
    if (number < std::numeric_limits<std::int64_t>::max() >> (63U - bits)) return type;
  }
  return formats::TensorType::int64;
}

/// A graph of one node type and one edge type is homogeneous to DGL: it has no types.
static bool has_types(const PartitionedGraph& graph) {
  return graph.node_types.size() != 1 || graph.edge_types.size() != 1;
}

/// What a graph of GraphBolt has beside data of nodes and edges.
static std::vector<ExpectedArray> structural_arrays(const PartView& view, const PartitionedGraph& graph, bool ours) {
  using enum formats::TensorType;
  const std::int64_t edges = view.edges.size();
  std::vector<ExpectedArray> arrays{
      {"independent_tensors/version_number", int64, {1}},
      {"independent_tensors/indptr", smallest_type(edges, {int32, int64}), {view.nodes + 1}},
      {"independent_tensors/indices", smallest_type(view.nodes, {int32, int64}), {edges}}};
  const auto any_width = [&](ExpectedArray& array) {
    if (!ours) array.or_types = {int32, int64};
  };
  any_width(arrays[1]);
  any_width(arrays[2]);
  if (!has_types(graph)) return arrays;
  const auto types = static_cast<std::int64_t>(graph.edge_types.size());
  arrays.push_back({"independent_tensors/type_per_edge", smallest_type(types, {int8, int16, int32, int64}), {edges}});
  if (!ours) arrays.back().or_types = {int8, int16, int32, int64};
  for (const PartitionedType& type : graph.node_types) arrays.push_back({"node_type_to_id/" + type.name, int64, {}});
  for (const PartitionedType& type : graph.edge_types) arrays.push_back({"edge_type_to_id/" + type.name, int64, {}});
  return arrays;
}

static Finding wrong_number(const PartView& view, const std::string& name, std::int64_t expected) {
  const std::int64_t found = Column<std::int64_t>(view.structure.find(name)->data)[0];
  return found == expected ? Finding() : wrong_value(view.structure.file, name, 0, found, expected);
}

/// The version of the state, and the numbers of types.
static Finding wrong_numbers(const PartView& view, const PartitionedGraph& graph) {
  constexpr std::int64_t version = 6199;  // kPickleVersion in GraphBolt's fused_csc_sampling_graph.cc
  if (Finding finding = wrong_number(view, "independent_tensors/version_number", version); !finding.empty()) {
    return finding;
  }
  if (!has_types(graph)) return {};
  for (const auto& [types, map] :
       {std::pair(&graph.node_types, "node_type_to_id/"), std::pair(&graph.edge_types, "edge_type_to_id/")}) {
    for (std::size_t type = 0; type < types->size(); ++type) {
      Finding finding = wrong_number(view, map + (*types)[type].name, static_cast<std::int64_t>(type));
      if (!finding.empty()) return finding;
    }
  }
  return {};
}

Finding wrong_structure(const PartView& view, const PartitionedGraph& graph, bool ours) {
  Finding finding = wrong_arrays(view.structure, structural_arrays(view, graph, ours));
  return finding.empty() ? wrong_numbers(view, graph) : finding;
}

}  // namespace tuplepack::graph
