#include "paper_tables.hpp"

#include "bench/measuring/bench.hpp"
#include "pipeline_bench.hpp"
#include "temporal/access_rounds.hpp"
#include "temporal/tgn_pass.hpp"
#include "tuplepack/temporal/split.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tuplepack::bench {

// ---- 3 and 4: access ----

namespace {

struct AccessOfList {
  temporal::MeasuredAccess measured;
  temporal::AccessVolume volume;
};

}  // namespace

/// Of each event: as many as the file has, or as Wikipedia's.
static std::int64_t features_of(const NamedEvents& list) {
  return list.events.features > 0 ? list.events.features : bench_edge_features;
}

/// Rows of nodes in batches of 600 events, with ten recent neighbours and one negative for each event.
static AccessOfList access_of(const NamedEvents& all, const ShareOptions& options) {
  const NamedEvents list = first_events(all, options.quick ? 6'000 : 60'000);
  const temporal::Split batches = expect(split_fixed(list.events, 600), list.name);
  temporal::RequestedRows rows(list.events, batches.offsets, {.negatives = {.per_event = 1}});
  std::vector<float> floats(static_cast<std::size_t>(list.events.nodes * features_of(list)));
  std::iota(floats.begin(), floats.end(), 0.0F);  // makes every page resident
  const std::int64_t width = 4 * features_of(list);
  const temporal::Rows table{.bytes = std::as_bytes(std::span(floats)), .width = width};
  auto measured = expect(measure_access(table, rows, batches.batches(), temporal::UniqueOrder::first), list.name);
  const reports::AccessCounts& counts = measured.counts;
  const auto volume = expect(temporal::access_volume(counts.all_requested(), counts.all_unique(), width), list.name);
  return {.measured = std::move(measured), .volume = volume};
}

static PaperRow access_row(const AccessOfList& access) {
  const reports::AccessTimes& times = access.measured.rounds.median();
  const std::vector<reports::AccessTimes>& rounds = access.measured.rounds.sorted;
  return {static_cast<double>(access.measured.counts.all_requested()),
          static_cast<double>(access.measured.counts.all_unique()),
          static_cast<double>(access.volume.requested_bytes),
          static_cast<double>(access.volume.unique_bytes),
          times.baseline,
          times.three_steps(),
          speed_up(times),
          break_even(times, access.volume),
          break_even(rounds.back(), access.volume),
          break_even(rounds.front(), access.volume)};
}

static PaperRow step_row(const AccessOfList& access) {
  const reports::AccessTimes& times = access.measured.rounds.median();
  return {times.unique, times.gather, times.reconstruct, times.baseline, times.baseline / times.gather};
}

// ---- 5 and 6: passes ----

namespace {

/// What the passes over the first events of a list have in common.
struct PassBench {
  NamedEvents list;
  int rounds;
  temporal::TgnShape shape;
  std::vector<float> features{};
  std::vector<float> scores{};

  PassBench(const NamedEvents& all, const ShareOptions& options)
      : list(first_events(all, options.quick ? 2'400 : 12'000)),
        rounds(options.quick ? 1 : 3),
        shape{.memory = 32, .edge_features = features_of(list)},
        features(static_cast<std::size_t>(feature_row_count(list.events) * shape.edge_features)),
        scores(static_cast<std::size_t>(list.events.size())) {
    fill_features(features);
  }

  /// batches  must outlive the result
  [[nodiscard]] temporal::TgnPass pass_over(const temporal::Split& batches) const {
    const temporal::Features tables{
        .nodes = {}, .edges = {.bytes = std::as_bytes(std::span(features)), .width = 4 * shape.edge_features}};
    return {expect(temporal::Preparation::make(list.events, batches, tables, {}), list.name), shape, 1};
  }

  [[nodiscard]] PassTimes run(temporal::TgnPass& pass, const temporal::Split& batches, std::int64_t depth) {
    temporal::TgnState state(shape, list.events.nodes);
    return time_pass(batches.batches(), depth, pass.stages(state, scores));
  }
};

}  // namespace

template <typename Seconds>
static double median_of(const std::vector<std::array<PassTimes, 2>>& rounds, const Seconds& seconds_of) {
  std::vector<double> seconds;
  seconds.reserve(rounds.size());
  for (const auto& round : rounds) seconds.push_back(seconds_of(round));
  return timing_of(std::move(seconds)).median;
}

/// In turn, and with the next batch prepared meanwhile.
static PaperRow pipeline_row(PassBench& bench) {
  const temporal::Split batches = expect(split_fixed(bench.list.events, 600), bench.list.name);
  temporal::TgnPass pass = bench.pass_over(batches);
  std::vector<std::array<PassTimes, 2>> rounds;
  while (static_cast<int>(rounds.size()) < bench.rounds) {
    const PassTimes in_turn = bench.run(pass, batches, 0);
    rounds.push_back({in_turn, bench.run(pass, batches, 1)});
  }
  const auto slower = [](const auto& round) { return std::max(round[0].prepare, round[0].compute); };
  return {static_cast<double>(batches.batches()),
          median_of(rounds, [](const auto& round) { return round[0].prepare; }),
          median_of(rounds, [](const auto& round) { return round[0].compute; }),
          median_of(rounds, [](const auto& round) { return round[0].whole; }),
          median_of(rounds, [](const auto& round) { return round[1].whole; }),
          median_of(rounds, [](const auto& round) { return round[0].whole / round[1].whole; }),
          median_of(rounds, [&](const auto& round) { return round[1].whole / slower(round); })};
}

/// Of 200 events, and within the largest loss of those.
static PaperRow batching_row(PassBench& bench) {
  const temporal::Split fixed = expect(split_fixed(bench.list.events, 200), bench.list.name);
  const temporal::Split bounded = expect(split(bench.list.events, fixed.largest_loss()), bench.list.name);
  temporal::TgnPass by_size = bench.pass_over(fixed), by_loss = bench.pass_over(bounded);
  std::vector<std::array<PassTimes, 2>> rounds;
  while (static_cast<int>(rounds.size()) < bench.rounds) {
    const PassTimes of_fixed = bench.run(by_size, fixed, 1);
    rounds.push_back({of_fixed, bench.run(by_loss, bounded, 1)});
  }
  return {static_cast<double>(fixed.batches()),
          static_cast<double>(bounded.batches()),
          static_cast<double>(fixed.largest_loss()),
          static_cast<double>(bounded.largest_loss()),
          median_of(rounds, [](const auto& round) { return round[0].whole; }),
          median_of(rounds, [](const auto& round) { return round[1].whole; }),
          median_of(rounds, [](const auto& round) { return round[0].whole / round[1].whole; })};
}

// ---- all ----

static std::vector<PaperTable> empty_tables() {
  using Unit = PaperColumn::Unit;
  return {{.number = 3,
           .title = "rows of features, each requested one and by the three steps",
           .columns = {{"requested", "requested", Unit::count},
                       {"unique", "unique", Unit::count},
                       {"requested_bytes", "MB", Unit::megabytes},
                       {"unique_bytes", "MB in steps", Unit::megabytes},
                       {"baseline_seconds", "every row ms", Unit::milliseconds},
                       {"three_step_seconds", "steps ms", Unit::milliseconds},
                       {"speedup", "speed-up", Unit::ratio},
                       {"break_even", "break-even GB/s", Unit::gigabytes_per_second},
                       {"break_even_least", "least", Unit::gigabytes_per_second},
                       {"break_even_most", "most", Unit::gigabytes_per_second}}},
          {.number = 4,
           .title = "each step alone",
           .columns = {{"unique_seconds", "I unique ms", Unit::milliseconds},
                       {"gather_seconds", "II gather ms", Unit::milliseconds},
                       {"reconstruct_seconds", "III reconstruct ms", Unit::milliseconds},
                       {"baseline_seconds", "every row ms", Unit::milliseconds},
                       {"gather_speedup", "every row / II", Unit::ratio}}},
          {.number = 5,
           .title = "passes with and without the pipeline, batches of 600",
           .columns = {{"batches", "batches", Unit::count},
                       {"prepare_seconds", "prepare ms", Unit::milliseconds},
                       {"compute_seconds", "compute ms", Unit::milliseconds},
                       {"in_turn_seconds", "in turn ms", Unit::milliseconds},
                       {"pipeline_seconds", "pipeline ms", Unit::milliseconds},
                       {"speedup", "speed-up", Unit::ratio},
                       {"ratio", "vs slower", Unit::ratio}}},
          {.number = 6,
           .title = "passes over batches of 200, and of bounded loss",
           .columns = {{"fixed_batches", "fixed", Unit::count},
                       {"batches", "bounded", Unit::count},
                       {"fixed_max_loss", "loss up to", Unit::count},
                       {"max_loss", "bounded up to", Unit::count},
                       {"fixed_seconds", "fixed ms", Unit::milliseconds},
                       {"seconds", "bounded ms", Unit::milliseconds},
                       {"speedup", "speed-up", Unit::ratio}}}};
}

std::vector<PaperTable> measure_paper_tables(std::span<const NamedEvents> lists, const ShareOptions& options,
                                             const Say& progress) {
  std::vector<PaperTable> tables = empty_tables();
  for (const NamedEvents& list : lists) {
    progress(list.name + ", tables of the paper");
    const AccessOfList access = access_of(list, options);
    tables[0].rows.emplace_back(list.name, access_row(access));
    tables[1].rows.emplace_back(list.name, step_row(access));
    PassBench passes(list, options);
    tables[2].rows.emplace_back(list.name, pipeline_row(passes));
    tables[3].rows.emplace_back(list.name, batching_row(passes));
  }
  return tables;
}

}  // namespace tuplepack::bench
