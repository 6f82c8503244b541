#include "graph/unigraph/whole_graph.hpp"

#include <algorithm>
#include <charconv>

namespace tuplepack {

std::uint32_t WholeGraph::node(std::size_t set, std::string_view id) const {
  if (ids[set].size() > 0) return ids[set].find(id);
  std::uint32_t number = 0;
  const char* const end = id.data() + id.size();
  const auto [rest, error] = std::from_chars(id.data(), end, number);
  return error == std::errc() && rest == end && number < graph.nodes[set] ? number : IdTable::none;
}

TensorSchema requested_schema(const TensorSchema& schema, const GraphRequest& request) {
  TensorSchema requested{.context = {},
                         .node_sets = schema.node_sets,
                         .edge_sets = schema.edge_sets,
                         .origin = schema.origin,
                         .root_sets = {}};
  std::erase_if(requested.node_sets, [&](const TensorNodeSet& set) {
    return std::find(request.node_sets.begin(), request.node_sets.end(), set.name) == request.node_sets.end();
  });
  std::erase_if(requested.edge_sets, [&](const TensorEdgeSet& set) {
    return std::none_of(request.edge_sets.begin(), request.edge_sets.end(),
                        [&](const GraphRequest::Edges& edges) { return edges.set == set.name; });
  });
  if (request.features) return requested;
  for (TensorNodeSet& set : requested.node_sets) {
    std::erase_if(set.features, [&](const TensorFeature& feature) {
      return set.name != request.label_set ||
             std::find(request.labels.begin(), request.labels.end(), feature.name) == request.labels.end();
    });
  }
  for (TensorEdgeSet& set : requested.edge_sets) set.features.clear();
  return requested;
}

}  // namespace tuplepack
