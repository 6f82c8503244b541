#include "graph/dispatch/dispatch.hpp"

#include "chunk_notes.hpp"
#include "cli/commands/commands.hpp"
#include "cli/output/long_job.hpp"
#include "cli/output/output.hpp"
#include "cli/output/stopwatch.hpp"
#include "dispatch_report.hpp"
#include "files/process_memory.hpp"
#include "graph/chunk/chunked_graph.hpp"
#include "graph/partition/assignment_files.hpp"
#include "machine_list.hpp"

#include <fmt/format.h>

#include <span>
#include <string>

namespace tuplepack::cli {

static graph::DispatchOptions dispatch_options(const Arguments& arguments) {
  graph::DispatchOptions options{.filing = {.format = *graph::part_format_by_name(arguments["format"]),
                                            .forms = *graph::edge_forms_by_name(arguments.list("graph-formats"))},
                                 .stored = {.hops = arguments.count("hops"), .both = arguments["edges"] == "both"}};
  if (options.filing.forms != graph::EdgeForms{} && options.filing.format != graph::PartFormat::dgl) {
    throw Failure(fmt::format(
        "--graph-formats: only DGL's file has forms to choose; remove it, or use --format dgl instead of {}",
        name(options.filing.format)));
  }
  if (arguments.has("memory")) options.memory = arguments.bytes("memory");
  options.local = arguments.has("local");
  if (options.local && options.stored.outer() && ranks::machines() > 1) {
    throw Failure(
        "--local: for --hops above 1 and --edges both a machine needs the edges of parts of others; write to a "
        "directory that all machines share");
  }
  return options;
}

/// The largest of any rank.
static std::int64_t peak_of_ranks() {
  std::int64_t peak = files::peak_memory().value_or(0);
  ranks::maximum(std::span(&peak, 1));
  return peak;
}

/// Says how to write each part where it will be used.
static int print_places(const Arguments& arguments) {
  const auto machines = read_machine_list(arguments["ip-config"]);
  const LocalDispatch places =
      local_dispatch(machines, value(graph::parts_of_assignment(arguments["assignment"])), arguments);
  print(arguments.has("json") ? with_notes(local_dispatch_json(places)) : local_dispatch_text(places));
  return 0;
}

int run_dispatch(const Arguments& arguments) {
  const graph::DispatchOptions options = dispatch_options(arguments);
  const std::string& folder = arguments["output"];
  const bool dry = arguments.has("dry-run");
  if (folder.empty() && !dry) throw Failure("dispatch needs -o DIR, or --dry-run");
  if (arguments.has("ip-config")) return print_places(arguments);
  return run_job("dispatch", [&](LongJob& job) {
    const Stopwatch watch;
    const std::string& chunks = arguments.operand();
    const graph::ChunkedGraph graph = job.value(ranks::agree(graph::read_chunked_graph(chunks)));
    const graph::SharedAssignment assignment = job.value(read_shared_assignment(arguments["assignment"], graph.schema));
    const graph::DispatchSource source{.graph = graph, .folder = chunks, .assignment = assignment.view()};
    const graph::DispatchProgress progress = [&](std::string_view step, double fraction) {
      return job.keep_going(fraction, step);
    };
    DispatchReport report{.schema = graph.schema, .options = options, .folder = folder, .done = {}};
    if (dry) {
      report.done.size = job.value(measure_dispatch(source, options, progress));
    } else {
      report.done = job.value(graph::dispatch(source, options, folder, progress));
    }
    report.seconds = watch.seconds();
    report.peak_memory = peak_of_ranks();
    report.cost = cost_of_ranks();
    note_cut_files(graph, chunks);
    print(arguments.has("json") ? with_notes(dispatch_json(report)) : dispatch_text(report, standard_output()));
    return 0;
  });
}

}  // namespace tuplepack::cli
