#include "graph/dispatch/dispatch.hpp"

#include "../commands.hpp"
#include "../output.hpp"
#include "../stopwatch.hpp"
#include "dispatch_report.hpp"
#include "graph/assignment_files.hpp"
#include "graph/chunked_graph.hpp"
#include "graph/process_memory.hpp"
#include "long_job.hpp"

#include <string>

namespace tuplepack::cli {

static DispatchOptions dispatch_options(const Arguments& arguments) {
  DispatchOptions options{.format = *part_format_by_name(arguments["format"]),
                          .stored = {.hops = arguments.count("hops"), .both = arguments["edges"] == "both"}};
  if (arguments.has("memory")) options.memory = arguments.bytes("memory");
  return options;
}

int run_dispatch(const Arguments& arguments) {
  const DispatchOptions options = dispatch_options(arguments);
  const std::string& folder = arguments["output"];
  const bool dry = arguments.has("dry-run");
  if (folder.empty() && !dry) throw Failure("dispatch needs -o DIR, or --dry-run");
  return run_job("dispatch", [&](LongJob& job) {
    const Stopwatch watch;
    const std::string& chunks = arguments.operand();
    const ChunkedGraph graph = job.value(read_chunked_graph(chunks));
    const NodeAssignment assignment = job.value(read_assignment(arguments["assignment"], graph.schema));
    const DispatchSource source{.graph = graph, .folder = chunks, .assignment = assignment};
    const DispatchProgress progress = [&](std::string_view step, double fraction) {
      return job.keep_going(fraction, step);
    };
    DispatchReport report{.schema = graph.schema, .options = options, .folder = folder, .done = {}};
    if (dry) {
      report.done.size = job.value(measure_dispatch(source, options, progress));
    } else {
      report.done = job.value(tuplepack::dispatch(source, options, folder, progress));
    }
    report.seconds = watch.seconds();
    report.peak_memory = peak_memory().value_or(0);
    print(arguments.has("json") ? dispatch_json(report) : dispatch_text(report, standard_output()));
    return 0;
  });
}

}  // namespace tuplepack::cli
