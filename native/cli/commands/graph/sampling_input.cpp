#include "sampling_input.hpp"

#include "cli/input/input.hpp"
#include "cli/input/record_files.hpp"
#include "cli/output/failure.hpp"
#include "cli/output/output.hpp"
#include "cli/output/text.hpp"
#include "cli/requests/schema_file.hpp"
#include "files/files.hpp"
#include "graph/chunk/column_table_file.hpp"
#include "graph/unigraph/distributed_edges.hpp"
#include "graph/unigraph/parts_graph.hpp"
#include "graph/unigraph/unigraph.hpp"
#include "tuplepack/base/byte_order_mark.hpp"
#include "tuplepack/base/visible.hpp"
#include "tuplepack/formats/dgl/part_metadata.hpp"
#include "tuplepack/formats/tables/table.hpp"
#include "tuplepack/formats/tensorflow/tensor_schema_text.hpp"
#include "tuplepack/graph/schema/tensor_schema_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace tuplepack::cli {

namespace fs = std::filesystem;

// ---- the graph ----

static bool is_parts_folder(const std::string& path) {
  const std::string metadata = (fs::path(path) / "metadata.json").string();
  std::error_code unknown;
  if (!fs::exists(metadata, unknown)) return false;
  if (formats::is_part_metadata(value(files::MappedFile::open(metadata)).bytes())) return true;
  throw Failure(
      fmt::format("{}: a chunked graph; partition and dispatch it first, or pass the GraphSchema of its tables", path));
}

static formats::TextPieces table_pieces(const std::string& path, formats::TableFormat format) {
  const auto source = std::make_shared<ByteSource>(path, ByteSource::Wait::for_full,
                                                   format == formats::TableFormat::csv ? nullptr : is_packed_records);
  return [source] {
    const auto piece = source->next();
    return std::string_view(piece.data(), piece.size());
  };
}

/// The sets that a plan reaches, and with --induced all edge sets between them.
static graph::GraphRequest request_for(const SamplingInput& input, const graph::TensorSchema& schema,
                                       const Arguments& arguments) {
  graph::GraphRequest request;
  if (arguments.has("weight")) request.weight_names = {arguments["weight"]};
  if (arguments.has("time")) request.time_names = {arguments["time"]};
  for (const graph::ReachedNodes& reached : reached_nodes(input.spec, input.plan))
    request.node_sets.push_back(reached.node_set);
  const auto edges_of = [&](const std::string& set) -> graph::GraphRequest::Edges& {
    const auto found = std::find_if(request.edge_sets.begin(), request.edge_sets.end(),
                                    [&](const graph::GraphRequest::Edges& edges) { return edges.set == set; });
    if (found != request.edge_sets.end()) return *found;
    request.edge_sets.push_back({.set = set, .negative_weights = true});
    return request.edge_sets.back();
  };
  for (const graph::SamplingHop& hop : input.plan.hops) {
    const graph::SamplingOp& op = input.spec.ops[hop.op];
    const graph::SamplingStrategy strategy = op.strategy.value_or(graph::SamplingStrategy::top_k);
    graph::GraphRequest::Edges& edges = edges_of(op.edge_set.name);
    edges.weights |= strategy == graph::SamplingStrategy::top_k || strategy == graph::SamplingStrategy::random_weighted;
    edges.negative_weights &= strategy != graph::SamplingStrategy::random_weighted;
    edges.times |= strategy == graph::SamplingStrategy::latest_k;
  }
  const auto reaches = [&](const std::string& set) {
    return std::find(request.node_sets.begin(), request.node_sets.end(), set) != request.node_sets.end();
  };
  for (const graph::TensorEdgeSet& set : without_readout(schema).edge_sets) {
    if (arguments.has("induced") && reaches(set.source.name) && reaches(set.target.name)) (void)edges_of(set.name);
  }
  return request;
}

/// Whether the edges are more than --memory allows a rank, so that they are divided.
static bool is_distributed(const Arguments& arguments, formats::SubgraphFeatures features, bool parts,
                           const graph::TensorSchema& schema, const graph::GraphRequest& request) {
  if (!parts) throw Failure("--memory applies only to partitioned graphs; with tables, every rank loads all edges");
  const std::int64_t edges = bytes_of_edges(schema, request), memory = arguments.bytes("memory");
  if (edges <= memory) return false;
  const auto too_much = [&](std::string_view then) {
    return Failure(fmt::format("{}: the edges need {}, but --memory allows only {}; {}", arguments["GRAPH"],
                               byte_count(edges), byte_count(memory), then));
  };
  if (edges / ranks::count() > memory) {
    throw too_much(fmt::format("tuplepack-mpi distributes them across {} or more ranks", (edges - 1) / memory + 1));
  }
  if (features == formats::SubgraphFeatures::values)
    throw too_much("distributing them across ranks requires --features rows or none");
  if (arguments.has("induced")) throw too_much("--induced requires all edges on every rank");
  return true;
}

static graph::SamplingSpec read_spec(const std::string& path) {
  return value(formats::read_sampling_spec(read_all(path)), source_name(path));
}

static graph::ReadoutKind readout_kind(const Arguments& arguments, const graph::SamplingSpec& spec) {
  std::optional<graph::ReadoutKind> asked;
  if (arguments.has("readout")) asked = *graph::readout_kind_by_name(arguments["readout"]);
  return value(chosen_readout(asked, spec, arguments.count("seeds-per-subgraph")));
}

/// The features of the context that the table of the seeds may have: no table of its own does.
static std::vector<graph::TensorFeature> context_of_seeds(const graph::TensorSchema& schema,
                                                          formats::SubgraphFeatures features) {
  const bool may_have = features == formats::SubgraphFeatures::values && schema.context;
  return may_have && schema.context->metadata.filename.empty() ? schema.context->features
                                                               : std::vector<graph::TensorFeature>{};
}

SamplingInput read_sampling_input(const Arguments& arguments, formats::SubgraphFeatures features, LongJob& job) {
  const std::string& path = arguments["GRAPH"];
  SamplingInput input;
  const bool parts = path != "-" && fs::is_directory(path) && is_parts_folder(path);
  if (!parts) input.schema_file = schema_path(path);
  graph::TensorSchema schema = parts ? value(graph::parts_schema(path)) : read_valid_schema(input.schema_file);
  declare_reversed(schema, arguments);
  input.spec_file = arguments["SPEC"];
  input.spec = read_spec(input.spec_file);
  if (arguments.has("remove-reverse") && !input.spec.links) {
    throw Failure("--remove-reverse is only for link prediction (symmetric_link_seed_op in the spec)");
  }
  input.plan = check_sampling_spec(input.spec, &schema);
  if (!input.plan.findings.errors.empty()) refuse(input.plan.findings.errors.front(), source_name(input.spec_file));
  for (const Error& warning : input.plan.findings.warnings) {
    note(files::in_file(warning, source_name(input.spec_file)).message);
  }
  input.seed_context = context_of_seeds(schema, features);
  input.readout_kind = readout_kind(arguments, input.spec);
  input.readout = job.value(make_readout(input.readout_kind, schema, input.spec, input.plan));
  graph::GraphRequest request = request_for(input, schema, arguments);
  request.features = features == formats::SubgraphFeatures::values;
  request.rows = features == formats::SubgraphFeatures::rows;
  request.dangling = *graph::dangling_by_name(arguments["dangling"]);
  request.label_set = input.plan.seed_set;
  for (const graph::TensorFeature& label : input.readout.labels) request.labels.push_back(label.name);
  if (arguments.has("memory")) request.edges_elsewhere = is_distributed(arguments, features, parts, schema, request);
  const auto keep_going = [&](double fraction) { return job.keep_going(fraction, "reading the graph"); };
  if (parts) {
    input.graph = job.value(read_parts_graph(schema, path, request, keep_going));
  } else {
    const std::string folder = input.schema_file == "-" ? "" : fs::path(input.schema_file).parent_path().string();
    auto graph = read_unigraph(schema, folder, request, {.named = record_files, .open = table_pieces}, keep_going);
    if (!graph && graph.error().line > 0) refuse(graph.error(), source_name(input.schema_file));
    input.graph = job.value(std::move(graph));
  }
  input.schema = std::move(schema);
  input.request = std::move(request);
  return input;
}

// ---- seeds ----

static std::size_t seed_set_index(const SamplingInput& input) {
  const graph::TensorSchema& schema = input.graph.schema;
  return static_cast<std::size_t>(schema.node_set(input.plan.seed_set) - schema.node_sets.data());
}

/// The number of a seed's node, which may be added; IdTable::none: there is none.
static std::uint32_t find_seed(std::string_view id, SamplingInput& input) {
  const std::size_t set = seed_set_index(input);
  graph::WholeGraph& graph = input.graph;
  const std::uint32_t known = graph.node(set, id);
  const bool may_be_added = input.request.dangling == graph::Dangling::defaults && !id.empty() &&
                            !graph.added_nodes.empty() && graph.ids[set].size() < graph::IdTable::most - 1;
  return known == graph::IdTable::none && may_be_added ? graph.add_node(set, id) : known;
}

/// Adds ids, one or two for each seed, leaves those out that are to be dropped; or says which is not a node.
static std::optional<formats::WrongId> add_seeds(std::span<const std::string_view> ids, SamplingInput& input,
                                                 SeedList& list) {
  const std::size_t width = input.spec.links ? 2 : 1;
  for (std::size_t i = 0; i < ids.size(); i += width) {
    const auto row = static_cast<std::uint32_t>(list.seeds.size() + static_cast<std::size_t>(list.dropped));
    graph::SubgraphSeed seed;
    bool is_there = true;
    for (std::size_t end = 0; end < width; ++end) {
      const std::uint32_t node = find_seed(ids[i + end], input);
      if (node == graph::IdTable::none && input.request.dangling != graph::Dangling::drop) {
        return formats::WrongId{
            .index = i + end,
            .message = fmt::format("'{}' is not a node id of '{}'; use --dangling drop to skip such seeds",
                                   visible(ids[i + end], 200), visible(input.plan.seed_set, 200))};
      }
      is_there &= node != graph::IdTable::none;
      if (end == 0) seed.node = node;
      if (end == 1) seed.other = node;
    }
    if (is_there) {
      list.seeds.push_back(seed);
      list.rows.push_back(row);
    } else {
      ++list.dropped;
    }
  }
  return std::nullopt;
}

/// A table with a header: ids, perhaps times and labels.
static void read_seed_table(const std::string& path, formats::TableFormat format, const Arguments& arguments,
                            SamplingInput& input, SeedList& list) {
  formats::TableColumns columns{.ids = {"#id"}, .features = {}, .weights = nullptr, .times = nullptr, .optional = true};
  if (input.spec.links) columns.ids = {"#source", "#target"};
  formats::TimeColumn times{
      .names = {"#time", "time"}, .decimal = input.graph.decimal_times, .values = {}, .unit = input.graph.time_unit};
  if (arguments.has("time")) times.names.insert(times.names.begin(), arguments["time"]);
  if (input.graph.decimal_times) columns.times = &times;
  for (const graph::TensorFeature& label : input.readout.labels) {
    list.labels.push_back(std::make_unique<formats::FeatureStore>(label));
    columns.features.push_back(list.labels.back().get());
  }
  for (const graph::TensorFeature& feature : input.seed_context) {
    list.context.push_back(std::make_unique<formats::FeatureStore>(feature));
    columns.features.push_back(list.context.back().get());
  }
  const auto add = [&](std::span<const std::string_view> ids) { return add_seeds(ids, input, list); };
  if (format == formats::TableFormat::columns) {
    value(graph::read_column_table_file(path, columns, add));
  } else {
    value(read_table(table_pieces(path, format), format, columns, add), source_name(path));
  }
  for (std::size_t i = 0; i < list.seeds.size() && !times.values.empty(); ++i) {
    list.seeds[i].time = times.values[list.rows[i]];
  }
  list.time_unit = times.unit;
  list.has_plain_times = times.are_plain;
  for (auto* const stores : {&list.labels, &list.context}) {
    for (auto& store : *stores) {
      if (store->rows() == 0) store.reset();
    }
  }
}

/// Lines of ids; of pairs: with a tab or a comma between them.
static void read_seed_lines(const std::string& path, SamplingInput& input, SeedList& list) {
  const std::string file = read_all(path);
  const std::string_view text = without_byte_order_mark(file);
  std::int64_t line_number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    at = end + 1;
    ++line_number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    std::vector<std::string_view> ids{line};
    if (input.spec.links) {
      const std::size_t between = std::min(line.find('\t'), line.find(','));
      if (between == std::string_view::npos) {
        throw Failure(fmt::format("{}:{}: expected a pair of ids with a comma or a tab between them", source_name(path),
                                  line_number));
      }
      ids = {line.substr(0, between), line.substr(between + 1)};
    }
    if (const auto wrong = add_seeds(ids, input, list)) {
      throw Failure(fmt::format("{}:{}: {}", source_name(path), line_number, wrong->message));
    }
  }
}

SeedList read_seeds(const Arguments& arguments, SamplingInput& input) {
  SeedList list;
  list.time_unit = input.graph.time_unit;
  if (!arguments.has("seeds")) {
    if (input.spec.links) {
      throw Failure(
          fmt::format("{}: the seeds are node pairs (symmetric_link_seed_op); pass a file of them with --seeds",
                      source_name(input.spec_file)));
    }
    list.seeds.resize(static_cast<std::size_t>(input.graph.graph.nodes[seed_set_index(input)]));
    for (std::size_t i = 0; i < list.seeds.size(); ++i) list.seeds[i].node = static_cast<std::uint32_t>(i);
    return list;
  }
  const std::string& path = arguments["seeds"];
  const auto format = formats::table_format(path);
  if (format) {
    read_seed_table(path, *format, arguments, input, list);
  } else {
    read_seed_lines(path, input, list);
  }
  if (list.seeds.empty()) {
    throw Failure(source_name(path) + (list.dropped == 0 ? ": holds no seeds" : ": none of the seeds is a node"));
  }
  const std::size_t set = seed_set_index(input);
  const bool has_grown = !input.graph.added_nodes.empty() && input.graph.ids[set].size() > input.graph.graph.nodes[set];
  if (has_grown) input.graph.make_views();
  return list;
}

}  // namespace tuplepack::cli
