#include "bench/measuring/arena.hpp"
#include "bench/measuring/share_bench.hpp"
#include "bench/packing/packed_data.hpp"
#include "bench/training/loss_cases.hpp"
#include "device_bench.hpp"
#include "tuplepack/cuda/training/loss.hpp"

#include <algorithm>

namespace tuplepack::bench {

namespace {

/// Shared by all cases.
struct DeviceLossBench {
  std::span<std::byte> arena;
  double shortest;
  const Say& progress;
  cuda::Array<cuda::StatusWord> status;
  Random random{2};
  std::vector<ShareCase> cases{};

  /// Half of the arena, for cases that have two large arrays.
  [[nodiscard]] std::span<std::byte> half(std::size_t which) const {
    return arena.subspan(which * (arena.size() / 2), arena.size() / 2);
  }
  [[nodiscard]] cuda::StatusWord* status_word() const { return status.values().data(); }
  void add(ShareCase entry, const Queue& work, const Queue& prepare = {}) {
    entry.timing = measure_device(work, shortest, prepare);
    check_status_of(entry.name, status);
    cases.push_back(std::move(entry));
  }
};

}  // namespace

/// Copies the same values to every slot.
template <typename T>
static void copy_to_device_slots(std::span<const T> values, const Slots<T>& slots) {
  for (std::size_t i = 0; i < slots.size(); ++i) copy_values(values, slots[i]);
}

static cuda::Array<std::byte> workspace_of(std::int64_t bytes) {
  return allocate_on_device<std::byte>(static_cast<std::size_t>(bytes));
}

static void bench_token_weights(DeviceLossBench& bench, training::PackShape shape, std::span<const std::int32_t> ids) {
  const ShareCase entry = token_weights_case(shape);
  bench.progress(entry.name);
  const Slots<std::int32_t> inputs(bench.half(0), ids.size());
  const Slots<float> weights(bench.half(1), ids.size());
  copy_to_device_slots(ids, inputs);
  const auto workspace = workspace_of(cuda::token_weights_workspace(shape));
  const auto fill = [&](std::size_t i, cuda::Stream stream) {
    return cuda::fill_token_weights(inputs[i], shape, {}, weights[i], workspace.values(), bench.status_word(), stream);
  };
  expect(fill(0, bench_stream), entry.name);
  check_token_weights(entry.name, ids, shape, to_host<float>(weights[0]));
  Turn turn(inputs.size());
  bench.add(entry, [&](cuda::Stream stream) { return fill(turn.next(), stream); });
}

static void bench_unpack(DeviceLossBench& bench, training::PackShape shape, std::span<const std::int32_t> ids) {
  ShareCase entry = unpack_case(shape);
  entry.goal = 0.75;
  bench.progress(entry.name);
  const Slots<std::int32_t> inputs(bench.half(0), ids.size());
  const Slots<float> losses(bench.half(1), ids.size());
  std::vector<float> host_losses(ids.size());
  fill_random(host_losses, bench.random);
  copy_to_device_slots(ids, inputs);
  copy_to_device_slots<float>(host_losses, losses);
  const auto of_sequences = allocate_on_device<float>(static_cast<std::size_t>(shape.packs * shape.segments));
  const auto loss = allocate_on_device<training::PackedLoss>(1);
  const auto workspace = workspace_of(cuda::unpack_loss_workspace(shape));
  const auto unpack = [&](std::size_t i, cuda::Stream stream) {
    return cuda::unpack_loss(losses[i], {}, inputs[i], shape, {}, {.losses = of_sequences.values()},
                             loss.values().data(), workspace.values(), bench.status_word(), stream);
  };
  expect(unpack(0, bench_stream), entry.name);
  check_unpacked(entry.name, host_losses, ids, shape, to_host<training::PackedLoss>(loss.values()).front(),
                 to_host<float>(of_sequences.values()));
  Turn turn(inputs.size());
  bench.add(entry, [&](cuda::Stream stream) { return unpack(turn.next(), stream); });
}

namespace {

/// Rows of bfloat16 logits in all slots, with their labels, weights and results. The first rows are on the host too.
struct DeviceRows {
  std::int64_t count;
  Slots<BFloat16> logits;
  std::vector<BFloat16> first;
  std::vector<std::int32_t> host_labels;
  std::vector<float> host_weights;
  cuda::Array<std::int32_t> labels;
  cuda::Array<float> weights, losses;
  cuda::Array<std::uint8_t> correct;

  template <typename T>
  [[nodiscard]] training::LogitRows<T> in(std::size_t slot) const {
    return {.data = logits[slot].data(), .rows = count, .vocabulary = bert_vocabulary, .stride = bert_vocabulary};
  }
  void check(const std::string& name, std::span<const BFloat16> gradient) const {
    check_rows<BFloat16>(name, first, gradient, std::span(host_labels).first(checked_rows), host_weights,
                         to_host<float>(losses.values()));
  }
};

}  // namespace

/// The same rows 32 times, in three slots: two to work on, and one to restore them from.
static DeviceRows make_rows(DeviceLossBench& bench, std::size_t count) {
  const std::size_t values = count * static_cast<std::size_t>(bert_vocabulary);
  std::vector<BFloat16> some(values / 32);
  fill_logits<BFloat16>(some, bench.random);
  const Slots<BFloat16> slots(bench.arena, values);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t part = 0; part < 32; ++part) {
      copy_values<BFloat16>(some, slots[i].subspan(part * some.size(), some.size()));
    }
  }
  const std::vector<std::int32_t> labels = random_labels(count, bert_vocabulary, bench.random);
  const std::vector<float> weights(count, 1.0F / static_cast<float>(count));
  some.resize(checked_rows * static_cast<std::size_t>(bert_vocabulary));
  return {.count = static_cast<std::int64_t>(count),
          .logits = slots,
          .first = std::move(some),
          .host_labels = labels,
          .host_weights = weights,
          .labels = to_device<std::int32_t>(labels),
          .weights = to_device<float>(weights),
          .losses = allocate_on_device<float>(count),
          .correct = allocate_on_device<std::uint8_t>(count)};
}

static void bench_forward(DeviceLossBench& bench, const DeviceRows& rows) {
  ShareCase entry = forward_case<BFloat16>(rows.count);
  entry.goal = 0.85;
  bench.progress(entry.name);
  const auto forward = [&](std::size_t slot, cuda::Stream stream) {
    return cuda::fill_token_losses<BFloat16>(rows.in<const BFloat16>(slot), rows.labels.values(), {},
                                             rows.losses.values(), rows.correct.values(), bench.status_word(), stream);
  };
  expect(forward(0, bench_stream), entry.name);
  rows.check(entry.name, {});
  Turn turn(2);
  bench.add(entry, [&](cuda::Stream stream) { return forward(turn.next(), stream); });
}

/// The logits are restored before every run.
static void bench_gradient(DeviceLossBench& bench, const DeviceRows& rows) {
  ShareCase entry = gradient_case<BFloat16>(rows.count);
  entry.goal = 0.85;
  bench.progress(entry.name);
  const auto replace = [&](std::size_t slot, cuda::Stream stream) {
    return cuda::replace_logits_by_gradient<BFloat16>(rows.in<BFloat16>(slot), rows.labels.values(), {},
                                                      rows.weights.values(), rows.losses.values(),
                                                      rows.correct.values(), bench.status_word(), stream);
  };
  expect(replace(0, bench_stream), entry.name);
  rows.check(entry.name, to_host<BFloat16>(rows.logits[0].first(rows.first.size())));
  std::size_t used = 0;
  Turn turn(2);
  bench.add(
      entry, [&](cuda::Stream stream) { return replace(used = turn.next(), stream); },
      [&](cuda::Stream stream) {
        return cuda::copy(std::as_bytes(rows.logits[2]), std::as_writable_bytes(rows.logits[used]), stream);
      });
}

static void bench_next_sentence(DeviceLossBench& bench, std::int64_t packs) {
  const training::PackShape shape{.packs = packs, .capacity = 1, .segments = 16};
  const auto count = static_cast<std::size_t>(shape.packs * shape.segments);
  const ShareCase entry = next_sentence_case(shape);
  bench.progress(entry.name);
  const Slots<float> logits(bench.half(0), 2 * count);
  const Slots<std::int32_t> labels(bench.half(1), count);
  std::vector<float> host_logits(2 * count);
  fill_logits<float>(host_logits, bench.random);
  const std::vector<std::int32_t> host_labels = random_labels(count, 2, bench.random);
  copy_to_device_slots<float>(host_logits, logits);
  copy_to_device_slots<std::int32_t>(host_labels, labels);
  const auto loss = allocate_on_device<training::PackedLoss>(1);
  const auto workspace = workspace_of(cuda::next_sentence_loss_workspace(shape));
  const auto run = [&](std::size_t i, cuda::Stream stream) {
    return cuda::next_sentence_loss<float>(logits[i], labels[i], shape, {}, loss.values().data(), workspace.values(),
                                           bench.status_word(), stream);
  };
  expect(run(0, bench_stream), entry.name);
  check_next_sentence(entry.name, host_logits, host_labels, to_host<training::PackedLoss>(loss.values()).front());
  Turn turn(std::min(logits.size(), labels.size()));
  bench.add(entry, [&](cuda::Stream stream) { return run(turn.next(), stream); });
}

ShareReport bench_loss_on_device(const ShareOptions& options, const Say& progress) {
  ShareReport report{.bench = "loss", .device = "gpu", .platform = device_text(), .ceilings = {}, .cases = {}};
  const cuda::Memory arena = device_arena(options);
  const double shortest = shortest_device_time(options);
  report.ceilings = measure_device_ceilings(arena.bytes(), shortest, progress);
  const std::vector<cuda::StatusWord> no_fault(1);
  DeviceLossBench bench{.arena = arena.bytes(),
                        .shortest = shortest,
                        .progress = progress,
                        .status = to_device<cuda::StatusWord>(no_fault)};
  const training::PackShape shape{.packs = options.quick ? 64 : 65'536, .capacity = 512, .segments = 16};
  const std::vector<std::int32_t> ids = random_packs(shape, shape.capacity / 8, bench.random);
  bench_token_weights(bench, shape, ids);
  bench_unpack(bench, shape, ids);
  const DeviceRows rows = make_rows(bench, options.quick ? 1'024 : 19'968);
  bench_forward(bench, rows);
  bench_gradient(bench, rows);
  bench_next_sentence(bench, options.quick ? 1'024 : 65'536);
  report.cases = std::move(bench.cases);
  return report;
}

}  // namespace tuplepack::bench
