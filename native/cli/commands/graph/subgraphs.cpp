// The command `subgraphs`.

#include "cli/reports/subgraphs.hpp"
#include "cli/commands/commands.hpp"
#include "cli/input/input.hpp"
#include "cli/input/rank_files.hpp"
#include "cli/output/output.hpp"
#include "cli/output/stopwatch.hpp"
#include "graph/sample/sample_records.hpp"
#include "graph/sample/sample_shards.hpp"
#include "sampling_input.hpp"
#include "tuplepack/base/visible.hpp"
#include "tuplepack/formats/sizes/shards.hpp"
#include "tuplepack/formats/tensorflow/tensor_schema_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tuplepack::cli {

/// "OUT.pbtxt" beside the records "OUT@4" or "OUT.tfrecord".
static std::string schema_beside(const std::string& records) {
  const auto sharded = formats::sharded_name(records);
  std::string base = sharded ? sharded->base : records;
  for (const std::string_view ending : {".tfrecord", ".tfrecords"}) {
    if (base.size() > ending.size() && base.ends_with(ending)) {
      base.resize(base.size() - ending.size());
      break;
    }
  }
  return base + ".pbtxt";
}

/// The features of "_readout": from the file of seeds, else from the nodes that are seeds.
static std::vector<formats::ReadoutLabel> labels_of(const SamplingInput& input, const SeedList& seeds) {
  std::vector<formats::ReadoutLabel> labels;
  const graph::TensorSchema& schema = input.graph.schema;
  const auto set = static_cast<std::size_t>(schema.node_set(input.plan.seed_set) - schema.node_sets.data());
  for (std::size_t i = 0; i < input.readout.labels.size(); ++i) {
    const graph::TensorFeature& label = input.readout.labels[i];
    if (i < seeds.labels.size() && seeds.labels[i] != nullptr) {
      labels.push_back({.column = seeds.labels[i]->column(label), .of_seed = false});
      continue;
    }
    const auto& columns = input.graph.node_features[set];
    const auto column = std::find_if(columns.begin(), columns.end(), [&](const graph::FeatureColumn& one) {
      return one.feature->name == label.name && one.feature->type == label.type &&
             shape_text(one.feature->shape) == shape_text(label.shape);
    });
    if (column == columns.end()) {
      throw Failure(
          fmt::format("feature '{}' of '_readout' is neither a column of a table of --seeds nor a feature of "
                      "'{}' with this type and shape",
                      visible(label.name, 200), visible(input.plan.seed_set, 200)));
    }
    labels.push_back({.column = *column});
    labels.back().column.feature = &label;
  }
  return labels;
}

/// The features of the context: from its table, or the file of seeds.
static std::vector<formats::ContextFeature> context_of(const SamplingInput& input, const SeedList& seeds) {
  std::vector<formats::ContextFeature> context;
  for (const graph::FeatureColumn& column : input.graph.context_features) context.push_back({.column = column});
  for (std::size_t i = 0; i < seeds.context.size(); ++i) {
    if (seeds.context[i] == nullptr) continue;
    context.push_back({.column = seeds.context[i]->column(input.seed_context[i]), .of_seed = true});
  }
  return context;
}

/// Says which features of the context are not in the records.
static void note_context(const SamplingInput& input, const formats::RecordLayout& layout) {
  for (const graph::TensorFeature& feature : input.seed_context) {
    const auto is_it = [&](const formats::ContextFeature& one) { return one.column.feature == &feature; };
    if (std::any_of(layout.context.begin(), layout.context.end(), is_it)) continue;
    note(
        fmt::format("context feature '{}' skipped: no metadata {{ filename }} names its table, and "
                    "--seeds has no such column",
                    visible(feature.name, 200)));
  }
}

/// Edges of each set, of all ranks where they are distributed.
static std::vector<std::int64_t> edges_in_graph(const SamplingInput& input) {
  std::vector<std::int64_t> edges;
  for (const graph::EdgesBySource& set : input.graph.graph.edge_sets)
    edges.push_back(static_cast<std::int64_t>(set.edges()));
  if (input.request.edges_elsewhere) ranks::sum(edges);
  return edges;
}

static std::int64_t count_at(const std::vector<std::size_t>& counts, std::size_t i) {
  return i < counts.size() ? static_cast<std::int64_t>(counts[i]) : 0;
}

/// Says what was left out or added because of --dangling.
static void note_dangling(const SamplingInput& input, const SeedList& seeds) {
  const graph::TensorSchema& schema = input.graph.schema;
  for (std::size_t i = 0; i < schema.edge_sets.size(); ++i) {
    const std::int64_t dropped = count_at(input.graph.dropped_edges, i);
    if (dropped == 0) continue;
    note(fmt::format("'{}': {} dropped because an end is not a node", visible(schema.edge_sets[i].name, 200),
                     counted(dropped, "edge")));
  }
  for (std::size_t i = 0; i < schema.node_sets.size(); ++i) {
    const std::int64_t added = count_at(input.graph.added_nodes, i);
    if (added == 0) continue;
    note(fmt::format("'{}': {} that no table has added with default features", visible(schema.node_sets[i].name, 200),
                     counted(added, "node")));
  }
  if (seeds.dropped > 0) note(fmt::format("{} that no table has dropped", counted(seeds.dropped, "seed")));
}

/// Says where times do not limit what is sampled, and where their unit is taken for granted.
static void note_times(const Arguments& arguments, const SamplingInput& input, const SeedList& seeds) {
  if (!input.graph.decimal_times) {
    if (arguments.has("time")) {
      note("--time has no effect: no op of the spec has the strategy LATEST_K, so edges of any time are sampled");
    }
    return;
  }
  if (!seeds.time_unit.empty() && (input.graph.has_plain_times || seeds.has_plain_times)) {
    note(fmt::format(
        "some tables have timestamps in {}, others times that are plain numbers; they are compared as they are",
        seeds.time_unit));
  }
  if (arguments.has("seeds") && !seeds.seeds.empty() && !seeds.seeds.front().time) {
    note(source_name(arguments["seeds"]) +
         ": the seeds have no times (a table with a column 'time' has), so LATEST_K takes the latest edges of all");
  }
}

static SubgraphsReport report_of(const SamplingInput& input, const SeedList& seeds,
                                 const graph::SampledShards& totals) {
  const std::vector<std::int64_t> edges = edges_in_graph(input);
  SubgraphsReport report;
  report.seed_set = input.plan.seed_set;
  report.seeds = static_cast<std::int64_t>(seeds.seeds.size());
  report.subgraphs = totals.counts.subgraphs;
  report.dropped_seeds = seeds.dropped;
  report.bytes = totals.counts.bytes;
  report.resumed_shards = totals.resumed_shards;
  for (const graph::SamplingHop& hop : input.plan.hops) {
    const graph::SamplingOp& op = input.spec.ops[hop.op];
    report.ops.push_back({.name = op.name,
                          .edge_set = op.edge_set.name,
                          .strategy = std::string(name(op.strategy.value_or(graph::SamplingStrategy::top_k))),
                          .sample_size = op.sample_size});
  }
  const graph::TensorSchema& schema = input.graph.schema;
  for (std::size_t i = 0; i < schema.node_sets.size(); ++i) {
    report.sets.push_back({.name = schema.node_sets[i].name,
                           .of_nodes = true,
                           .total = totals.counts.nodes[i],
                           .distinct = totals.nodes.count(i),
                           .in_graph = static_cast<std::int64_t>(input.graph.graph.nodes[i]),
                           .dangling = count_at(input.graph.added_nodes, i)});
  }
  for (std::size_t i = 0; i < schema.edge_sets.size(); ++i) {
    report.sets.push_back({.name = schema.edge_sets[i].name,
                           .of_nodes = false,
                           .total = totals.counts.edges[i],
                           .in_graph = edges[i],
                           .dangling = count_at(input.graph.dropped_edges, i)});
  }
  return report;
}

/// What a subgraph of several seeds cannot have.
static void check_seeds_per_subgraph(const Arguments& arguments, const SamplingInput& input, const SeedList& seeds) {
  if (arguments.count("seeds-per-subgraph") == 1) return;
  for (std::size_t i = 0; i < seeds.context.size(); ++i) {
    if (seeds.context[i] == nullptr) continue;
    throw Failure(
        fmt::format("feature '{}' of the context is a column of the seeds, and a subgraph of several has one "
                    "context; make it a feature of '_readout'",
                    visible(input.seed_context[i].name, 200)));
  }
  if (!seeds.seeds.empty() && seeds.seeds.front().time) {
    throw Failure("the seeds have times, which LATEST_K needs: such subgraphs have one seed each");
  }
  if (input.spec.links && input.request.edges_elsewhere) {
    throw Failure("several pairs per subgraph need all edges on every rank; --memory distributes them");
  }
}

static void sample_to_standard_output(const graph::RecordSampling& sampling, int threads, LongJob& job) {
  if (ranks::rank() > 0) return;
  OutputFile out("-");
  std::int64_t sampled = 0;
  const auto write = [&](std::string_view records, const graph::SampledCounts& counts) -> Result<void> {
    out.write(records);
    sampled += counts.subgraphs;
    const double fraction = static_cast<double>(sampled) / static_cast<double>(sampling.subgraphs());
    if (!job.keep_going(fraction, "sampling")) return fail(ErrorCode::stopped, "stopped");
    return {};
  };
  job.value(sample_records(sampling, {.begin = 0, .end = sampling.subgraphs()}, threads, write));
  out.commit();
}

int run_subgraphs(const Arguments& arguments) {
  require_files({arguments["GRAPH"], arguments["SPEC"], arguments["seeds"]});
  return run_job("subgraphs", [&](LongJob& job) {
    const Stopwatch watch;
    const auto features = *formats::subgraph_features_by_name(arguments["features"]);
    SamplingInput input = job.together([&] { return read_sampling_input(arguments, features, job); });
    const graph::DistributedNodes distributed{.ranks = static_cast<std::uint32_t>(ranks::count()),
                                              .rank = static_cast<std::uint32_t>(ranks::rank())};
    if (input.request.edges_elsewhere) {
      job.value(read_distributed_edges(input.schema, arguments["GRAPH"], input.request, distributed, input.graph,
                                       [&](double fraction) { return job.keep_going(fraction, "reading the edges"); }));
    }
    const SeedList seeds = job.together([&] { return read_seeds(arguments, input); });
    note_dangling(input, seeds);
    note_times(arguments, input, seeds);
    job.together([&] { check_seeds_per_subgraph(arguments, input, seeds); });
    const formats::RecordLayout layout{.features = features,
                                       .node_features = input.graph.node_features,
                                       .edge_features = input.graph.edge_features,
                                       .context = context_of(input, seeds),
                                       .readout = input.readout,
                                       .labels = job.together([&] { return labels_of(input, seeds); }),
                                       .prefix = arguments["prefix"],
                                       .seed_rows = seeds.rows};
    note_context(input, layout);
    const graph::PreparedSampling prepared = job.together([&] {
      return job.value(prepare_sampling(
          input.graph.graph, input.graph.schema, input.spec, input.plan,
          {.seed = static_cast<std::uint64_t>(arguments.count("seed")),
           .paths = *graph::sampling_paths_by_name(arguments["paths"]),
           .induced = arguments.has("induced"),
           .predicted =
               predicted_edges(input.graph.schema, input.spec, input.plan.seed_set, arguments.has("remove-reverse"))}));
    });
    const graph::RecordSampling sampling{
        .prepared = prepared,
        .schema = input.graph.schema,
        .layout = layout,
        .seed_at = [&](std::int64_t number) { return seeds.seeds[static_cast<std::size_t>(number)]; },
        .seeds = static_cast<std::int64_t>(seeds.seeds.size()),
        .seeds_each = arguments.count("seeds-per-subgraph")};
    const int threads = threads_of(arguments);
    const std::string& output = arguments["output"];
    if (output == "-") {
      if (input.request.edges_elsewhere)
        throw Failure("-o -: standard output is not supported when edges are distributed across ranks; name a file");
      job.together([&] { sample_to_standard_output(sampling, threads, job); });
      return 0;
    }
    const std::string schema_file = schema_beside(output);
    files::ShardFiles out = job.together([&] {
      if (ranks::rank() > 0) return files::ShardFiles::join(output);
      auto created = job.value(files::ShardFiles::create(output, sampling_identity(arguments, input)));
      job.value(created.add_file(
          schema_file, formats::tensor_schema_proto(subgraph_schema(input.graph.schema, layout, input.plan.seed_set))));
      return created;
    });
    note_idle_ranks(out.count(), "sampled");
    const graph::SampledShards totals = job.value(sample_shards(
        sampling, out, threads, [&](double fraction) { return job.keep_going(fraction, "sampling"); },
        input.request.edges_elsewhere ? &distributed : nullptr));
    SubgraphsReport report = report_of(input, seeds, totals);
    report.files =
        job.together([&] { return ranks::rank() == 0 ? job.value(out.commit()) : std::vector<std::string>{}; });
    report.features = arguments["features"];
    report.readout = name(input.readout_kind);
    report.schema = schema_file;
    report.ranks = cost_of_ranks();
    report.seconds = watch.seconds();
    if (ranks::rank() > 0) return 0;
    print(arguments.has("json") ? with_notes(subgraphs_json(report)) : subgraphs_text(report, standard_output()));
    return 0;
  });
}

}  // namespace tuplepack::cli
