#include "graph/unigraph/parts_graph.hpp"

#include "graph/inspect/inspect_parts.hpp"
#include "graph/parts/part_view.hpp"
#include "graph/unigraph/part_columns.hpp"
#include "tuplepack/base/visible.hpp"
#include "tuplepack/base/words.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace tuplepack::graph {

// ---- the schema ----

/// The features of a type, by the names "type/feature" in the first part.
static std::vector<TensorFeature> features_of_type(const NamedArrays& arrays, const std::string& type) {
  std::vector<TensorFeature> features;
  for (const formats::TensorView& array : arrays.arrays) {
    if (!array.name.starts_with(type + "/")) continue;
    TensorFeature feature;
    feature.name = array.name.substr(type.size() + 1);
    feature.type = feature_type_of(array.type);
    feature.type_number = static_cast<std::int64_t>(*feature.type);
    feature.has_shape = true;
    for (std::size_t i = 1; i < array.shape.size(); ++i) feature.shape.push_back({.size = array.shape[i], .name = {}});
    features.push_back(std::move(feature));
  }
  return features;
}

Result<TensorSchema> parts_schema(const std::string& folder) {
  const auto graph = read_partitioned_graph(folder);
  if (!graph) return tl::unexpected(graph.error());
  const auto part = open_part(folder, graph->parts.front(), Checksums::left_out);
  if (!part) return tl::unexpected(part.error());
  TensorSchema schema;
  schema.origin = GraphOrigin::full;
  for (const PartitionedType& type : graph->node_types) {
    TensorNodeSet& set = schema.node_sets.emplace_back();
    set.name = type.name;
    set.metadata.cardinality = type.size();
    set.features = features_of_type(part->node_features, type.name);
  }
  const auto relation_of = [](const PartitionedType& type) { return std::string(parts(type.name, ':')[1]); };
  std::map<std::string, int, std::less<>> relations;
  for (const PartitionedType& type : graph->edge_types) {
    if (parts(type.name, ':').size() != 3) {
      return fail(ErrorCode::malformed,
                  folder + ": edge type '" + visible(type.name, 200) + "' is not named source:relation:target");
    }
    ++relations[relation_of(type)];
  }
  for (const PartitionedType& type : graph->edge_types) {
    const auto names = parts(type.name, ':');
    TensorEdgeSet& set = schema.edge_sets.emplace_back();
    set.name = relations[relation_of(type)] == 1 ? relation_of(type) : type.name;
    set.source.name = names[0];
    set.target.name = names[2];
    set.metadata.filename = type.name;
    set.metadata.cardinality = type.size();
    set.features = features_of_type(part->edge_features, type.name);
  }
  return schema;
}

// ---- ids ----

namespace {

/// A partitioned graph while it is read.
struct PartsReading {
  const std::string& folder;
  PartitionedGraph parts;
  std::vector<std::uint32_t> originals;            // of new node ids: the original type-wise id
  std::vector<EdgeTable> edges;                    // of each edge type that is read
  std::vector<std::vector<std::uint32_t>> owners;  // of each node type, then each edge type: by original id, which part
  std::vector<std::vector<std::uint32_t>> rows;    // and the row there
};

}  // namespace

/// Notes which part owns each node or edge of a type. Returns the original ids of those that this part owns.
static Result<Column<std::int64_t>> note_owners(PartsReading& reading, const NamedArrays& arrays,
                                                const PartitionedType& type, std::size_t index, std::size_t part) {
  auto ids = owned_originals(arrays, type, part);
  if (!ids) return ids;
  std::vector<std::uint32_t>& owners = reading.owners[index];
  owners.resize(static_cast<std::size_t>(type.size()), IdTable::none);
  reading.rows[index].resize(owners.size());
  for (std::int64_t row = 0; row < ids->size(); ++row) {
    const std::int64_t id = (*ids)[row];
    const auto at = static_cast<std::size_t>(id);
    if (id < 0 || id >= type.size() || owners[at] != IdTable::none) {
      return bad_part(arrays.file, "'" + visible(type.name, 200) + "'[" + std::to_string(row) + "] is " +
                                       std::to_string(id) + ", which is out of range or a duplicate");
    }
    owners[at] = static_cast<std::uint32_t>(part);
    reading.rows[index][at] = static_cast<std::uint32_t>(row);
  }
  return ids;
}

static Result<void> read_ids(PartsReading& reading, const PartView& view, std::size_t part) {
  for (std::size_t type = 0; type < reading.parts.node_types.size(); ++type) {
    const PartitionedType& named = reading.parts.node_types[type];
    const auto ids = note_owners(reading, view.node_ids, named, type, part);
    if (!ids) return tl::unexpected(ids.error());
    for (std::int64_t row = 0; row < ids->size(); ++row) {
      reading.originals[static_cast<std::size_t>(named.ranges[part].begin + row)] =
          static_cast<std::uint32_t>((*ids)[row]);
    }
  }
  for (std::size_t type = 0; type < reading.parts.edge_types.size(); ++type) {
    const std::size_t index = reading.parts.node_types.size() + type;
    if (reading.edges[type].sources.empty()) continue;
    const auto ids = note_owners(reading, view.edge_ids, reading.parts.edge_types[type], index, part);
    if (!ids) return tl::unexpected(ids.error());
  }
  return {};
}

// ---- edges ----

/// The edges that a part owns, each in its original place.
static Result<void> read_part_edges(PartsReading& reading, const PartView& view, const OwnerIndex& ranges,
                                    std::size_t part) {
  const PartitionedGraph& graph = reading.parts;
  const auto nodes = id_column(view.node_data, view.nodes, "node");
  if (!nodes) return tl::unexpected(nodes.error());
  const auto edges = id_column(view.edge_data, view.edges.size(), "edge");
  if (!edges) return tl::unexpected(edges.error());
  std::vector<Column<std::int64_t>> originals;
  for (const PartitionedType& type : graph.edge_types) {
    auto ids = owned_originals(view.edge_ids, type, part);
    if (!ids) return tl::unexpected(std::move(ids.error()));
    originals.push_back(*ids);
  }
  const std::size_t types = graph.edge_types.size();
  for (const auto [index, source, destination] : view.edges.all()) {
    const std::int64_t id = (*edges)[index];
    if (id < 0 || id >= graph.edges)
      return bad_part(view.graph_file, "edge _ID " + std::to_string(id) + " is out of range");
    const std::size_t entry = ranges.entry_of(id);
    if (entry / types != part) continue;  // of another part
    EdgeTable& table = reading.edges[entry % types];
    if (table.sources.empty()) continue;
    const auto original =
        static_cast<std::size_t>(originals[entry % types][id - graph.edge_types[entry % types].ranges[part].begin]);
    if (source < 0 || source >= view.nodes || destination < 0 || destination >= view.nodes) {
      return bad_part(view.graph_file, "edge " + std::to_string(index) + " has a node that is not there");
    }
    for (const auto& [ends, local] : {std::pair(&table.sources, source), std::pair(&table.targets, destination)}) {
      const std::int64_t node = (*nodes)[local];
      if (node < 0 || node >= graph.nodes) {
        return bad_part(view.graph_file, "node _ID " + std::to_string(node) + " is out of range");
      }
      (*ends)[original] = reading.originals[static_cast<std::size_t>(node)];
    }
  }
  return {};
}

// ---- features ----

/// index  of the type among the owners
static RowPlaces places_of(const PartsReading& reading, std::size_t index) {
  return {.owners = reading.owners[index], .rows = reading.rows[index]};
}

/// index  of the type among the owners
static Result<formats::FeatureStore*> read_feature_rows(const PartsReading& reading, const std::vector<PartView>& views,
                                                        NamedArrays PartView::*list, const PartitionedType& type,
                                                        std::size_t index, const TensorFeature& feature,
                                                        WholeGraph& graph) {
  const auto arrays = feature_arrays(views, list, type, feature);
  if (!arrays) return tl::unexpected(arrays.error());
  graph.stores.push_back(std::make_unique<formats::FeatureStore>(feature));
  formats::FeatureStore* const store = graph.stores.back().get();
  store->reserve(static_cast<std::size_t>(type.size()));
  if (auto gathered = gather_rows(*arrays, places_of(reading, index), feature, *store); !gathered) {
    return tl::unexpected(std::move(gathered.error()));
  }
  return store;
}

template <typename To, typename Convert>
static void copy_numbers(const FeatureColumn& column, std::vector<To>& to, const Convert& convert) {
  std::visit(
      [&](const auto& values) {
        if constexpr (!std::is_same_v<typename std::decay_t<decltype(values)>::value_type, std::string_view>) {
          to.reserve(values.size());
          for (const auto& value : values) to.push_back(convert(value));
        }
      },
      column.values);
}

/// The weights and times of an edge type, from its features.
static Result<void> take_weights_and_times(
    const GraphRequest& request, const GraphRequest::Edges& wanted, const std::vector<TensorFeature>& features,
    const std::function<Result<formats::FeatureStore*>(const TensorFeature&)>& read,
    const std::function<Result<std::vector<std::int64_t>>(const TensorFeature&)>& read_times, EdgeTable& table,
    std::optional<bool>& decimal) {
  if (wanted.weights) {
    const TensorFeature* const feature = first_named(features, request.weight_names);
    if (feature == nullptr || !feature->shape.empty()) return no_column(wanted.set, "weights", request.weight_names);
    const auto store = read(*feature);
    if (!store) return tl::unexpected(store.error());
    copy_numbers((*store)->column(*feature), table.weights, [](auto value) { return static_cast<float>(value); });
    for (std::size_t edge = 0; edge < table.weights.size(); ++edge) {
      const float weight = table.weights[edge];
      if (std::isfinite(weight) && (weight >= 0 || wanted.negative_weights)) continue;
      return fail(ErrorCode::negative, "edge set '" + visible(wanted.set, 200) + "': the weight of edge " +
                                           std::to_string(edge) + " is " +
                                           (weight < 0 ? "negative" : "not a finite number"));
    }
  }
  if (wanted.times) {
    const TensorFeature* const feature = first_named(features, request.time_names);
    if (feature == nullptr || !feature->shape.empty()) return no_column(wanted.set, "times", request.time_names);
    const bool is_decimal = example_list(*feature->type) == ExampleList::floats;
    if (decimal && *decimal != is_decimal) {
      return fail(ErrorCode::malformed,
                  "edge set '" + visible(wanted.set, 200) +
                      "': edge times must be all integers or all floats, but another set differs");
    }
    decimal = is_decimal;
    auto times = read_times(*feature);
    if (!times)
      return fail(times.error().code, "edge set '" + visible(wanted.set, 200) + "': " + times.error().message);
    table.times = std::move(*times);
  }
  return {};
}

// ---- the graph ----

/// Opens the parts and reads their ids and edges.
static Result<std::vector<PartView>> read_structure(PartsReading& reading, bool edges, const KeepGoing& keep_going) {
  const PartitionedGraph& graph = reading.parts;
  const std::size_t parts = graph.parts.size();
  std::vector<PartView> views;
  for (std::size_t part = 0; part < parts; ++part) {
    auto view = open_part(reading.folder, graph.parts[part], edges ? Checksums::compared : Checksums::left_out);
    if (!view) return tl::unexpected(std::move(view.error()));
    views.push_back(std::move(*view));
    if (auto read = read_ids(reading, views.back(), part); !read) return tl::unexpected(std::move(read.error()));
  }
  const OwnerIndex ranges(graph.edge_types);
  for (std::size_t part = 0; edges && part < parts; ++part) {
    if (keep_going && !keep_going(static_cast<double>(part) / static_cast<double>(parts))) {
      return fail(ErrorCode::stopped, "stopped");
    }
    if (auto read = read_part_edges(reading, views[part], ranges, part); !read) {
      return tl::unexpected(std::move(read.error()));
    }
  }
  return views;
}

Result<WholeGraph> read_parts_graph(const TensorSchema& schema, const std::string& folder, const GraphRequest& request,
                                    const KeepGoing& keep_going) {
  auto parts = read_partitioned_graph(folder);
  if (!parts) return tl::unexpected(std::move(parts.error()));
  if (auto ok = check_ranges(*parts); !ok) return tl::unexpected(files::in_file(ok.error(), folder));
  PartsReading reading{
      .folder = folder, .parts = std::move(*parts), .originals = {}, .edges = {}, .owners = {}, .rows = {}};
  const std::size_t node_types = reading.parts.node_types.size(), edge_types = reading.parts.edge_types.size();
  reading.originals.resize(static_cast<std::size_t>(reading.parts.nodes));
  reading.edges.resize(edge_types);
  reading.owners.resize(node_types + edge_types);
  reading.rows.resize(node_types + edge_types);
  WholeGraph graph;
  graph.schema = requested_schema(schema, request);
  for (TensorNodeSet& set : graph.schema.node_sets) {
    if (request.features && set.features.empty()) add_id_feature(set);  // known by nothing else
  }
  for (const TensorEdgeSet& set : graph.schema.edge_sets) {
    const std::size_t type = type_index(reading.parts.edge_types, set.metadata.filename);
    if (request.edges_elsewhere) continue;
    const auto edges = static_cast<std::size_t>(reading.parts.edge_types[type].size());
    reading.edges[type].sources.resize(edges);
    reading.edges[type].targets.resize(edges);
  }
  const auto views = read_structure(reading, !request.edges_elsewhere, keep_going);
  if (!views) return tl::unexpected(views.error());

  graph.ids.resize(graph.schema.node_sets.size());
  for (const TensorNodeSet& set : graph.schema.node_sets) {
    const std::size_t type = type_index(reading.parts.node_types, set.name);
    graph.graph.nodes.push_back(static_cast<std::uint64_t>(reading.parts.node_types[type].size()));
    auto& columns = graph.node_features.emplace_back();
    for (const TensorFeature& feature : set.features) {
      if (feature.name == id_feature) {
        columns.push_back(number_ids(feature, graph.graph.nodes.back(), graph));
        continue;
      }
      const auto store = read_feature_rows(reading, *views, &PartView::node_features, reading.parts.node_types[type],
                                           type, feature, graph);
      if (!store) return tl::unexpected(store.error());
      columns.push_back((*store)->column(feature));
    }
  }
  for (std::size_t i = 0; i < graph.schema.edge_sets.size(); ++i) {
    const TensorEdgeSet& set = graph.schema.edge_sets[i];
    const auto index = [&](const std::string& name) {
      return static_cast<std::size_t>(graph.schema.node_set(name) - graph.schema.node_sets.data());
    };
    const std::size_t source = index(set.source.name);
    graph.graph.edge_sets.push_back({.source = source, .target = index(set.target.name)});
    if (request.edges_elsewhere) continue;
    const std::size_t type = type_index(reading.parts.edge_types, set.metadata.filename);
    const auto read = [&](const TensorFeature& feature) {
      return read_feature_rows(reading, *views, &PartView::edge_features, reading.parts.edge_types[type],
                               node_types + type, feature, graph);
    };
    const auto read_times = [&](const TensorFeature& feature) -> Result<std::vector<std::int64_t>> {
      const auto arrays = feature_arrays(*views, &PartView::edge_features, reading.parts.edge_types[type], feature);
      if (!arrays) return tl::unexpected(arrays.error());
      return gather_times(*arrays, places_of(reading, node_types + type));
    };
    EdgeTable& table = reading.edges[type];
    const auto wanted = std::find_if(request.edge_sets.begin(), request.edge_sets.end(),
                                     [&](const GraphRequest::Edges& edges) { return edges.set == set.name; });
    const auto& stored_features = schema.edge_set(set.name)->features;
    if (auto taken =
            take_weights_and_times(request, *wanted, stored_features, read, read_times, table, graph.decimal_times);
        !taken) {
      return tl::unexpected(std::move(taken.error()));
    }
    auto& columns = graph.edge_features.emplace_back();
    for (const TensorFeature& feature : set.features) {
      const auto store = read(feature);
      if (!store) return tl::unexpected(store.error());
      columns.push_back((*store)->column(feature));
    }
    graph.edges.push_back(group_edges(table, is_reversed(set), static_cast<std::size_t>(graph.graph.nodes[source]),
                                      request.rows || !set.features.empty()));
  }
  for (std::size_t i = 0; i < graph.edges.size(); ++i) {
    EdgesBySource& edges = graph.graph.edge_sets[i];
    edges = graph.edges[i].view(edges.source, edges.target);
  }
  return graph;
}

}  // namespace tuplepack::graph
