#include "graph/unigraph/whole_graph.hpp"

#include "tuplepack/base/visible.hpp"

#include <algorithm>
#include <charconv>

namespace tuplepack::graph {

std::uint32_t WholeGraph::node(std::size_t set, std::string_view id) const {
  if (ids[set].size() > 0) return ids[set].find(id);
  std::uint32_t number = 0;
  const char* const end = id.data() + id.size();
  const auto [rest, error] = std::from_chars(id.data(), end, number);
  return error == std::errc() && rest == end && number < graph.nodes[set] ? number : IdTable::none;
}

std::uint32_t WholeGraph::add_node(std::size_t set, std::string_view id) {
  ++added_nodes[set];
  return ids[set].add(id);
}

static std::vector<std::string_view> all_ids(const IdTable& ids) {
  std::vector<std::string_view> all(ids.size());
  for (std::size_t number = 0; number < all.size(); ++number) all[number] = ids[number];
  return all;
}

void WholeGraph::make_views() {
  graph = {};
  node_ids.assign(ids.size(), {});
  for (std::size_t i = 0; i < ids.size(); ++i) {
    graph.nodes.push_back(ids[i].size());
    for (formats::FeatureStore* const store : node_stores[i]) {
      while (store->rows() < ids[i].size()) store->add_default_row();
    }
    node_features[i].clear();
    auto store = node_stores[i].begin();
    for (const TensorFeature& feature : schema.node_sets[i].features) {
      if (feature.name == id_feature) {
        node_ids[i] = all_ids(ids[i]);
        node_features[i].push_back({.feature = &feature, .values = std::span<const std::string_view>(node_ids[i])});
      } else {
        node_features[i].push_back((*store++)->column(feature));
      }
    }
  }
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const TensorEdgeSet& set = schema.edge_sets[i];
    const auto index = [&](const std::string& name) {
      return static_cast<std::size_t>(schema.node_set(name) - schema.node_sets.data());
    };
    const std::size_t source = index(set.source.name);
    auto& offsets = edges[i].offsets;
    const std::uint64_t last = offsets.back();
    offsets.resize(static_cast<std::size_t>(graph.nodes[source]) + 1, last);
    graph.edge_sets.push_back(edges[i].view(source, index(set.target.name)));
  }
}

void add_id_feature(TensorNodeSet& set) {
  TensorFeature& added = set.features.emplace_back();
  added.name = id_feature;
  added.type = FeatureType::string;
  added.type_number = static_cast<std::int64_t>(FeatureType::string);
  added.has_shape = true;
}

Result<void> settle_ids(TensorNodeSet& set, const GraphRequest& request) {
  if (const TensorFeature* const declared = find_feature(set.features, id_feature); declared != nullptr) {
    if (declared->type == FeatureType::string && declared->shape.empty()) return {};
    return fail(ErrorCode::unsupported,
                "'#id' of node set '" + visible(set.name, 200) + "' is not a DT_STRING of shape []",
                declared->place.line, declared->place.column);
  }
  if (request.features && set.features.empty() && set.metadata.filename.empty()) add_id_feature(set);
  return {};
}

FeatureColumn number_ids(const TensorFeature& feature, std::uint64_t nodes, WholeGraph& graph) {
  graph.stores.push_back(std::make_unique<formats::FeatureStore>(feature));
  formats::FeatureStore& store = *graph.stores.back();
  store.reserve(static_cast<std::size_t>(nodes));
  for (std::uint64_t node = 0; node < nodes; ++node) (void)store.add_cell(std::to_string(node));
  return store.column(feature);
}

TensorSchema requested_schema(const TensorSchema& schema, const GraphRequest& request) {
  TensorSchema requested{.context = {},
                         .node_sets = schema.node_sets,
                         .edge_sets = schema.edge_sets,
                         .origin = schema.origin,
                         .root_sets = {}};
  const bool has_context = schema.context && !schema.context->metadata.filename.empty();
  if (request.features && has_context && !schema.context->features.empty()) requested.context = schema.context;
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

}  // namespace tuplepack::graph
