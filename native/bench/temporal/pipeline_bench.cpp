// A pass of the TGN-like training step over all batches, sequential and pipelined. Rounds of both alternate, so that
// other load on the machine affects both alike.

#include "pipeline_bench.hpp"

#include "bench/measuring/bench.hpp"
#include "temporal/tgn_pass.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <random>
#include <variant>

namespace tuplepack::bench {

using Clock = std::chrono::steady_clock;

static double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The stages, with the total time of each.
static temporal::PipelineStages timed(const temporal::PipelineStages& stages, double& prepare, double& compute) {
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

PassTimes time_pass(std::int64_t batches, std::int64_t depth, const temporal::PipelineStages& stages,
                    const std::function<void()>& finish) {
  PassTimes times;
  const temporal::PipelineStages with_clock = timed(stages, times.prepare, times.compute);
  const auto start = Clock::now();
  static_cast<void>(expect(run_pipeline(batches, depth, with_clock), "pipeline"));
  if (finish) finish();
  times.whole = seconds_since(start);
  return times;
}

namespace {

/// One round: a sequential pass, and the seconds of passes at depths 1 and 2.
struct Round {
  PassTimes in_turn;
  std::array<double, 2> overlapped{};
};

}  // namespace

static Round measure_round(const std::string& name, const TimedPass& pass, std::vector<float>& scores) {
  Round round{.in_turn = pass(0)};
  const std::vector<float> wanted = scores;
  for (std::size_t i = 0; i < round.overlapped.size(); ++i) {
    std::fill(scores.begin(), scores.end(), 0.0F);
    round.overlapped[i] = pass(static_cast<std::int64_t>(i) + 1).whole;
    if (scores != wanted)
      throw std::runtime_error(name + ": the scores of the pipeline differ from those of a sequential pass");
  }
  return round;
}

std::vector<TemporalCase> measure_passes(const PassGoal& goal, std::int64_t batches, int rounds, const TimedPass& pass,
                                         std::vector<float>& scores) {
  std::vector<Round> all;
  while (static_cast<int>(all.size()) < rounds) all.push_back(measure_round(goal.name, pass, scores));
  const auto timing = [&](const auto& seconds_of) {
    std::vector<double> seconds;
    seconds.reserve(all.size());
    for (const Round& round : all) seconds.push_back(seconds_of(round));
    return timing_of(std::move(seconds));
  };
  std::vector<TemporalCase> cases;
  const auto add = [&](const std::string& what, const auto& seconds_of) -> TemporalCase& {
    return cases.emplace_back(
        TemporalCase{.name = goal.name + ", " + what, .unit = "batch", .items = batches, .timing = timing(seconds_of)});
  };
  add("prepare", [](const Round& round) { return round.in_turn.prepare; });
  add("compute", [](const Round& round) { return round.in_turn.compute; });
  add(goal.in_turn, [](const Round& round) { return round.in_turn.whole; });
  for (std::size_t i = 0; i < Round{}.overlapped.size(); ++i) {
    TemporalCase& entry =
        add("pipeline, depth " + std::to_string(i + 1), [&](const Round& round) { return round.overlapped[i]; });
    entry.ratio = timing([&](const Round& round) {
                    return round.overlapped[i] / std::max(round.in_turn.prepare, round.in_turn.compute);
                  }).median;
    entry.goal_ratio = goal.ratio;
  }
  return cases;
}

NamedEvents first_events(const NamedEvents& list, std::int64_t count) {
  NamedEvents first = list;
  const auto kept = static_cast<std::size_t>(std::min(count, list.events.size()));
  first.events.sources.resize(kept);
  first.events.destinations.resize(kept);
  std::visit([&](auto& times) { times.resize(kept); }, first.events.times);
  if (!first.events.feature_rows.empty()) first.events.feature_rows.resize(kept);
  first.events.nodes = 0;  // as many as its events name, which may be few of the list's
  for (const auto* ends : {&first.events.sources, &first.events.destinations}) {
    for (const auto node : *ends)
      first.events.nodes = std::max<std::int64_t>(first.events.nodes, std::int64_t{node} + 1);
  }
  return first;
}

temporal::Split first_batches(const NamedEvents& list, const ShareOptions& options) {
  constexpr std::int64_t batch_size = 600;
  const std::size_t max_batches = options.quick ? 10 : 100;
  temporal::Split batches = expect(split_fixed(list.events, batch_size), list.name);
  if (batches.losses.size() > max_batches) {
    batches.offsets.resize(max_batches + 1);
    batches.losses.resize(max_batches);
  }
  return batches;
}

void fill_features(std::span<float> features) {
  std::mt19937 random(1);
  for (float& value : features) value = static_cast<float>(random() >> 8) * 0x1p-24F;
}

std::vector<TemporalCase> bench_pipeline(const NamedEvents& all, const ShareOptions& options, const Say& progress) {
  const NamedEvents list = first_events(all, 60'000);  // those of the first batches
  const temporal::Events& events = list.events;
  const temporal::Split batches = first_batches(list, options);
  std::vector<float> features(static_cast<std::size_t>(feature_row_count(events) * bench_edge_features));
  fill_features(features);
  const temporal::Features tables{
      .nodes = {}, .edges = {.bytes = std::as_bytes(std::span(features)), .width = 4 * bench_edge_features}};
  std::vector<TemporalCase> cases;
  for (const std::int64_t memory : {4, 32}) {
    const std::string name = list.name + ", step of width " + std::to_string(memory);
    progress(name);
    const temporal::TgnShape shape{.memory = memory, .edge_features = bench_edge_features};
    temporal::TgnPass pass(expect(temporal::Preparation::make(events, batches, tables, {}), list.name), shape, 2);
    std::vector<float> scores(static_cast<std::size_t>(events.size()));
    const auto run = [&](std::int64_t depth) {
      temporal::TgnState state(shape, events.nodes);
      return time_pass(batches.batches(), depth, pass.stages(state, scores));
    };
    const PassGoal goal{.name = name, .in_turn = "one thread", .ratio = 1.15};
    for (TemporalCase& entry : measure_passes(goal, batches.batches(), options.quick ? 1 : 5, run, scores)) {
      cases.push_back(std::move(entry));
    }
  }
  return cases;
}

}  // namespace tuplepack::bench
