// The command `bench`: runs a benchmark of native/bench and prints its report.

#include "cli/input/input.hpp"
#include "cli/output/failure.hpp"
#include "cli/output/output.hpp"
#include "cli/reports/benchmarks.hpp"
#include "commands.hpp"
#include "tuplepack/cuda/devices.hpp"

#include "bench/graph/graph_bench.hpp"
#include "bench/graph/subgraph_bench.hpp"
#include "bench/measuring/share_bench.hpp"
#include "bench/packing/default_bench.hpp"
#include "bench/packing/exact_bench.hpp"
#include "bench/packing/exact_problems.hpp"
#include "bench/temporal/temporal_bench.hpp"
#include "ranks/ranks.hpp"
#include "tuplepack/formats/interactions/event_ids.hpp"
#include "tuplepack/formats/tensorflow/tensor_schema_text.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

namespace tuplepack::cli {

static void say(const std::string& what) {
  if (isatty(STDERR_FILENO) != 0 && !is_quiet()) fmt::print(stderr, "{}\n", what);
}

/// Benchmarks that compare with a clock.
static int bench_times(const std::string& name, const Arguments& arguments) {
  if (arguments["device"] != "cpu" || arguments.has("quick") || arguments.has("csv") || arguments.has("roofline")) {
    throw Failure("bench pack and bench optimal do not support --device gpu, --quick, --csv or --roofline");
  }
  const double peer_time = arguments.decimal("peer-time");
  bench::Report report =
      name == "pack" ? bench::bench_pack(arguments["data"], say) : bench::bench_optimal(arguments["data"], say);
  if (name == "pack" && arguments.has("peers")) {
    bench::run_peers(report, arguments["data"], arguments["peers"] + "/published.py", peer_time, say);
  }
  print(arguments.has("json") ? bench::to_json(report) : benchmark_text(report, standard_output()));
  return 0;
}

static bench::ShareReport share_report(const std::string& name, bool gpu, const Arguments& arguments) {
  const bench::ShareOptions options{.quick = arguments.has("quick")};
  if (!gpu) {
    if (name == "access") return bench::bench_access(options, say);
    if (name == "columns") return bench::bench_columns(options, say);
    return name == "mask" ? bench::bench_mask(options, say) : bench::bench_loss(options, say);
  }
  value(cuda::devices());
  if (name == "access") return bench::bench_access_on_device(options, say);
  return name == "mask" ? bench::bench_mask_on_device(options, say) : bench::bench_loss_on_device(options, say);
}

/// Whether the device is to be measured.
static bool on_gpu(const Arguments& arguments) {
  return arguments["device"] == "gpu";
}

/// Benchmarks that compare with what the memory can do.
static int bench_shares(const std::string& name, const Arguments& arguments) {
  const bool gpu = on_gpu(arguments);
  if (arguments.has("peers")) throw Failure("--peers is only supported by bench pack");
  if (name == "columns" && (gpu || arguments.has("roofline"))) {
    throw Failure("bench columns does not support --device gpu or --roofline");
  }
  std::optional<OutputFile> picture;  // opened first: a name that cannot be written is reported before the work
  if (arguments.has("roofline")) picture.emplace(arguments["roofline"]);
  const bench::ShareReport report = share_report(name, gpu, arguments);
  if (picture) {
    picture->write(roofline_svg(report));
    picture->commit();
  }
  print(arguments.has("json")  ? bench::to_json(report)
        : arguments.has("csv") ? benchmark_csv(report)
                               : benchmark_text(report, standard_output()));
  return 0;
}

/// Those of the file that --data names, sorted and with nodes numbered in the order in which they come; or of the shipped
/// interactions all, or for a quick look the fewest. A device has a pipeline alone to measure, which is measured with
/// one list.
static std::vector<bench::NamedEvents> events_to_measure(const Arguments& arguments, bool gpu) {
  const std::filesystem::path data(arguments["data"]);
  if (std::filesystem::is_regular_file(data)) {
    formats::EventIds ids([](const std::string& text) { note(text); });
    const formats::EventReadOptions reading{.events = {.sort = true}, .number = ids.numbering()};
    return {{data.filename().string(), read_events(data.string(), reading)}};
  }
  std::vector<std::string> names{"collegemsg"};
  if (!arguments.has("quick")) names = {"jodie_wikipedia", "collegemsg", "sx_mathoverflow", "git_author_file"};
  if (gpu) names.resize(1);
  std::vector<bench::NamedEvents> lists;
  lists.reserve(names.size());
  for (const std::string& name : names) {
    lists.push_back({name, read_events(arguments["data"] + "/temporal_" + name + ".csv.gz", {})});
  }
  return lists;
}

/// The benchmark of temporal interactions, by the time for each.
static int bench_interactions(const Arguments& arguments) {
  if (arguments.has("peers") || arguments.has("roofline")) {
    throw Failure("bench temporal does not support --peers or --roofline");
  }
  const bool gpu = on_gpu(arguments);
  if (gpu) value(cuda::devices());
  const bench::ShareOptions options{.quick = arguments.has("quick")};
  const std::vector<bench::NamedEvents> lists = events_to_measure(arguments, gpu);
  const bench::TemporalReport report =
      gpu ? bench::bench_temporal_on_device(lists.front(), options, say) : bench::bench_temporal(lists, options, say);
  print(arguments.has("json")  ? bench::to_json(report)
        : arguments.has("csv") ? benchmark_csv(report)
                               : benchmark_text(report, standard_output()));
  return 0;
}

/// The graph in a shipped list of pairs, with a header and in any further columns whatever.
static bench::BenchGraph shipped_graph(const std::string& name, const std::string& path) {
  const std::string text = read_all(path);
  std::vector<std::int64_t> sources;
  std::vector<std::int64_t> targets;
  std::int64_t nodes = 0;
  const char* const end = text.data() + text.size();
  for (const char* at = std::find(text.data(), end, '\n'); at != end; at = std::find(at, end, '\n')) {
    if (++at == end) break;
    std::int64_t source = 0;
    std::int64_t target = 0;
    at = std::from_chars(at, end, source).ptr;
    if (at == end || *at != ',') throw Failure(path + ": not a list of pairs");
    at = std::from_chars(at + 1, end, target).ptr;
    sources.push_back(source);
    targets.push_back(target);
    nodes = std::max({nodes, source + 1, target + 1});
  }
  return bench::graph_of_pairs(name, nodes, sources, targets);
}

/// The benchmark of graphs: generated ones, and shipped ones unless it is only a quick look.
static int bench_large_graphs(const Arguments& arguments) {
  if (on_gpu(arguments) || arguments.has("peers") || arguments.has("roofline") || arguments.has("csv")) {
    throw Failure("bench graph does not support --device gpu, --peers, --csv or --roofline");
  }
  const bench::ShareOptions options{.quick = arguments.has("quick")};
  const bool large = arguments.has("large");
  std::vector<bench::MakeGraph> graphs = bench::generated_graphs(options.quick, large);
  const std::string& data = arguments["data"];
  if (!options.quick) {
    graphs.emplace_back([=] { return shipped_graph("Debian", data + "/static_debian_dependencies.csv.gz"); });
    graphs.emplace_back([=] { return shipped_graph("git", data + "/temporal_git_author_file.csv.gz"); });
    graphs.emplace_back([=] { return shipped_graph("Slashdot", data + "/static_soc_slashdot0902.csv.gz"); });
  }
  bench::GraphReport report = bench::bench_graphs(graphs, options, say);
  report.passes = bench::bench_passes(large, options, say);
  print(arguments.has("json") ? bench::to_json(report) : benchmark_text(report, standard_output()));
  return 0;
}

/// The benchmark of sampling subgraphs, as TensorFlow GNN's guide samples OGBN-MAG.
static int bench_subgraph_sampling(const Arguments& arguments) {
  if (on_gpu(arguments) || arguments.has("peers") || arguments.has("roofline") || arguments.has("csv")) {
    throw Failure("bench subgraphs does not support --device gpu, --peers, --csv or --roofline");
  }
  const graph::SamplingSpec spec =
      value(formats::read_sampling_spec(read_all(arguments["data"] + "/mag_sampling_spec.pbtxt")));
  const bench::SubgraphReport report = bench::bench_subgraphs(spec, {.quick = arguments.has("quick")}, say);
  print(arguments.has("json") ? bench::to_json(report) : benchmark_text(report, standard_output()));
  return 0;
}

/// The benchmark of proofs: random problems of the literature, and the shipped tables.
static int bench_proofs(const Arguments& arguments) {
  if (on_gpu(arguments) || arguments.has("peers") || arguments.has("roofline") || arguments.has("csv")) {
    throw Failure("bench exact does not support --device gpu, --peers, --csv or --roofline");
  }
  const bool quick = arguments.has("quick");
  if (arguments.has("write")) {
    OutputFile file(arguments["write"]);
    file.write(bench::exact_problems_json(arguments["data"], quick));
    file.commit();
    return 0;
  }
  const bench::ExactReport report = bench::bench_exact(arguments["data"], {.quick = quick}, say);
  print(arguments.has("json") ? bench::to_json(report) : benchmark_text(report, standard_output()));
  return 0;
}

/// The benchmark of the default method beside `optimal`, which takes two minutes.
static int bench_defaults(const Arguments& arguments) {
  if (on_gpu(arguments) || arguments.has("peers") || arguments.has("roofline") || arguments.has("csv")) {
    throw Failure("bench default does not support --device gpu, --peers, --csv or --roofline");
  }
  const bench::DefaultReport report = bench::bench_default(arguments["data"], {.quick = arguments.has("quick")}, say);
  print(arguments.has("json") ? bench::to_json(report) : benchmark_text(report, standard_output()));
  return 0;
}

int run_bench(const Arguments& arguments) {
  const std::string& name = arguments.operand();
  if (name == "ranks") return run_bench_ranks(arguments);
  if (ranks::is_distributed()) {
    throw Failure(
        fmt::format("bench {0} does not run under MPI: use tuplepack bench {0}; {1} supports only bench ranks", name,
                    ranks::program_name()));
  }
  if (name != "exact" && arguments.has("write")) throw Failure("--write is only supported by bench exact");
  if (name != "graph" && arguments.has("large")) throw Failure("--large is only supported by bench graph");
  if (name == "mask" || name == "loss" || name == "access" || name == "columns") return bench_shares(name, arguments);
  if (name == "subgraphs") return bench_subgraph_sampling(arguments);
  if (name == "default") return bench_defaults(arguments);
  if (name == "exact") return bench_proofs(arguments);
  if (name == "pack" || name == "optimal") return bench_times(name, arguments);
  return name == "graph" ? bench_large_graphs(arguments) : bench_interactions(arguments);
}

}  // namespace tuplepack::cli
