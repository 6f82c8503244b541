// The edges of a table: their ends as numbers of nodes, weights, times and features.
#include "graph/unigraph/unigraph_reading.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace tuplepack::graph {

std::size_t set_in_table(const TensorSchema& schema, const TensorEdgeSet& set, bool source) {
  const std::string& name = source == is_reversed(set) ? set.target.name : set.source.name;
  return static_cast<std::size_t>(schema.node_set(name) - schema.node_sets.data());
}

/// Treats ends without a node as it was asked for. Returns the first that is an error.
static std::optional<std::size_t> find_again(UnigraphReading& reading, std::size_t node_set) {
  const Dangling dangling = reading.request.dangling;
  IdTable& known = reading.graph.ids[node_set];
  for (std::size_t i = 0; i < reading.numbers.size() && dangling != Dangling::drop; ++i) {
    if (reading.numbers[i] != IdTable::none) continue;
    const std::string_view id = reading.ends[i];
    if (dangling == Dangling::error || id.empty() || known.size() == IdTable::most - 1) return i;
    const std::uint32_t earlier = known.find(id);
    reading.numbers[i] = earlier == IdTable::none ? reading.graph.add_node(node_set, id) : earlier;
  }
  return std::nullopt;
}

/// Looks up one end of some edges.
static std::optional<formats::WrongId> find_ends(UnigraphReading& reading, std::span<const std::string_view> ids,
                                                 std::size_t end, std::size_t node_set,
                                                 std::vector<std::uint32_t>& found) {
  IdTable& known = reading.graph.ids[node_set];
  const TensorNodeSet& set = reading.graph.schema.node_sets[node_set];
  reading.ends.clear();
  for (std::size_t i = end; i < ids.size(); i += 2) reading.ends.push_back(ids[i]);
  reading.numbers.resize(reading.ends.size());
  if (set.metadata.filename.empty()) {
    for (std::size_t i = 0; i < reading.ends.size(); ++i) {
      if (known.size() == IdTable::most - 1)
        return formats::WrongId{.index = 2 * i + end, .message = too_many(set.name)};
      reading.numbers[i] = known.find_or_add(reading.ends[i]);
    }
  } else {
    known.find(reading.ends, reading.numbers);
    if (const auto wrong = find_again(reading, node_set)) {
      return formats::WrongId{.index = 2 * *wrong + end,
                              .message = std::string(end == 0 ? "source " : "target ") + shown(reading.ends[*wrong]) +
                                         " is not a node id of " + shown(set.name) +
                                         "; use --dangling drop to skip such edges"};
    }
  }
  found.insert(found.end(), reading.numbers.begin(), reading.numbers.end());
  return std::nullopt;
}

static const GraphRequest::Edges& requested_edges(const GraphRequest& request, const std::string& set) {
  return *std::find_if(request.edge_sets.begin(), request.edge_sets.end(),
                       [&](const GraphRequest::Edges& edges) { return edges.set == set; });
}

static std::size_t dangling_edges(const EdgeTable& edges) {
  std::size_t dangling = 0;
  for (std::size_t row = 0; row < edges.sources.size(); ++row) {
    if (edges.sources[row] == EdgeTable::no_node || edges.targets[row] == EdgeTable::no_node) ++dangling;
  }
  return dangling;
}

/// Whether the feature with the times has floats; none: the schema declares no such feature, and the first row tells.
static std::optional<bool> are_decimal(const std::vector<TensorFeature>& features,
                                       const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const TensorFeature* const feature = find_feature(features, name);
    if (feature != nullptr && feature->type != FeatureType::string) {
      return example_list(*feature->type) == ExampleList::floats;
    }
  }
  return std::nullopt;
}

/// The edges of each set that is read from the table, by the nodes that they go from.
static void group_sets(UnigraphReading& reading, const UnigraphTable& table, const EdgeTable& edges,
                       const std::vector<formats::FeatureStore*>& stores) {
  const TensorSchema& schema = reading.graph.schema;
  for (const std::size_t index : table.edge_sets) {
    const TensorEdgeSet& set = schema.edge_sets[index];
    const std::size_t from = set_in_table(schema, set, !is_reversed(set));
    reading.graph.dropped_edges[index] = edges.dangling;
    reading.graph.edges[index] = group_edges(edges, is_reversed(set), reading.graph.ids[from].size(),
                                             reading.request.rows || !set.features.empty());
    reading.graph.edge_features[index] = stored_columns(stores, set.features);
  }
}

Result<void> read_edges(UnigraphReading& reading, const UnigraphTable& table) {
  const TensorSchema& schema = reading.graph.schema;
  const TensorEdgeSet& first = schema.edge_sets[table.edge_sets.front()];
  const std::size_t source = set_in_table(schema, first, true), target = set_in_table(schema, first, false);
  EdgeTable edges;
  const std::size_t rows = expected_rows(first.metadata, table);
  edges.sources.reserve(rows);
  edges.targets.reserve(rows);
  const auto stores = add_stores(reading.graph, first.features, rows);
  formats::WeightColumn weights{.names = reading.request.weight_names, .may_be_negative = true, .values = {}};
  formats::TimeColumn times{.names = reading.request.time_names,
                            .decimal = reading.graph.decimal_times,
                            .values = {},
                            .unit = reading.graph.time_unit};
  formats::TableColumns columns{.ids = {"#source", "#target"}, .features = stores};
  for (const std::size_t index : table.edge_sets) {
    const GraphRequest::Edges& wanted = requested_edges(reading.request, schema.edge_sets[index].name);
    if (wanted.weights) columns.weights = &weights;
    if (wanted.weights && !wanted.negative_weights) weights.may_be_negative = false;
    if (wanted.times) columns.times = &times;
  }
  if (columns.times != nullptr && !times.decimal) times.decimal = are_decimal(first.features, times.names);
  const auto add = [&](std::span<const std::string_view> ids) -> std::optional<formats::WrongId> {
    if (edges.sources.size() > IdTable::most - ids.size()) {
      return formats::WrongId{.index = 0, .message = "there are more than 2^32 - 2 edges in " + shown(first.name)};
    }
    if (auto wrong = find_ends(reading, ids, 0, source, edges.sources)) return wrong;
    return find_ends(reading, ids, 1, target, edges.targets);
  };
  if (auto read = read_files(reading, table, columns, add); !read) return read;
  edges.weights = std::move(weights.values);
  edges.times = std::move(times.values);
  if (reading.request.dangling == Dangling::drop) edges.dangling = dangling_edges(edges);
  if (columns.times != nullptr && !edges.times.empty()) {
    reading.graph.decimal_times = times.decimal;
    reading.graph.time_unit = times.unit;
    reading.graph.has_plain_times |= times.are_plain;
  }
  group_sets(reading, table, edges, stores);
  return {};
}

}  // namespace tuplepack::graph
