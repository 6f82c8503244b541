#include "bench.hpp"
#include "ceilings.hpp"
#include "mask_check.hpp"
#include "packed_data.hpp"
#include "training_bench.hpp"

#include <algorithm>

namespace tuplepack::bench {

/// What the cases share.
struct MaskBench {
  Arena& arena;
  double shortest;
  const Say& progress;
  MaskProblem problem;
  std::vector<ShareCase> cases{};

  [[nodiscard]] std::size_t positions() const { return problem.ids.size(); }
  [[nodiscard]] std::size_t pairs() const {
    return problem.ids.size() * static_cast<std::size_t>(problem.shape.capacity);
  }
};

/// One form of the mask: `count` values of T by fill(values), first checked by check(values). It takes a comparison for
/// each pair of positions, or only for each position.
template <typename T, typename Fill, typename Check>
static void add_case(MaskBench& bench, const std::string& form, const char* ceiling, std::size_t count,
                     std::size_t comparisons, const Fill& fill, const Check& check) {
  MaskProblem& problem = bench.problem;
  problem.name = form + (problem.options.causal ? ", causal" : "");
  bench.progress(problem.name);
  const Slots<T> slots(bench.arena.bytes(), count);
  const std::span<std::byte> poisoned = std::as_writable_bytes(slots[0]);
  std::fill(poisoned.begin(), poisoned.end(), std::byte{0xaa});
  fill(slots[0]);
  check(slots[0]);
  Turn turn(slots.size());
  bench.cases.push_back({.name = problem.name,
                         .bytes = static_cast<std::int64_t>(count * sizeof(T) + problem.ids.size_bytes()),
                         .operations = static_cast<double>(comparisons),
                         .ceiling = ceiling,
                         .timing = measure_processor([&] { fill(slots[turn.next()]); }, bench.shortest)});
}

template <typename T>
static void add_additive(MaskBench& bench, const char* type) {
  const MaskProblem& problem = bench.problem;
  add_case<T>(
      bench, std::string("additive ") + type, "memset", bench.pairs(), bench.pairs(),
      [&](std::span<T> mask) { fill_additive_mask<T>(problem.ids, problem.shape, problem.options, mask); },
      [&](std::span<T> mask) { check_additive_mask<T>(problem, mask); });
}

static void add_boolean(MaskBench& bench) {
  const MaskProblem& problem = bench.problem;
  add_case<std::uint8_t>(
      bench, "boolean", "memset", bench.pairs(), bench.pairs(),
      [&](std::span<std::uint8_t> mask) { fill_boolean_mask(problem.ids, problem.shape, problem.options, mask); },
      [&](std::span<std::uint8_t> mask) { check_boolean_mask(problem, mask); });
}

static void add_bits(MaskBench& bench) {
  const MaskProblem& problem = bench.problem;
  const auto words = static_cast<std::size_t>((problem.shape.capacity + 31) / 32);
  add_case<std::uint32_t>(
      bench, "bits", "memset", bench.positions() * words, bench.pairs(),
      [&](std::span<std::uint32_t> mask) { fill_bit_mask(problem.ids, problem.shape, problem.options, mask); },
      [&](std::span<std::uint32_t> mask) { check_bit_mask(problem, mask); });
}

static void add_ranges(MaskBench& bench) {
  const MaskProblem& problem = bench.problem;
  add_case<std::int32_t>(
      bench, "ranges", "copy", 2 * bench.positions(), bench.positions(),
      [&](std::span<std::int32_t> ranges) {
        expect(fill_mask_ranges(problem.ids, problem.shape, problem.options, ranges), problem.name);
      },
      [&](std::span<std::int32_t> ranges) { check_mask_ranges(problem, ranges); });
}

static void add_block_tables(MaskBench& bench) {
  const MaskProblem& problem = bench.problem;
  const BlockTableSizes sizes = block_table_sizes(problem.shape, flex_block);
  add_case<std::int32_t>(
      bench, "block tables", "read", sizes.values(), bench.positions(),
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
  const PackShape shape{.packs = options.quick ? 2 : 64, .capacity = 512, .segments = 16};
  Random random(1);
  const std::vector<std::int32_t> ids = random_packs(shape, shape.capacity / 2, random);
  Arena arena(arena_bytes(options));
  ShareReport report{.bench = "mask", .device = "cpu", .platform = platform(), .ceilings = {}, .cases = {}};
  report.ceilings = measure_ceilings(arena, shortest_time(options), progress);
  MaskBench bench{.arena = arena,
                  .shortest = shortest_time(options),
                  .progress = progress,
                  .problem = {.name = {}, .ids = ids, .shape = shape, .options = {}}};
  add_additive<float>(bench, "f32");
  add_additive<Float16>(bench, "f16");
  add_additive<BFloat16>(bench, "bf16");
  add_boolean(bench);
  for (const bool causal : {false, true}) {
    bench.problem.options.causal = causal;
    if (causal) add_additive<BFloat16>(bench, "bf16");
    add_bits(bench);
    add_ranges(bench);
    add_block_tables(bench);
  }
  report.cases = std::move(bench.cases);
  set_goals(report);
  return report;
}

}  // namespace tuplepack::bench
