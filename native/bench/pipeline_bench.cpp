// A pass of the stand-in training step over all batches, in turn and in a pipeline. Rounds of both alternate, so that
// what else the machine does falls on both.

#include "bench.hpp"
#include "temporal/tgn_pass.hpp"
#include "temporal_bench.hpp"
#include "tuplepack/temporal/split.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <random>

namespace tuplepack::bench {

using Clock = std::chrono::steady_clock;

static double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The stages, with the time that each takes added up.
static PipelineStages timed(const PipelineStages& stages, double& prepare, double& compute) {
  const auto add_to = [](double& total, const auto& stage) {
    return [&total, stage](std::int64_t batch, std::size_t slot) {
      const auto start = Clock::now();
      Result<void> done = stage(batch, slot);
      total += seconds_since(start);
      return done;
    };
  };
  return {.prepare = add_to(prepare, stages.prepare), .compute = add_to(compute, stages.compute)};
}

struct PipelineBench {
  const Split& batches;
  const TgnShape& shape;
  TgnPass& pass;
  std::int64_t nodes;
  std::vector<float> scores;

  /// Seconds of a whole pass; fills the scores.
  double run(std::int64_t depth, double& prepare, double& compute) {
    TgnState state(shape, nodes);
    const PipelineStages stages = timed(pass.stages(state, scores), prepare, compute);
    const auto start = Clock::now();
    static_cast<void>(expect(run_pipeline(batches.batches(), depth, stages), "pipeline"));
    return seconds_since(start);
  }
};

/// One round: seconds of each kind of run.
struct Round {
  double prepare = 0, compute = 0, serial = 0;
  std::array<double, 2> overlapped{};  ///< at depth 1, 2
};

static Round measure_round(PipelineBench& bench, const std::string& name) {
  Round round;
  round.serial = bench.run(0, round.prepare, round.compute);
  const std::vector<float> wanted = bench.scores;
  for (std::size_t i = 0; i < round.overlapped.size(); ++i) {
    std::fill(bench.scores.begin(), bench.scores.end(), 0.0F);
    double prepare = 0, compute = 0;
    round.overlapped[i] = bench.run(static_cast<std::int64_t>(i) + 1, prepare, compute);
    if (bench.scores != wanted) throw std::runtime_error(name + ": the pipeline's scores differ");
  }
  return round;
}

static std::vector<TemporalCase> measure_passes(PipelineBench& bench, const std::string& name, int rounds) {
  std::vector<Round> all;
  while (static_cast<int>(all.size()) < rounds) all.push_back(measure_round(bench, name));
  const auto timing = [&](const auto& seconds_of) {
    std::vector<double> seconds;
    seconds.reserve(all.size());
    for (const Round& round : all) seconds.push_back(seconds_of(round));
    return timing_of(std::move(seconds));
  };
  std::vector<TemporalCase> cases;
  const auto add = [&](const std::string& what, const auto& seconds_of) -> TemporalCase& {
    return cases.emplace_back(TemporalCase{
        .name = name + ", " + what, .unit = "batch", .items = bench.batches.batches(), .timing = timing(seconds_of)});
  };
  add("prepare", [](const Round& round) { return round.prepare; });
  add("compute", [](const Round& round) { return round.compute; });
  add("one thread", [](const Round& round) { return round.serial; });
  for (std::size_t i = 0; i < Round{}.overlapped.size(); ++i) {
    TemporalCase& entry =
        add("pipeline, depth " + std::to_string(i + 1), [&](const Round& round) { return round.overlapped[i]; });
    entry.ratio =
        timing([&](const Round& round) { return round.overlapped[i] / std::max(round.prepare, round.compute); }).median;
    entry.goal_ratio = 1.15;
  }
  return cases;
}

std::vector<TemporalCase> bench_pipeline(const NamedEvents& list, const ShareOptions& options, const Say& progress) {
  constexpr std::int64_t edge_features = 172, batch_size = 600;
  const std::size_t most_batches = options.quick ? 10 : 100;
  const Events& events = list.events;
  Split batches = expect(split_fixed(events, batch_size), list.name);
  if (batches.losses.size() > most_batches) {
    batches.offsets.resize(most_batches + 1);
    batches.losses.resize(most_batches);
  }
  std::mt19937 random(1);
  std::vector<float> features(static_cast<std::size_t>(events.size() * edge_features));
  for (float& value : features) value = static_cast<float>(random() >> 8) * 0x1p-24F;
  const Features tables{.nodes = {},
                        .edges = {.bytes = std::as_bytes(std::span(features)), .width = 4 * edge_features}};
  std::vector<TemporalCase> cases;
  for (const std::int64_t memory : {4, 32}) {
    const std::string name = list.name + ", step of width " + std::to_string(memory);
    progress(name);
    const TgnShape shape{.memory = memory, .edge_features = edge_features};
    TgnPass pass(expect(Preparation::make(events, batches, tables, {}), list.name), shape, 2);
    PipelineBench bench{.batches = batches,
                        .shape = shape,
                        .pass = pass,
                        .nodes = events.nodes,
                        .scores = std::vector<float>(static_cast<std::size_t>(events.size()))};
    for (TemporalCase& entry : measure_passes(bench, name, options.quick ? 1 : 5)) cases.push_back(std::move(entry));
  }
  return cases;
}

}  // namespace tuplepack::bench
