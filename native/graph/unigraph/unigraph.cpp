#include "graph/unigraph/unigraph.hpp"

#include "graph/unigraph/unigraph_reading.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace tuplepack::graph {

// ---- nodes ----

static Result<void> read_nodes(UnigraphReading& reading, const UnigraphTable& table) {
  const TensorNodeSet& set = reading.graph.schema.node_sets[table.node_set];
  IdTable& ids = reading.graph.ids[table.node_set];
  const std::size_t rows = expected_rows(set.metadata, table);
  ids.reserve(std::min(rows, static_cast<std::size_t>(table.bytes / 4)));
  const auto stores = add_stores(reading.graph, set.features, rows);
  const auto add = [&](std::span<const std::string_view> some) -> std::optional<formats::WrongId> {
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (some[i].empty()) return formats::WrongId{.index = i, .message = "the id is empty"};
      if (ids.size() == IdTable::most - 1) return formats::WrongId{.index = i, .message = too_many(set.name)};
      if (ids.add(some[i]) != IdTable::none) continue;
      return formats::WrongId{.index = i, .message = "duplicate node id " + shown(some[i]) + " in " + shown(set.name)};
    }
    return std::nullopt;
  };
  const formats::TableColumns columns{.ids = {"#id"}, .features = stores};
  if (auto read = read_files(reading, table, columns, add); !read) return read;
  reading.graph.node_stores[table.node_set] = stores;
  return {};
}

// ---- the context ----

/// Its table has the features of the whole graph, in one row.
static Result<void> read_context(UnigraphReading& reading, const UnigraphTable& table) {
  const std::vector<TensorFeature>& features = reading.graph.schema.context->features;
  formats::TableColumns columns{.ids = {}, .features = {}};
  for (const TensorFeature& feature : features) {
    reading.graph.stores.push_back(std::make_unique<formats::FeatureStore>(feature));
    columns.features.push_back(reading.graph.stores.back().get());
  }
  const auto no_ids = [](std::span<const std::string_view>) -> std::optional<formats::WrongId> { return std::nullopt; };
  if (auto read = read_files(reading, table, columns, no_ids); !read) return read;
  const std::size_t rows = columns.features.front()->rows();
  if (rows != 1) {
    return fail(ErrorCode::malformed,
                table.files.front() + ": " + std::to_string(rows) +
                    " rows, and the table of the context has one, of the whole graph; what differs between "
                    "subgraphs are columns of --seeds");
  }
  reading.graph.context_features = stored_columns(columns.features, features);
  return {};
}

// ---- the graph ----

static bool is_reserved(const TensorFeature& feature) {
  return feature.name == "#source" || feature.name == "#target" || feature.name == "#size";
}

static bool same_features(const std::vector<TensorFeature>& a, const std::vector<TensorFeature>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const TensorFeature& one, const TensorFeature& other) {
    return one.name == other.name && one.type == other.type &&
           std::equal(one.shape.begin(), one.shape.end(), other.shape.begin(), other.shape.end(),
                      [](const TensorDimension& x, const TensorDimension& y) { return x.size == y.size; });
  });
}

/// Whether two edge sets can be read from one table in one go: one of them is the other reversed.
static bool read_alike(const TensorSchema& schema, const TensorEdgeSet& a, const TensorEdgeSet& b) {
  return a.metadata.filename == b.metadata.filename && same_features(a.features, b.features) &&
         set_in_table(schema, a, true) == set_in_table(schema, b, true) &&
         set_in_table(schema, a, false) == set_in_table(schema, b, false);
}

static Result<std::vector<UnigraphTable>> find_tables(const UnigraphReading& reading) {
  const TensorSchema& schema = reading.graph.schema;
  std::vector<UnigraphTable> tables;
  if (schema.context) {
    tables.push_back(find_table(reading, schema.context->metadata.filename));
    tables.back().of_context = true;
  }
  for (std::size_t i = 0; i < schema.node_sets.size(); ++i) {
    const TensorNodeSet& set = schema.node_sets[i];
    if (set.metadata.filename.empty()) {
      if (set.features.empty() || (set.features.size() == 1 && set.features[0].name == id_feature)) continue;
      return fail(ErrorCode::unsupported,
                  "node set " + shown(set.name) + " has features, but no table: metadata { filename } is missing",
                  set.place.line, set.place.column);
    }
    tables.push_back(find_table(reading, set.metadata.filename));
    tables.back().node_set = i;
  }
  for (std::size_t i = 0; i < schema.edge_sets.size(); ++i) {
    const TensorEdgeSet& set = schema.edge_sets[i];
    if (set.metadata.filename.empty()) {
      return fail(ErrorCode::unsupported,
                  "edge set " + shown(set.name) + " has no table: metadata { filename } is missing", set.place.line,
                  set.place.column);
    }
    const auto alike = std::find_if(tables.begin(), tables.end(), [&](const UnigraphTable& table) {
      return !table.edge_sets.empty() && read_alike(schema, schema.edge_sets[table.edge_sets.front()], set);
    });
    if (alike != tables.end()) {
      alike->edge_sets.push_back(i);
      continue;
    }
    tables.push_back(find_table(reading, set.metadata.filename));
    tables.back().edge_sets = {i};
  }
  return tables;
}

Result<WholeGraph> read_unigraph(const TensorSchema& schema, const std::string& folder, const GraphRequest& request,
                                 const TableFiles& files, const KeepGoing& keep_going) {
  UnigraphReading reading{.request = request,
                          .files = files,
                          .keep_going = keep_going,
                          .folder = folder,
                          .graph = {},
                          .numbers = {},
                          .ends = {}};
  WholeGraph& graph = reading.graph;
  graph.schema = requested_schema(schema, request);
  for (TensorNodeSet& set : graph.schema.node_sets) {
    std::erase_if(set.features, is_reserved);
    if (auto identified = settle_ids(set, request); !identified) return tl::unexpected(std::move(identified.error()));
  }
  for (TensorEdgeSet& set : graph.schema.edge_sets) {
    std::erase_if(set.features, [](const auto& feature) { return is_reserved(feature) || feature.name == id_feature; });
  }
  graph.ids.resize(graph.schema.node_sets.size());
  graph.node_features.resize(graph.schema.node_sets.size());
  graph.node_stores.resize(graph.schema.node_sets.size());
  graph.added_nodes.resize(graph.schema.node_sets.size());
  graph.dropped_edges.resize(graph.schema.edge_sets.size());
  graph.edges.resize(graph.schema.edge_sets.size());
  graph.edge_features.resize(graph.schema.edge_sets.size());
  const auto tables = find_tables(reading);
  if (!tables) return tl::unexpected(tables.error());
  for (const UnigraphTable& table : *tables) reading.bytes += table.bytes;
  for (const UnigraphTable& table : *tables) {
    auto read = table.of_context          ? read_context(reading, table)
                : table.edge_sets.empty() ? read_nodes(reading, table)
                                          : read_edges(reading, table);
    if (!read) return tl::unexpected(std::move(read.error()));
  }
  graph.make_views();
  return std::move(graph);
}

}  // namespace tuplepack::graph
