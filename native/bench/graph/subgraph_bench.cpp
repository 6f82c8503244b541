#include "subgraph_bench.hpp"

#include "bench/measuring/bench.hpp"
#include "bench/measuring/process.hpp"
#include "graph/sample/sample_records.hpp"
#include "mag_graph.hpp"
#include "tuplepack/formats/bytes/crc32c.hpp"
#include "tuplepack/formats/json/json_writer.hpp"

#include <algorithm>
#include <cstring>
#include <random>

namespace tuplepack::bench {

static constexpr double megabyte = 1e6, gigabyte = 1e9;

namespace {

/// The graph with the guide's spec, and the seeds of a run.
struct MagRun {
  MagGraph mag;
  std::vector<std::vector<graph::FeatureColumn>> features;
  graph::PreparedSampling prepared;
  std::int64_t first_seed = 0, seeds = 0;
  double shortest = 0;  // seconds that a case is measured

  [[nodiscard]] graph::SubgraphSeed seed(std::int64_t i) const {
    return {.node = static_cast<std::uint32_t>(first_seed + i)};
  }
  [[nodiscard]] graph::RecordSampling sampling(formats::SubgraphFeatures kind) const {
    return {.prepared = prepared,
            .schema = mag.schema,
            .layout = {.features = kind, .node_features = features},
            .seed_at = [this](std::int64_t i) { return seed(i); },
            .seeds = seeds};
  }
  [[nodiscard]] graph::SampledCounts write(formats::SubgraphFeatures kind, std::int64_t count, int threads) const {
    graph::SampledCounts counts;
    expect(sample_records(sampling(kind), {.begin = 0, .end = count}, threads,
                          [&](std::string_view, const graph::SampledCounts& more) -> Result<void> {
                            counts.add(more);
                            return {};
                          }),
           "sampling");
    return counts;
  }
};

}  // namespace

static std::int64_t sum_of(const std::vector<std::int64_t>& counts) {
  std::int64_t sum = 0;
  for (const std::int64_t count : counts) sum += count;
  return sum;
}

// ---- stages ----

static void bench_stages(const MagRun& run, SubgraphReport& report, const Say& progress) {
  progress("sampling");
  graph::SubgraphSampler sampler(run.prepared);
  std::int64_t edges = 0;
  const Timing sampled = measure_processor(
      [&] {
        edges = 0;
        for (std::int64_t i = 0; i < run.seeds; ++i) {
          for (const graph::SubgraphEdges& set : sampler.sample(run.seed(i)).edge_sets) {
            edges += static_cast<std::int64_t>(set.source.size());
          }
        }
      },
      run.shortest);
  const auto count = static_cast<double>(run.seeds);
  report.cases.push_back({"sampled and numbered", count / sampled.best, "subgraphs/s", 20'000});
  report.cases.push_back({"edges", static_cast<double>(edges) / sampled.best / megabyte, "M/s", 75});
  for (const formats::SubgraphFeatures kind :
       {formats::SubgraphFeatures::none, formats::SubgraphFeatures::rows, formats::SubgraphFeatures::values}) {
    progress("records, features " + std::string(name(kind)));
    graph::SampledCounts counts;
    const Timing written = measure_processor([&] { counts = run.write(kind, run.seeds, 1); }, run.shortest);
    const bool values = kind == formats::SubgraphFeatures::values;
    report.cases.push_back({"records with features " + std::string(name(kind)), count / written.best, "subgraphs/s",
                            values ? std::optional(10'000.0) : std::nullopt});
    report.cases.push_back({"their bytes", static_cast<double>(counts.bytes) / count / 1e3, "kB/subgraph"});
    if (values) {
      report.cases.push_back({"their rate", static_cast<double>(counts.bytes) / written.best / gigabyte, "GB/s"});
      for (const auto& [what, sum] : {std::pair{"nodes", sum_of(counts.nodes)},
                                      {"papers", counts.nodes.back()},
                                      {"edges", sum_of(counts.edges)}}) {
        report.cases.push_back({std::string(what) + " per subgraph", static_cast<double>(sum) / count, ""});
      }
    }
  }
}

// ---- parts ----

/// Writing features beside copying their rows, for subgraphs that are kept.
static void bench_gather(const MagRun& run, SubgraphReport& report, const Say& progress) {
  progress("gathering features");
  constexpr std::size_t row = 128;
  graph::SubgraphSampler sampler(run.prepared);
  std::vector<graph::Subgraph> kept;
  std::size_t most = 0, rows = 0;
  for (std::int64_t i = 0; i < std::min<std::int64_t>(run.seeds, 500); ++i) {
    kept.push_back(sampler.sample(run.seed(run.seeds - 1 - i)));
    most = std::max(most, kept.back().nodes.back().size());
    rows += kept.back().nodes.back().size();
  }
  const auto write = [&](formats::SubgraphFeatures kind) {
    formats::SubgraphRecords records(run.prepared.graph, run.mag.schema, run.sampling(kind).layout);
    formats::RecordBuffer buffer;
    return measure_processor(
               [&] {
                 for (const graph::Subgraph& subgraph : kept) {
                   buffer.clear();
                   records.append(buffer, subgraph, graph::SubgraphSeed{}, 0);
                 }
               },
               run.shortest)
        .best;
  };
  std::vector<float> plain(most * row);
  const double copied = measure_processor(
                            [&] {
                              for (const graph::Subgraph& subgraph : kept) {
                                float* to = plain.data();
                                for (const std::uint32_t node : subgraph.nodes.back()) {
                                  std::memcpy(to, run.mag.embeddings.data() + node * row, row * sizeof(float));
                                  to += row;
                                }
                              }
                            },
                            run.shortest)
                            .best;
  double checked = 0;
  std::uint32_t crc = 0;
  for (const graph::Subgraph& subgraph : kept) {
    const auto bytes = std::as_bytes(std::span(plain).first(subgraph.nodes.back().size() * row));
    const double start = processor_seconds();
    for (int i = 0; i < 8; ++i) crc = formats::crc32c(crc, bytes);
    checked += (processor_seconds() - start) / 8;
  }
  const double gathered = write(formats::SubgraphFeatures::values) - write(formats::SubgraphFeatures::none) - checked;
  const double bytes = static_cast<double>(rows * row * sizeof(float));
  report.cases.push_back({"gather within records", bytes / gathered / gigabyte, "GB/s"});
  report.cases.push_back({"plain gather", bytes / copied / gigabyte, "GB/s"});
  report.cases.push_back({"share of the plain gather", copied / gathered, "", 0.8});
  if (crc == 1) progress("");  // so that it is computed
}

static void bench_checksum(const MagRun& run, SubgraphReport& report, const Say& progress) {
  progress("checksums");
  const std::vector<std::byte> from(172'000, std::byte{7});
  std::vector<std::byte> to(from.size());
  std::uint32_t crc = 0;
  const double checked = measure_processor([&] { crc = formats::crc32c(crc, from); }, run.shortest).best;
  const double copied = measure_processor(
                            [&] {
                              std::memcpy(to.data(), from.data(), from.size());
                              crc ^= static_cast<std::uint32_t>(to[crc % to.size()]);
                            },
                            run.shortest)
                            .best;
  const auto bytes = static_cast<double>(from.size());
  report.cases.push_back({"checksum", bytes / checked / gigabyte, "GB/s"});
  report.cases.push_back({"memcpy", bytes / copied / gigabyte, "GB/s"});
  report.cases.push_back({"checksum over memcpy", copied / checked, "", 1});
}

/// Nodes with a thousand edges each, of which sixteen are drawn.
static void bench_weights(const MagRun& run, SubgraphReport& report, const Say& progress) {
  progress("weighted draws");
  constexpr std::uint32_t nodes = 1000, degree = 1000;
  graph::TensorSchema schema;
  schema.node_sets.emplace_back().name = "node";
  graph::TensorEdgeSet& set = schema.edge_sets.emplace_back();
  set.name = "edge";
  set.source.name = set.target.name = "node";
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint32_t> targets;
  std::vector<float> weights;
  for (std::uint32_t i = 0; i < nodes; ++i) {
    for (std::uint32_t j = 0; j < degree; ++j) {
      targets.push_back(j);
      weights.push_back(static_cast<float>(1 + random() % 1000));
    }
    offsets.push_back(targets.size());
  }
  const graph::HeterogeneousGraph graph{.nodes = {nodes},
                                        .edge_sets = {{.offsets = offsets, .targets = targets, .weights = weights}}};
  const auto time_of = [&](graph::SamplingStrategy strategy) {
    graph::SamplingSpec spec;
    spec.seed_op = "seed";
    spec.seed_set.name = "node";
    spec.seed_place.line = 1;
    graph::SamplingOp& op = spec.ops.emplace_back();
    op.name = "op";
    op.inputs.emplace_back().name = "seed";
    op.edge_set.name = "edge";
    op.sample_size = 16;
    op.strategy = strategy;
    const graph::SamplingPlan plan = check_sampling_spec(spec, &schema);
    const graph::PreparedSampling prepared = expect(prepare_sampling(graph, schema, spec, plan, {}), "weights");
    graph::SubgraphSampler sampler(prepared);
    std::size_t drawn = 0;
    const double best = measure_processor(
                            [&] {
                              for (std::uint32_t i = 0; i < nodes; ++i) {
                                drawn += sampler.sample({.node = i}).edge_sets[0].source.size();
                              }
                            },
                            run.shortest)
                            .best;
    if (drawn % 16 != 0) throw std::runtime_error("fewer edges are drawn than there are");
    return best / nodes;
  };
  const double uniform = time_of(graph::SamplingStrategy::random_uniform);
  const double weighted = time_of(graph::SamplingStrategy::random_weighted);
  report.cases.push_back({"16 of 1,000 edges, uniform", uniform * 1e9, "ns"});
  report.cases.push_back({"16 of 1,000 edges, weighted", weighted * 1e9, "ns"});
  report.cases.push_back({"weighted over uniform", weighted / uniform, "", std::nullopt, 3});
}

static void bench_memory(const MagRun& run, SubgraphReport& report, const Say& progress) {
  progress("memory");
  for (const std::int64_t part : {4, 1}) {
    const auto memory = memory_of([&] { (void)run.write(formats::SubgraphFeatures::values, run.seeds / part, 1); });
    if (!memory) continue;
    report.cases.push_back({"memory of " + std::to_string(run.seeds / part) + " subgraphs",
                            static_cast<double>(*memory) / megabyte, "MB", std::nullopt, 100});
  }
}

static void bench_threads(const MagRun& run, SubgraphReport& report, const Say& progress) {
  progress("two threads");
  const double one = measure([&] { (void)run.write(formats::SubgraphFeatures::values, run.seeds, 1); }).best;
  const double two = measure([&] { (void)run.write(formats::SubgraphFeatures::values, run.seeds, 2); }).best;
  report.cases.push_back({"two threads over one", one / two, "", 1.7});
}

SubgraphReport bench_subgraphs(const graph::SamplingSpec& spec, const ShareOptions& options, const Say& progress) {
  progress("generating the graph");
  MagRun run{.mag = mag_graph(options.quick ? 64 : 1), .features = {}, .prepared = {}};
  run.features = run.mag.node_features();
  const graph::SamplingPlan plan = check_sampling_spec(spec, &run.mag.schema);
  if (!plan.findings.errors.empty()) throw std::runtime_error(plan.findings.errors[0].message);
  run.prepared = expect(prepare_sampling(run.mag.graph, run.mag.schema, spec, plan, {.seed = 1}), "the spec");
  const auto papers = static_cast<std::int64_t>(run.mag.graph.nodes.back());
  run.seeds = std::min<std::int64_t>(papers / 2, options.quick ? 200 : 8000);
  run.first_seed = papers / 4;
  run.shortest = options.quick ? 0.01 : 1.5;

  SubgraphReport report{.platform = platform(), .cases = {}};
  for (const std::uint64_t count : run.mag.graph.nodes) report.nodes += static_cast<std::int64_t>(count);
  for (const OwnedEdges& edges : run.mag.edges) report.edges += static_cast<std::int64_t>(edges.targets.size());
  bench_stages(run, report, progress);
  bench_gather(run, report, progress);
  bench_checksum(run, report, progress);
  bench_weights(run, report, progress);
  bench_memory(run, report, progress);
  bench_threads(run, report, progress);
  return report;
}

std::string to_json(const SubgraphReport& report) {
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.bench/1");
    json.field("bench", "subgraphs");
    json.field("platform", report.platform);
    json.field("nodes", report.nodes);
    json.field("edges", report.edges);
    json.array("cases", [&] {
      for (const SubgraphCase& entry : report.cases) {
        json.new_line();
        json.object([&] {
          json.field("name", entry.name);
          json.field("value", entry.value);
          json.field("unit", entry.unit);
          if (entry.at_least) json.field("at_least", *entry.at_least);
          if (entry.at_most) json.field("at_most", *entry.at_most);
          if (const auto met = entry.met()) json.field("met", *met);
        });
      }
    });
  });
}

}  // namespace tuplepack::bench
