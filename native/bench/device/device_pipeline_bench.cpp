// A pass of the TGN-like training step on the device, sequential and pipelined.
#include "bench/temporal/temporal_bench.hpp"

#include "bench/measuring/bench.hpp"
#include "bench/temporal/pipeline_bench.hpp"
#include "cuda/temporal/tgn_pass.hpp"
#include "device_bench.hpp"

namespace tuplepack::bench {

namespace {

/// Shared by all cases.
struct DevicePipelineBench {
  const NamedEvents& list;
  const temporal::Split& batches;
  temporal::Features tables;
  int rounds;

  [[nodiscard]] std::vector<TemporalCase> run(const std::string& name, std::int64_t memory, cuda::RowPath path) const {
    const temporal::TgnShape shape{.memory = memory, .edge_features = bench_edge_features};
    const auto pass = expect(
        cuda::TgnPass::create(expect(temporal::Preparation::make(list.events, batches, {}, {.threads = 0}), name),
                              tables, shape, {.slots = 3, .path = path}),
        name);
    const auto device_scores = allocate_on_device<float>(static_cast<std::size_t>(batches.offsets.back()));
    std::vector<float> scores;
    const auto timed_pass = [&](std::int64_t depth) {
      const auto state = expect(cuda::TgnRows::zeros(shape, list.events.nodes), name);
      expect(cuda::fill_bytes(std::as_writable_bytes(device_scores.values()), 0xff, bench_stream), name);
      expect(cuda::synchronize(bench_stream), name);
      const temporal::PipelineStages stages = pass->stages(state, device_scores.values());
      // Synchronous at depth 0, so that the time of a stage includes the work that it queued.
      const PassTimes times =
          time_pass(batches.batches(), depth, depth == 0 ? synchronous(stages, [&] { return pass->wait(); }) : stages,
                    [&] { expect(pass->wait(), name); });
      expect(pass->finish(), name);
      scores = to_host<float>(device_scores.values());
      return times;
    };
    static_cast<void>(timed_pass(0));  // kernels are loaded lazily
    return measure_passes({.name = name, .in_turn = "in turn", .ratio = 1.10}, batches.batches(), rounds, timed_pass,
                          scores);
  }
};

}  // namespace

TemporalReport bench_temporal_on_device(const NamedEvents& list, const ShareOptions& options, const Say& progress) {
  TemporalReport report{.device = "gpu", .platform = device_text(), .cases = {}};
  const temporal::Split batches = first_batches(list, options);
  const auto features = expect(
      cuda::Array<float>::allocate(list.events.size() * bench_edge_features, cuda::Place::pinned), "pinned memory");
  fill_features(features.values());
  const DevicePipelineBench bench{
      .list = list,
      .batches = batches,
      .tables = {.nodes = {}, .edges = {.bytes = std::as_bytes(features.values()), .width = 4 * bench_edge_features}},
      .rounds = options.quick ? 1 : 3};
  for (const std::int64_t memory : {32, 256}) {
    for (const auto path : {cuda::RowPath::ring, cuda::RowPath::zero_copy}) {
      const std::string name =
          list.name + ", width " + std::to_string(memory) + (path == cuda::RowPath::ring ? ", ring" : ", zero-copy");
      progress(name);
      for (TemporalCase& entry : bench.run(name, memory, path)) report.cases.push_back(std::move(entry));
    }
  }
  return report;
}

}  // namespace tuplepack::bench
