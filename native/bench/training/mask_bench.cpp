#include "bench/measuring/bench.hpp"
#include "bench/measuring/ceilings.hpp"
#include "bench/measuring/share_bench.hpp"
#include "bench/packing/packed_data.hpp"
#include "mask_cases.hpp"

#include <algorithm>

namespace tuplepack::bench {

namespace {

/// Shared by all cases.
struct MaskBench {
  Arena& arena;
  double shortest;
  const Say& progress;
  MaskProblem problem;
  std::vector<ShareCase> cases{};
};

}  // namespace

/// Measures fill(values), whose result is first checked by check(values).
template <typename T, typename Fill, typename Check>
static void add_case(MaskBench& bench, const MaskForm& form, const Fill& fill, const Check& check) {
  ShareCase entry = mask_case(bench.problem, form, sizeof(T));
  bench.problem.name = entry.name;
  bench.progress(entry.name);
  const Slots<T> slots(bench.arena.bytes(), form.values);
  const std::span<std::byte> poisoned = std::as_writable_bytes(slots[0]);
  std::fill(poisoned.begin(), poisoned.end(), std::byte{0xaa});
  fill(slots[0]);
  check(slots[0]);
  Turn turn(slots.size());
  entry.timing = measure_processor([&] { fill(slots[turn.next()]); }, bench.shortest);
  bench.cases.push_back(std::move(entry));
}

template <typename T>
static void add_additive(MaskBench& bench) {
  const MaskProblem& problem = bench.problem;
  add_case<T>(
      bench, additive_form<T>(problem),
      [&](std::span<T> mask) { fill_additive_mask<T>(problem.ids, problem.shape, problem.options, mask); },
      [&](std::span<T> mask) { check_additive_mask<T>(problem, mask); });
}

static void add_boolean(MaskBench& bench) {
  const MaskProblem& problem = bench.problem;
  add_case<std::uint8_t>(
      bench, boolean_form(problem),
      [&](std::span<std::uint8_t> mask) { fill_boolean_mask(problem.ids, problem.shape, problem.options, mask); },
      [&](std::span<std::uint8_t> mask) { check_boolean_mask(problem, mask); });
}

static void add_bits(MaskBench& bench) {
  const MaskProblem& problem = bench.problem;
  add_case<std::uint32_t>(
      bench, bit_form(problem),
      [&](std::span<std::uint32_t> mask) { fill_bit_mask(problem.ids, problem.shape, problem.options, mask); },
      [&](std::span<std::uint32_t> mask) { check_bit_mask(problem, mask); });
}

static void add_ranges(MaskBench& bench) {
  const MaskProblem& problem = bench.problem;
  add_case<std::int32_t>(
      bench, range_form(problem),
      [&](std::span<std::int32_t> ranges) {
        expect(fill_mask_ranges(problem.ids, problem.shape, problem.options, ranges), problem.name);
      },
      [&](std::span<std::int32_t> ranges) { check_mask_ranges(problem, ranges); });
}

static void add_block_tables(MaskBench& bench) {
  const MaskProblem& problem = bench.problem;
  const BlockTableSizes sizes = block_table_sizes(problem.shape, flex_block);
  add_case<std::int32_t>(
      bench, block_table_form(problem),
      [&](std::span<std::int32_t> all) {
        fill_block_tables(problem.ids, problem.shape, problem.options, flex_block, sizes.tables_in(all));
      },
      [&](std::span<std::int32_t> all) { check_block_tables(problem, flex_block, sizes.tables_in(all)); });
}

static void set_goals(ShareReport& report) {
  for (ShareCase& entry : report.cases) {
    if (entry.name == "additive bf16") entry.goal = 0.5;
    if (entry.name == "bits") {
      entry.limit = case_named(report, "additive bf16").timing.best / 8;
      entry.limit_text = "1/8 of additive bf16";
    }
  }
}

ShareReport bench_mask(const ShareOptions& options, const Say& progress) {
  const training::PackShape shape{.packs = options.quick ? 2 : 64, .capacity = 512, .segments = 16};
  Random random(1);
  const std::vector<std::int32_t> ids = random_packs(shape, shape.capacity / 2, random);
  Arena arena(arena_bytes(options));
  ShareReport report{.bench = "mask", .device = "cpu", .platform = platform(), .ceilings = {}, .cases = {}};
  report.ceilings = measure_ceilings(arena, shortest_time(options), progress);
  MaskBench bench{.arena = arena,
                  .shortest = shortest_time(options),
                  .progress = progress,
                  .problem = {.name = {}, .ids = ids, .shape = shape, .options = {}}};
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
  set_goals(report);
  return report;
}

}  // namespace tuplepack::bench
