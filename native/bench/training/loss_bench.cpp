#include "bench/measuring/bench.hpp"
#include "bench/measuring/ceilings.hpp"
#include "bench/measuring/share_bench.hpp"
#include "bench/packing/packed_data.hpp"
#include "loss_cases.hpp"

#include <algorithm>
#include <cstring>

namespace tuplepack::bench {

namespace {

/// Shared by all cases.
struct LossBench {
  Arena& arena;
  double shortest;
  const Say& progress;
  Random random{2};
  std::vector<ShareCase> cases{};

  /// Half of the arena, for cases that have two large arrays.
  [[nodiscard]] std::span<std::byte> half(std::size_t which) const {
    const std::size_t size = arena.bytes().size() / 2;
    return arena.bytes().subspan(which * size, size);
  }
  void add(ShareCase entry, const std::function<void()>& work, const std::function<void()>& prepare = {}) {
    entry.timing = measure_processor(work, shortest, prepare);
    cases.push_back(std::move(entry));
  }
};

}  // namespace

template <typename T>
static void repeat_first(const Slots<T>& slots) {
  for (std::size_t i = 1; i < slots.size(); ++i) std::memcpy(slots[i].data(), slots[0].data(), slots[0].size_bytes());
}

template <typename T>
static void copy_to_all(std::span<const T> values, const Slots<T>& slots) {
  std::copy(values.begin(), values.end(), slots[0].begin());
  repeat_first(slots);
}

static void bench_token_weights(LossBench& bench, training::PackShape shape, std::span<const std::int32_t> ids) {
  ShareCase entry = token_weights_case(shape);
  entry.goal = 0.6;
  bench.progress(entry.name);
  const Slots<std::int32_t> inputs(bench.half(0), ids.size());
  const Slots<float> weights(bench.half(1), ids.size());
  copy_to_all(ids, inputs);
  fill_token_weights(inputs[0], shape, {}, weights[0]);
  check_token_weights(entry.name, ids, shape, weights[0]);
  Turn turn(inputs.size());
  bench.add(entry, [&] {
    const std::size_t i = turn.next();
    fill_token_weights(inputs[i], shape, {}, weights[i]);
  });
}

static void bench_unpack(LossBench& bench, training::PackShape shape, std::span<const std::int32_t> ids) {
  ShareCase entry = unpack_case(shape);
  entry.goal = 0.68;
  bench.progress(entry.name);
  const Slots<std::int32_t> inputs(bench.half(0), ids.size());
  const Slots<float> losses(bench.half(1), ids.size());
  copy_to_all(ids, inputs);
  fill_random(losses[0], bench.random);
  repeat_first(losses);
  std::vector<float> of_sequences(static_cast<std::size_t>(shape.packs * shape.segments), -1.0F);
  training::PackedLoss loss;
  const auto unpack = [&](std::size_t i) {
    loss = unpack_loss(losses[i], {}, inputs[i], shape, {}, {.losses = of_sequences});
  };
  unpack(0);
  check_unpacked(entry.name, losses[0], ids, shape, loss, of_sequences);
  Turn turn(inputs.size());
  bench.add(entry, [&] { unpack(turn.next()); });
}

namespace {

/// Rows of logits in all slots, with their labels, weights and results.
template <typename T>
struct LogitSlots {
  std::int64_t count;
  Slots<T> logits;
  std::vector<std::int32_t> labels;
  std::vector<float> weights, losses;
  std::vector<std::uint8_t> correct;
  std::vector<T> first;  ///< the logits of the rows that are checked

  [[nodiscard]] training::LogitRows<T> in(std::size_t slot) const {
    return {.data = logits[slot].data(), .rows = count, .vocabulary = bert_vocabulary, .stride = bert_vocabulary};
  }
  [[nodiscard]] training::LogitRows<const T> read_in(std::size_t slot) const {
    return {.data = logits[slot].data(), .rows = count, .vocabulary = bert_vocabulary, .stride = bert_vocabulary};
  }
  void check(const std::string& name, std::span<const T> gradient) const {
    check_rows<T>(name, first, gradient, std::span(labels).first(checked_rows), weights, losses);
  }
};

}  // namespace

/// A slot is a quarter of the arena.
template <typename T>
static LogitSlots<T> make_rows(LossBench& bench) {
  const std::span<std::byte> memory = bench.arena.bytes();
  const std::size_t count = (memory.size() / 4 - 64) / (static_cast<std::size_t>(bert_vocabulary) * sizeof(T));
  LogitSlots<T> rows{.count = static_cast<std::int64_t>(count),
                     .logits = Slots<T>(memory, count * static_cast<std::size_t>(bert_vocabulary)),
                     .labels = random_labels(count, bert_vocabulary, bench.random),
                     .weights = std::vector<float>(count, 1.0F / static_cast<float>(count)),
                     .losses = std::vector<float>(count),
                     .correct = std::vector<std::uint8_t>(count),
                     .first = {}};
  fill_logits(rows.logits[0], bench.random);
  repeat_first(rows.logits);
  const auto checked = rows.logits[0].first(checked_rows * static_cast<std::size_t>(bert_vocabulary));
  rows.first.assign(checked.begin(), checked.end());
  return rows;
}

template <typename T>
static void bench_forward(LossBench& bench, double goal) {
  LogitSlots<T> rows = make_rows<T>(bench);
  ShareCase entry = forward_case<T>(rows.count);
  entry.goal = goal;
  bench.progress(entry.name);
  const auto forward = [&](std::size_t slot) {
    expect(fill_token_losses<T>(rows.read_in(slot), rows.labels, {}, rows.losses, rows.correct), entry.name);
  };
  forward(0);
  rows.check(entry.name, {});
  Turn turn(rows.logits.size());
  bench.add(entry, [&] { forward(turn.next()); });
}

/// The logits of the slot that was used are restored before the next run.
template <typename T>
static void bench_gradient(LossBench& bench, double goal) {
  LogitSlots<T> rows = make_rows<T>(bench);
  const std::vector<T> logits(rows.logits[0].begin(), rows.logits[0].end());
  ShareCase entry = gradient_case<T>(rows.count);
  entry.goal = goal;
  bench.progress(entry.name);
  const auto replace = [&](std::size_t slot) {
    expect(replace_logits_by_gradient<T>(rows.in(slot), rows.labels, {}, rows.weights, rows.losses, rows.correct),
           entry.name);
  };
  std::size_t used = 0;
  const auto restore = [&] { std::memcpy(rows.logits[used].data(), logits.data(), rows.logits[used].size_bytes()); };
  replace(used);
  rows.check(entry.name, rows.logits[0].first(rows.first.size()));
  Turn turn(rows.logits.size());
  const auto next = [&] {
    used = turn.next();
    replace(used);
  };
  bench.add(entry, next, restore);
}

static void bench_next_sentence(LossBench& bench, std::int64_t packs) {
  const training::PackShape shape{.packs = packs, .capacity = 1, .segments = 16};
  const auto count = static_cast<std::size_t>(shape.packs * shape.segments);
  ShareCase entry = next_sentence_case(shape);
  entry.goal = 0.3;
  bench.progress(entry.name);
  const Slots<float> logits(bench.half(0), 2 * count);
  const Slots<std::int32_t> labels(bench.half(1), count);
  fill_logits(logits[0], bench.random);
  repeat_first(logits);
  copy_to_all<std::int32_t>(random_labels(count, 2, bench.random), labels);
  training::PackedLoss loss;
  const auto run = [&](std::size_t i) {
    loss = expect(next_sentence_loss<float>(logits[i], labels[i], shape, {}), entry.name);
  };
  run(0);
  check_next_sentence(entry.name, logits[0], labels[0], loss);
  Turn turn(std::min(logits.size(), labels.size()));
  bench.add(entry, [&] { run(turn.next()); });
}

ShareReport bench_loss(const ShareOptions& options, const Say& progress) {
  Arena arena(arena_bytes(options));
  ShareReport report{.bench = "loss", .device = "cpu", .platform = platform(), .ceilings = {}, .cases = {}};
  report.ceilings = measure_ceilings(arena, shortest_time(options), progress);
  LossBench bench{.arena = arena, .shortest = shortest_time(options), .progress = progress};
  const training::PackShape shape{.packs = options.quick ? 64 : 4'096, .capacity = 512, .segments = 16};
  const std::vector<std::int32_t> ids = random_packs(shape, shape.capacity / 8, bench.random);
  bench_token_weights(bench, shape, ids);
  bench_unpack(bench, shape, ids);
  bench_forward<float>(bench, 0.5);
  bench_forward<BFloat16>(bench, 0.25);
  bench_gradient<float>(bench, 0.85);
  bench_gradient<BFloat16>(bench, 0.43);
  bench_next_sentence(bench, options.quick ? 1'024 : 65'536);
  report.cases = std::move(bench.cases);
  return report;
}

}  // namespace tuplepack::bench
