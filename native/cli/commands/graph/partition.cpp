// The command `partition`.

#include "chunk_notes.hpp"
#include "cli/commands/commands.hpp"
#include "cli/output/long_job.hpp"
#include "cli/output/output.hpp"
#include "cli/output/stopwatch.hpp"
#include "cli/output/text.hpp"
#include "cli/reports/ranks.hpp"
#include "cli/reports/reports.hpp"
#include "files/staging.hpp"
#include "graph/chunk/chunked_graph.hpp"
#include "graph/partition/assignment_files.hpp"
#include "graph/partition/node_labels.hpp"
#include "graph/partition/partition_graph.hpp"
#include "tuplepack/base/words.hpp"
#include "tuplepack/formats/json/json_writer.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <optional>
#include <system_error>

namespace tuplepack::cli {

/// The file of labels of a --balance-by TYPE=FILE, as part of the request.
/// values  what the labels were in the files: appended to
static void add_labels(const std::string& text, const graph::GraphSchema& schema, graph::BalanceRequest& balance,
                       std::vector<std::int64_t>& values) {
  const std::size_t equals = text.find('=');
  const std::string_view type = std::string_view(text).substr(0, equals);
  if (equals == std::string::npos) throw Failure(fmt::format("--balance-by '{}' is not TYPE=FILE.npy", text));
  const auto index = node_type_named(schema, type);
  if (!index) throw Failure("--balance-by: " + not_among(names_of(schema.node_types), type).value().message);
  for (const graph::LabelledNodes& nodes : balance.labelled) {
    if (nodes.type == *index)
      throw Failure(fmt::format("--balance-by: '{}' already has labels; pass only one file", type));
  }
  graph::NodeLabels labels = value(ranks::agree(read_node_labels(text.substr(equals + 1), schema.node_types[*index])));
  balance.labelled.push_back({.type = *index, .labels = std::move(labels.label_of)});
  values.insert(values.end(), labels.values.begin(), labels.values.end());
}

static graph::PartitionRequest partition_request(const Arguments& arguments) {
  graph::PartitionRequest request;
  request.method = *graph::partition_method_by_name(arguments["method"]);
  request.options = {.parts = arguments.count("parts"),
                     .passes = arguments.count("passes"),
                     .seed = static_cast<std::uint64_t>(arguments.count("seed")),
                     .effort = *effort_by_name(arguments["effort"])};
  request.balance.imbalance = arguments.decimal("imbalance");
  for (const std::string& what : arguments.list("balance")) {
    request.balance.edges |= what == "edges";
    request.balance.edge_types |= what == "edge-types";
    request.balance.types |= what == "types";
  }
  if (arguments.has("memory")) request.memory = arguments.bytes("memory");
  request.threads = threads_of(arguments);
  return request;
}

/// Says why a graph is not cut as well as it could be, and that a seed or an effort is not used.
/// is_given  whether the user gave --memory
static void note_method(const graph::PartitionRequest& request, const graph::GraphSchema& schema, bool is_given) {
  const std::int64_t nodes = schema.nodes(), edges = schema.edges();
  const auto [method, in_slices] = chosen_method(request.method, nodes, edges, request.memory);
  const bool restreams = method == graph::PartitionMethod::restream;
  if (request.method == graph::PartitionMethod::automatic && (restreams || in_slices)) {
    const std::int64_t needed = restreams ? graph::sliced_memory(nodes) : graph::multilevel_memory(nodes, edges);
    note(fmt::format("{} cuts fewer edges, but may need {}, and --memory is {}{}",
                     restreams ? "restream is used: multilevel" : "the graph is cut in slices: multilevel as a whole",
                     byte_count(needed), byte_count(request.memory), is_given ? "" : ", on any machine unless given"));
  }
  if (restreams && request.options.seed != 0) note("--seed has no influence on restream");
  if (method != graph::PartitionMethod::multilevel && request.options.effort != Effort::usual) {
    note(fmt::format("--effort has no influence on {}", name(method)));
  }
}

static void note_empty_parts(const graph::PartitionRequest& request, const graph::GraphSchema& schema) {
  const std::int64_t without = request.options.parts - schema.nodes();
  if (without <= 0) return;
  note(fmt::format("there are fewer nodes than parts: {} no nodes",
                   without == 1 ? "one part has" : fmt::format("{} parts have", grouped(without))));
}

/// A part with more edges than this many times the mean is worth a note.
static constexpr double noted_imbalance = 1.5;

/// The edge type with the worst balance above that, among those with enough edges to be even; none if there is none.
static std::optional<std::size_t> uneven_edge_type(const reports::PartitionReport& report) {
  std::optional<std::size_t> worst;
  double most = noted_imbalance;
  for (std::size_t type = 0; type < report.schema.edge_types.size(); ++type) {
    const double balance = report.after.edge_balance(type);
    if (balance <= most || report.schema.edge_types[type].edges < 2 * report.after.parts) continue;
    most = balance;
    worst = type;
  }
  return worst;
}

/// Edges that are balanced are as uneven only where a node has too many of them, which the report names.
static void note_uneven_edges(const reports::PartitionReport& report, const graph::BalanceRequest& balance) {
  const std::string_view few = "single nodes have so many that fewer --parts are needed";
  const double uneven = report.after.edge_balance();
  const auto type = uneven_edge_type(report);
  if ((balance.edges || balance.edge_types) && type && report.schema.edge_types.size() > 1) {
    note(fmt::format("a part has {:.3f} × the mean of edges {}; {}", report.after.edge_balance(*type),
                     visible(edge_type_name(report.schema, report.schema.edge_types[*type])),
                     balance.edge_types ? few : "--balance edge-types evens out those of each type"));
    if (balance.edge_types) return;
  }
  if (uneven <= noted_imbalance) return;
  note(fmt::format("a part has {:.3f} × the mean of edges, by destination; {}", uneven,
                   balance.edges || balance.edge_types ? few : "--balance nodes,edges evens them out"));
}

/// Reading the edges takes about as long as counting what is cut, and the methods in between longer.
static bool show(LongJob& job, graph::PartitionStage stage, double fraction) {
  static constexpr std::array<std::string_view, 3> steps = {"reading edges", "assigning nodes", "counting cut edges"};
  static constexpr std::array<double, 4> shares = {0, 0.3, 0.8, 1};
  const auto index = static_cast<std::size_t>(stage);
  return job.keep_going(shares[index] + fraction * (shares[index + 1] - shares[index]), steps[index]);
}

using FolderOfRanks = std::optional<files::StagingFolder>;

static Result<FolderOfRanks> make_on_first(const std::string& target) {
  if (ranks::rank() > 0) return std::nullopt;
  auto made = files::StagingFolder::create(target);
  if (!made) return tl::unexpected(std::move(made.error()));
  return std::move(*made);
}

/// A folder that rank 0 makes, and removes or completes.
static Result<FolderOfRanks> folder_of_ranks(const std::string& target) {
  return ranks::agree(make_on_first(target));
}

/// A folder for this rank in that of rank 0.
static Result<std::string> own_folder(const FolderOfRanks& of_ranks) {
  const std::string path =
      ranks::gather(of_ranks ? of_ranks->path() : "").front() + "/" + std::to_string(ranks::rank());
  std::error_code error;
  std::filesystem::create_directory(path, error);
  Result<std::string> made = path;
  if (error) made = fail(ErrorCode::system, path + ": " + error.message());
  return ranks::agree(std::move(made));
}

/// Rank 0 writes the assignment. The scratch folder goes before the assignment takes its name, which is the last that
/// is done.
static Result<void> write_on_first(FolderOfRanks& staging, FolderOfRanks& scratch,
                                   const graph::NodeAssignment& assignment, const graph::GraphSchema& schema,
                                   graph::AssignmentFormat format) {
  Result<void> written;
  if (staging) written = write_assignment(staging->path(), assignment, schema, format);
  written = ranks::agree(std::move(written));
  if (!written) return written;
  scratch.reset();
  return ranks::agree(staging ? staging->commit() : Result<void>());
}

static std::string needs_text(const graph::PartitionNeeds& needs, const graph::GraphSchema& schema,
                              std::int64_t parts) {
  return fmt::format(
      "{} and {} → {}\n\n  method   {}\n  memory   up to {}\n  scratch  up to {} in addition to the output\n  time     "
      "{}\n  "
      "wrote    "
      "nothing: --dry-run\n",
      counted(schema.nodes(), "node"), counted(schema.edges(), "edge"), counted(parts, "part"), name(needs.method),
      byte_count(needs.memory), byte_count(needs.scratch), needs.time);
}

static std::string needs_json(const graph::PartitionNeeds& needs, const graph::GraphSchema& schema,
                              std::int64_t parts) {
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.partition/1");
    json.object("graph", [&] {
      json.field("name", schema.name);
      json.field("nodes", schema.nodes());
      json.field("edges", schema.edges());
    });
    json.field("method", name(needs.method));
    json.field("parts", parts);
    json.object("needs", [&] {
      json.field("memory", needs.memory);
      json.field("scratch", needs.scratch);
      json.field("time", needs.time);
    });
  });
}

/// What partitioning would take.
static int print_needs(const Arguments& arguments, const graph::PartitionRequest& request,
                       const graph::GraphSchema& schema) {
  const std::int64_t parts = request.options.parts;
  const graph::PartitionNeeds needs = partition_needs(request.method, schema.nodes(), schema.edges(), request.memory,
                                                      request.balance.edges || request.balance.edge_types);
  print(arguments.has("json") ? with_notes(needs_json(needs, schema, parts)) : needs_text(needs, schema, parts));
  return 0;
}

int run_partition(const Arguments& arguments) {
  const bool dry = arguments.has("dry-run");
  if (arguments["output"].empty() && !dry) throw Failure("partition needs -o DIR, or --dry-run");
  return run_job("partitioning", [&](LongJob& job) {
    const std::string& folder = arguments.operand();
    const graph::ChunkedGraph graph = job.value(ranks::agree(graph::read_chunked_graph(folder)));
    graph::PartitionRequest request = partition_request(arguments);
    std::vector<std::int64_t> labels;
    for (const std::string& text : arguments.all("balance-by")) add_labels(text, graph.schema, request.balance, labels);

    note_method(request, graph.schema, arguments.has("memory"));
    note_empty_parts(request, graph.schema);
    if (dry) return print_needs(arguments, request, graph.schema);

    const auto output = std::filesystem::path(arguments["output"] + "/").parent_path();  // without slashes at the end
    auto scratch = job.value(folder_of_ranks(output.string() + ".scratch"));
    auto staging = job.value(folder_of_ranks(arguments["output"]));
    request.scratch = job.value(own_folder(scratch));
    const graph::PartitionResult result =
        job.value(partition_graph(graph, folder, request, [&](graph::PartitionStage stage, double fraction) {
          return show(job, stage, fraction);
        }));
    const auto format = arguments["format"] == "npy" ? graph::AssignmentFormat::npy : graph::AssignmentFormat::txt;
    job.value(write_on_first(staging, scratch, result.assignment, graph.schema, format));
    note_uneven_edges(result.report, request.balance);
    const RanksCost cost = cost_of_ranks();
    note_cut_files(graph, folder);
    print(arguments.has("json") ? with_notes(partition_json(result.report, labels, arguments["output"], cost))
                                : partition_text(result.report, labels, arguments["output"], cost, standard_output()));
    return 0;
  });
}

}  // namespace tuplepack::cli
