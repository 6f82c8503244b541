// The command `partition`.

#include "../commands.hpp"
#include "../output.hpp"
#include "../reports/reports.hpp"
#include "../stopwatch.hpp"
#include "graph/assignment_files.hpp"
#include "graph/chunked_graph.hpp"
#include "graph/node_labels.hpp"
#include "graph/partition_graph.hpp"
#include "graph/staging.hpp"
#include "long_job.hpp"
#include "tuplepack/words.hpp"

#include <fmt/format.h>

#include <array>

namespace tuplepack::cli {

/// The file of labels of --balance-by TYPE=FILE, as part of the request.
static NodeLabels add_labels(const std::string& text, const GraphSchema& schema, BalanceRequest& balance) {
  const std::size_t equals = text.find('=');
  const std::string_view type = std::string_view(text).substr(0, equals);
  if (equals == std::string::npos) throw Failure(fmt::format("--balance-by '{}' is not TYPE=FILE.npy", text));
  const auto index = node_type_named(schema, type);
  if (!index) throw Failure("--balance-by: " + not_among(names_of(schema.node_types), type).value().message);
  NodeLabels labels = value(read_node_labels(text.substr(equals + 1), schema.node_types[*index]));
  balance.labels = labels.label_of;
  balance.labelled_type = *index;
  return labels;
}

static PartitionRequest partition_request(const Arguments& arguments) {
  PartitionRequest request;
  request.method = *partition_method_by_name(arguments["method"]);
  request.options = {.parts = arguments.count("parts"),
                     .passes = arguments.count("passes"),
                     .seed = static_cast<std::uint64_t>(arguments.count("seed"))};
  request.balance.imbalance = arguments.decimal("imbalance");
  for (const std::string& what : arguments.list("balance")) {
    request.balance.edges |= what == "edges";
    request.balance.types |= what == "types";
  }
  if (arguments.has("memory")) request.memory = arguments.bytes("memory");
  request.threads = static_cast<int>(arguments.count("threads"));
  return request;
}

/// Reading the edges takes about as long as counting what is cut, and the methods in between longer.
static bool show(LongJob& job, PartitionStage stage, double fraction) {
  static constexpr std::array<std::string_view, 3> steps = {"reading edges", "assigning nodes", "counting cut edges"};
  static constexpr std::array<double, 4> shares = {0, 0.3, 0.8, 1};
  const auto index = static_cast<std::size_t>(stage);
  return job.keep_going(shares[index] + fraction * (shares[index + 1] - shares[index]), steps[index]);
}

int run_partition(const Arguments& arguments) {
  return run_job("partitioning", [&](LongJob& job) {
    const std::string& folder = arguments.operand();
    const ChunkedGraph graph = job.value(read_chunked_graph(folder));
    PartitionRequest request = partition_request(arguments);
    NodeLabels labels;
    if (arguments.has("balance-by")) labels = add_labels(arguments["balance-by"], graph.schema, request.balance);

    StagingFolder scratch = job.value(StagingFolder::create(arguments["output"] + ".scratch"));
    StagingFolder staging = job.value(StagingFolder::create(arguments["output"]));
    request.scratch = scratch.path();
    const PartitionResult result = job.value(partition_graph(
        graph, folder, request, [&](PartitionStage stage, double fraction) { return show(job, stage, fraction); }));
    const auto format = arguments["format"] == "npy" ? AssignmentFormat::npy : AssignmentFormat::txt;
    job.value(write_assignment(staging.path(), result.assignment, graph.schema, format));
    job.value(staging.commit());
    print(arguments.has("json") ? partition_json(result.report, labels.values, arguments["output"])
                                : partition_text(result.report, labels.values, arguments["output"], standard_output()));
    return 0;
  });
}

}  // namespace tuplepack::cli
