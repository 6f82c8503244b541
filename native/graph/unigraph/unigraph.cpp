#include "graph/unigraph/unigraph.hpp"

#include "files/files.hpp"
#include "graph/chunk/column_table_file.hpp"
#include "tuplepack/base/visible.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

namespace tuplepack::graph {

namespace fs = std::filesystem;

namespace {

/// A table, and the sets that are read from it.
struct Table {
  std::string name;  // as the schema has it
  std::vector<std::string> files;
  std::int64_t bytes = 0;
  std::size_t node_set = 0;            // of the schema
  std::vector<std::size_t> edge_sets;  // of the schema; none: a table of nodes
  bool of_context = false;             // instead of a set
};

/// A graph while its tables are read.
struct UnigraphReading {
  const GraphRequest& request;
  const TableFiles& files;
  const KeepGoing& keep_going;
  std::string folder;
  WholeGraph graph;
  std::int64_t bytes = 0;       // of all tables
  std::int64_t bytes_read = 0;  // of the tables before
  std::vector<std::uint32_t> numbers;
  std::vector<std::string_view> ends;
};

}  // namespace

static std::string shown(std::string_view name) {
  return "'" + visible(name, 200) + "'";
}

// ---- tables ----

static Table find_table(const UnigraphReading& reading, const std::string& filename) {
  Table table{.name = filename, .files = {}, .edge_sets = {}};
  table.files = reading.files.named((fs::path(reading.folder) / filename).string());
  for (const std::string& file : table.files) {
    std::error_code unknown;
    const auto size = fs::file_size(file, unknown);
    if (!unknown) table.bytes += static_cast<std::int64_t>(size);
  }
  return table;
}

/// Reads a Parquet or Arrow file of a table.
/// within  bytes of the table's files before; gets this one's
static Result<void> read_table_columns(UnigraphReading& reading, const std::string& file,
                                       const formats::TableColumns& columns, const formats::IdsSink& sink,
                                       std::int64_t& within) {
  const double all = static_cast<double>(std::max<std::int64_t>(reading.bytes, 1));
  std::error_code unknown;
  const auto size = fs::file_size(file, unknown);
  const std::int64_t bytes = unknown ? 0 : static_cast<std::int64_t>(size);
  const auto before = static_cast<double>(reading.bytes_read + within);
  within += bytes;
  return read_column_table_file(file, columns, sink, [&](double share) {
    const double done = (before + share * static_cast<double>(bytes)) / all;
    return !reading.keep_going || reading.keep_going(std::min(done, 1.0));
  });
}

/// Reads all files of a table.
static Result<void> read_files(UnigraphReading& reading, const Table& table, const formats::TableColumns& columns,
                               const formats::IdsSink& sink) {
  const auto format = formats::table_format(table.name);
  if (!format) {
    return fail(ErrorCode::unsupported,
                table.files.front() +
                    ": its name does not say what it is; tables are named .csv, .tfrecord, .parquet or .arrow");
  }
  const auto all = static_cast<double>(std::max<std::int64_t>(reading.bytes, 1));
  std::int64_t within = 0;
  bool stopped = false;
  for (const std::string& file : table.files) {
    if (*format == formats::TableFormat::columns) {
      if (auto read = read_table_columns(reading, file, columns, sink, within); !read) return read;
      continue;
    }
    const formats::TextPieces content = reading.files.open(file, *format);
    const auto pieces = [&]() -> std::string_view {
      const std::string_view piece = content();
      within += static_cast<std::int64_t>(piece.size());
      const double done = static_cast<double>(reading.bytes_read + std::min(within, table.bytes)) / all;
      stopped = reading.keep_going && !reading.keep_going(std::min(done, 1.0));
      return stopped ? std::string_view() : piece;
    };
    auto read = read_table(pieces, *format, columns, sink);
    if (stopped) return fail(ErrorCode::stopped, "stopped");
    if (!read) return tl::unexpected(files::in_file(read.error(), file));
  }
  reading.bytes_read += table.bytes;
  return {};
}

/// The rows to make room for: what the schema says, unless the files are too small for that.
static std::size_t expected_rows(const SetMetadata& metadata, const Table& table) {
  constexpr std::int64_t min_bytes_per_row = 2, packed = 8;
  const std::int64_t rows =
      std::clamp<std::int64_t>(metadata.cardinality.value_or(0), 0, table.bytes * packed / min_bytes_per_row);
  return static_cast<std::size_t>(rows);
}

static bool is_reserved(const TensorFeature& feature) {
  return feature.name == "#source" || feature.name == "#target" || feature.name == "#size";
}

/// A store for each feature of a set.
static std::vector<formats::FeatureStore*> add_stores(WholeGraph& graph, const std::vector<TensorFeature>& features,
                                                      std::size_t rows) {
  constexpr std::size_t max_values = std::size_t{1} << 36;
  std::vector<formats::FeatureStore*> stores;
  for (const TensorFeature& feature : features) {
    if (feature.name == id_feature) continue;
    graph.stores.push_back(std::make_unique<formats::FeatureStore>(feature));
    stores.push_back(graph.stores.back().get());
    std::size_t width = 1;
    for (const TensorDimension& dimension : feature.shape) {
      const auto size = static_cast<std::size_t>(std::max<std::int64_t>(dimension.size, 1));
      width = size > max_values / width ? max_values : width * size;
    }
    if (rows <= max_values / width) stores.back()->reserve(rows);
  }
  return stores;
}

static std::vector<FeatureColumn> stored_columns(const std::vector<formats::FeatureStore*>& stores,
                                                 const std::vector<TensorFeature>& features) {
  std::vector<FeatureColumn> columns;
  columns.reserve(stores.size());
  for (std::size_t i = 0; i < stores.size(); ++i) columns.push_back(stores[i]->column(features[i]));
  return columns;
}

// ---- nodes ----

static std::string too_many(const std::string& set) {
  return "there are more than 2^32 - 2 ids in " + shown(set);
}

static Result<void> read_nodes(UnigraphReading& reading, const Table& table) {
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
static Result<void> read_context(UnigraphReading& reading, const Table& table) {
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

// ---- edges ----

/// The node set of "#source" or "#target" in the table of an edge set.
static std::size_t set_in_table(const TensorSchema& schema, const TensorEdgeSet& set, bool source) {
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

static Result<void> read_edges(UnigraphReading& reading, const Table& table) {
  const TensorSchema& schema = reading.graph.schema;
  const TensorEdgeSet& first = schema.edge_sets[table.edge_sets.front()];
  const std::size_t source = set_in_table(schema, first, true), target = set_in_table(schema, first, false);
  EdgeTable edges;
  const std::size_t rows = expected_rows(first.metadata, table);
  edges.sources.reserve(rows);
  edges.targets.reserve(rows);
  const auto stores = add_stores(reading.graph, first.features, rows);
  formats::WeightColumn weights{.names = reading.request.weight_names, .may_be_negative = true, .values = {}};
  formats::TimeColumn times{.names = reading.request.time_names, .decimal = reading.graph.decimal_times, .values = {}};
  formats::TableColumns columns{.ids = {"#source", "#target"}, .features = stores};
  for (const std::size_t index : table.edge_sets) {
    const GraphRequest::Edges& wanted = requested_edges(reading.request, schema.edge_sets[index].name);
    if (wanted.weights) columns.weights = &weights;
    if (wanted.weights && !wanted.negative_weights) weights.may_be_negative = false;
    if (wanted.times) columns.times = &times;
  }
  for (const TensorFeature& feature : first.features) {
    const bool named = std::find(times.names.begin(), times.names.end(), feature.name) != times.names.end();
    if (named && columns.times != nullptr && !times.decimal && feature.type != FeatureType::string) {
      times.decimal = example_list(*feature.type) == ExampleList::floats;
    }
  }
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
  if (columns.times != nullptr && !edges.times.empty()) reading.graph.decimal_times = times.decimal;
  for (const std::size_t index : table.edge_sets) {
    const TensorEdgeSet& set = schema.edge_sets[index];
    const std::size_t from = is_reversed(set) ? target : source;
    reading.graph.dropped_edges[index] = edges.dangling;
    reading.graph.edges[index] = group_edges(edges, is_reversed(set), reading.graph.ids[from].size(),
                                             reading.request.rows || !set.features.empty());
    reading.graph.edge_features[index] = stored_columns(stores, set.features);
  }
  return {};
}

// ---- the graph ----

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

static Result<std::vector<Table>> find_tables(const UnigraphReading& reading) {
  const TensorSchema& schema = reading.graph.schema;
  std::vector<Table> tables;
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
    const auto alike = std::find_if(tables.begin(), tables.end(), [&](const Table& table) {
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
  for (const Table& table : *tables) reading.bytes += table.bytes;
  for (const Table& table : *tables) {
    auto read = table.of_context          ? read_context(reading, table)
                : table.edge_sets.empty() ? read_nodes(reading, table)
                                          : read_edges(reading, table);
    if (!read) return tl::unexpected(std::move(read.error()));
  }
  graph.make_views();
  return std::move(graph);
}

}  // namespace tuplepack::graph
