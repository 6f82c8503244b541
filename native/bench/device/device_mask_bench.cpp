#include "bench/measuring/arena.hpp"
#include "bench/measuring/share_bench.hpp"
#include "bench/packing/packed_data.hpp"
#include "bench/training/mask_cases.hpp"
#include "device_bench.hpp"
#include "tuplepack/cuda/training/mask.hpp"

namespace tuplepack::bench {

namespace {

/// Shared by all cases. The problem has the ids on the host, for the checks.
struct DeviceMaskBench {
  std::span<std::byte> arena;
  double shortest;
  const Say& progress;
  MaskProblem problem;
  std::span<const std::int32_t> ids;
  cuda::Array<cuda::StatusWord> status;
  std::vector<ShareCase> cases{};
};

}  // namespace

/// Measures fill(values, stream), whose result is first checked on the host by check(values).
template <typename T, typename Fill, typename Check>
static void add_case(DeviceMaskBench& bench, const MaskForm& form, const Fill& fill, const Check& check) {
  ShareCase entry = mask_case(bench.problem, form, sizeof(T));
  bench.problem.name = entry.name;
  bench.progress(entry.name);
  const Slots<T> slots(bench.arena, form.values);
  expect(cuda::fill_bytes(std::as_writable_bytes(slots[0]), 0xaa, bench_stream), entry.name);
  expect(fill(slots[0], bench_stream), entry.name);
  const std::vector<T> found = to_host<T>(slots[0]);
  check_status_of(entry.name, bench.status);
  check(std::span<const T>(found));
  Turn turn(slots.size());
  entry.timing = measure_device([&](cuda::Stream stream) { return fill(slots[turn.next()], stream); }, bench.shortest);
  bench.cases.push_back(std::move(entry));
}

template <typename T>
static void add_additive(DeviceMaskBench& bench) {
  const MaskProblem& problem = bench.problem;
  add_case<T>(
      bench, additive_form<T>(problem),
      [&](std::span<T> mask, cuda::Stream stream) {
        return cuda::fill_additive_mask<T>(bench.ids, problem.shape, problem.options, mask, stream);
      },
      [&](std::span<const T> mask) { check_additive_mask<T>(problem, mask); });
}

static void add_boolean(DeviceMaskBench& bench) {
  const MaskProblem& problem = bench.problem;
  add_case<std::uint8_t>(
      bench, boolean_form(problem),
      [&](std::span<std::uint8_t> mask, cuda::Stream stream) {
        return cuda::fill_boolean_mask(bench.ids, problem.shape, problem.options, mask, stream);
      },
      [&](std::span<const std::uint8_t> mask) { check_boolean_mask(problem, mask); });
}

static void add_bits(DeviceMaskBench& bench) {
  const MaskProblem& problem = bench.problem;
  add_case<std::uint32_t>(
      bench, bit_form(problem),
      [&](std::span<std::uint32_t> mask, cuda::Stream stream) {
        return cuda::fill_bit_mask(bench.ids, problem.shape, problem.options, mask, stream);
      },
      [&](std::span<const std::uint32_t> mask) { check_bit_mask(problem, mask); });
}

static void add_ranges(DeviceMaskBench& bench) {
  const MaskProblem& problem = bench.problem;
  const auto workspace =
      allocate_on_device<std::byte>(static_cast<std::size_t>(cuda::mask_ranges_workspace(problem.shape)));
  add_case<std::int32_t>(
      bench, range_form(problem),
      [&](std::span<std::int32_t> ranges, cuda::Stream stream) {
        return cuda::fill_mask_ranges(bench.ids, problem.shape, problem.options, ranges, workspace.values(),
                                      bench.status.values().data(), stream);
      },
      [&](std::span<const std::int32_t> ranges) { check_mask_ranges(problem, ranges); });
}

static void add_block_tables(DeviceMaskBench& bench) {
  const MaskProblem& problem = bench.problem;
  const BlockTableSizes sizes = block_table_sizes(problem.shape, flex_block);
  const auto workspace =
      allocate_on_device<std::byte>(static_cast<std::size_t>(cuda::block_tables_workspace(problem.shape, flex_block)));
  add_case<std::int32_t>(
      bench, block_table_form(problem),
      [&](std::span<std::int32_t> all, cuda::Stream stream) {
        return cuda::fill_block_tables(bench.ids, problem.shape, problem.options, flex_block, sizes.tables_in(all),
                                       workspace.values(), stream);
      },
      [&](std::span<const std::int32_t> all) {
        std::vector<std::int32_t> copied(all.begin(), all.end());
        check_block_tables(problem, flex_block, sizes.tables_in(copied));
      });
}

/// The compact forms are so small that launch latency dominates.
static void set_device_goals(ShareReport& report) {
  for (ShareCase& entry : report.cases) {
    if (entry.name == "additive bf16") entry.goal = 0.9;
    if (entry.name == "bits" || entry.name == "ranges" || entry.name == "block tables") {
      entry.limit = 2 * ceiling_named(report, "launch").timing.best;
      entry.limit_text = "2 empty launches";
    }
  }
}

ShareReport bench_mask_on_device(const ShareOptions& options, const Say& progress) {
  ShareReport report{.bench = "mask", .device = "gpu", .platform = device_text(), .ceilings = {}, .cases = {}};
  const training::PackShape shape{.packs = options.quick ? 2 : 256, .capacity = 512, .segments = 16};
  Random random(1);
  const std::vector<std::int32_t> ids = random_packs(shape, shape.capacity / 2, random);
  const cuda::Array<std::int32_t> device_ids = to_device<std::int32_t>(ids);
  const cuda::Memory arena = device_arena(options);
  const double shortest = shortest_device_time(options);
  report.ceilings = measure_device_ceilings(arena.bytes(), shortest, progress);
  const std::vector<cuda::StatusWord> no_fault(1);
  MaskProblem problem{.name = "", .ids = ids, .shape = shape, .options = {}};
  DeviceMaskBench bench{.arena = arena.bytes(),
                        .shortest = shortest,
                        .progress = progress,
                        .problem = std::move(problem),
                        .ids = device_ids.values(),
                        .status = to_device<cuda::StatusWord>(no_fault)};
  add_additive<float>(bench);
  add_additive<Float16>(bench);
  add_additive<BFloat16>(bench);
  add_boolean(bench);
  for (const bool causal : {false, true}) {
    bench.problem.options.causal = causal;
    if (causal) add_additive<BFloat16>(bench);
    add_bits(bench);
    add_ranges(bench);
    add_block_tables(bench);
  }
  report.cases = std::move(bench.cases);
  set_device_goals(report);
  return report;
}

}  // namespace tuplepack::bench
