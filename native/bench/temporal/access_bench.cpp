#include "bench/measuring/bench.hpp"
#include "bench/measuring/ceilings.hpp"
#include "bench/measuring/share_bench.hpp"
#include "bench/packing/packed_data.hpp"
#include "tuplepack/temporal/access.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace tuplepack::bench {

namespace {

/// Shared by all cases.
struct AccessBench {
  Arena& arena;
  double shortest;
  const Say& progress;
  Random random{3};
  std::vector<ShareCase> cases{};

  /// ids  one operation each, its address
  void add(ShareCase entry, std::size_t ids, const std::function<void()>& work) {
    progress(entry.name);
    entry.operations = static_cast<double>(ids);
    entry.timing = measure_processor(work, shortest);
    cases.push_back(std::move(entry));
  }
};

}  // namespace

/// Q ids drawn from Q / 5 ids, so that four fifths are repeated; those are drawn from all nodes.
static std::vector<std::int64_t> draw_ids(std::size_t requested, std::int64_t nodes, Random& random) {
  std::vector<std::int64_t> asked(requested / 5), ids(requested);
  for (std::int64_t& id : asked) id = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(nodes));
  for (std::int64_t& id : ids) id = asked[random() % asked.size()];
  return ids;
}

namespace {

struct Unique {
  std::vector<std::int64_t> ids;
  std::vector<std::uint32_t> inverse;
};

}  // namespace

/// The baseline without a bound on ids, as in numpy.unique: sort the ids with their indices.
static void unique_by_sorting(std::span<const std::int64_t> ids,
                              std::vector<std::pair<std::int64_t, std::uint32_t>>& sorted, Unique& out) {
  for (std::size_t i = 0; i < ids.size(); ++i) sorted[i] = {ids[i], static_cast<std::uint32_t>(i)};
  std::sort(sorted.begin(), sorted.end());
  out.ids.clear();
  for (const auto& [id, place] : sorted) {
    if (out.ids.empty() || out.ids.back() != id) out.ids.push_back(id);
    out.inverse[place] = static_cast<std::uint32_t>(out.ids.size() - 1);
  }
}

static void require(bool right, const std::string& name) {
  if (!right) throw std::runtime_error(name + ": wrong result");
}

/// unique_inverse against sorting in the same run; the goals are a twentieth of its time, and 2 ns per id.
static void bench_unique(AccessBench& bench, std::size_t requested, std::int64_t nodes) {
  const std::vector<std::int64_t> ids = draw_ids(requested, nodes, bench.random);
  const std::string sizes = ", Q=" + std::to_string(requested) + " N=" + std::to_string(nodes);
  std::vector<std::pair<std::int64_t, std::uint32_t>> sorted(requested);
  Unique wanted{.ids = {}, .inverse = std::vector<std::uint32_t>(requested)};
  unique_by_sorting(ids, sorted, wanted);
  const auto bytes = static_cast<std::int64_t>(12 * requested + 8 * wanted.ids.size());
  bench.add({.name = "sort + unique" + sizes, .bytes = bytes, .ceiling = "copy"}, requested,
            [&] { unique_by_sorting(ids, sorted, wanted); });
  const double sorting = bench.cases.back().timing.best;
  temporal::UniqueTable table(nodes);
  Unique found{.ids = std::vector<std::int64_t>(requested), .inverse = std::vector<std::uint32_t>(requested)};
  for (const temporal::UniqueOrder order : {temporal::UniqueOrder::first, temporal::UniqueOrder::sorted}) {
    ShareCase entry{.name = "unique + inverse, " + std::string(name(order)) + sizes, .bytes = bytes, .ceiling = "copy"};
    std::int64_t count = 0;
    const auto work = [&] { count = expect(unique_inverse(table, ids, order, found.ids, found.inverse), entry.name); };
    work();
    require(count == static_cast<std::int64_t>(wanted.ids.size()), entry.name);
    for (std::size_t i = 0; i < requested; ++i) require(found.ids[found.inverse[i]] == ids[i], entry.name);
    if (order == temporal::UniqueOrder::sorted) {
      require(std::equal(wanted.ids.begin(), wanted.ids.end(), found.ids.begin()), entry.name);
    }
    entry.limit = std::min(2e-9 * static_cast<double>(requested), sorting / 20);
    entry.limit_text = "2 ns/id, 1/20 of sorting";
    bench.add(entry, requested, work);
  }
}

/// Each row must have its number at both ends.
static void check_rows(std::span<const std::byte> rows, std::span<const std::int64_t> ids, const std::string& name) {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::byte* const row = rows.data() + i * static_cast<std::size_t>(jodie_row_bytes);
    const std::byte* const end = row + jodie_row_bytes - sizeof(std::int64_t);
    require(std::memcmp(row, &ids[i], sizeof ids[i]) == 0 && std::memcmp(end, &ids[i], sizeof ids[i]) == 0, name);
  }
}

static temporal::Rows number_rows(std::span<std::byte> memory) {
  const std::int64_t count = static_cast<std::int64_t>(memory.size()) / jodie_row_bytes;
  std::memset(memory.data(), 0, memory.size());
  for (std::int64_t id = 0; id < count; ++id) {
    std::byte* const row = memory.data() + id * jodie_row_bytes;
    std::memcpy(row, &id, sizeof id);
    std::memcpy(row + jodie_row_bytes - sizeof id, &id, sizeof id);
  }
  return {.bytes = memory.first(static_cast<std::size_t>(count * jodie_row_bytes)), .width = jodie_row_bytes};
}

/// Steps II and III, and a plain gather without them, from one half of the arena to the other.
static void bench_rows(AccessBench& bench, std::size_t requested) {
  const std::size_t half = bench.arena.bytes().size() / 2;
  const temporal::Rows table = number_rows(bench.arena.bytes().first(half));
  const Slots<std::byte> slots(bench.arena.bytes().subspan(half),
                               requested * static_cast<std::size_t>(jodie_row_bytes));
  const std::vector<std::int64_t> ids = draw_ids(requested, table.count(), bench.random);
  temporal::UniqueTable known(table.count());
  Unique unique{.ids = std::vector<std::int64_t>(requested), .inverse = std::vector<std::uint32_t>(requested)};
  Turn turn(slots.size());
  const auto bytes_of = [](std::size_t read, std::size_t written) {
    return jodie_row_bytes * static_cast<std::int64_t>(read + written);
  };
  std::vector<std::byte> gathered;
  for (const temporal::UniqueOrder order : {temporal::UniqueOrder::first, temporal::UniqueOrder::sorted}) {
    const std::int64_t count = expect(unique_inverse(known, ids, order, unique.ids, unique.inverse), "unique");
    const std::span<const std::int64_t> wanted = std::span(unique.ids).first(static_cast<std::size_t>(count));
    const std::size_t size = wanted.size() * static_cast<std::size_t>(jodie_row_bytes);
    const std::string text = "II gather " + std::to_string(wanted.size()) + " rows, " + std::string(name(order));
    const auto work = [&] { expect(gather(table, wanted, slots[turn.next()].first(size)), text); };
    expect(gather(table, wanted, slots[0].first(size)), text);
    check_rows(slots[0].first(size), wanted, text);
    gathered.assign(slots[0].begin(), slots[0].begin() + static_cast<std::ptrdiff_t>(size));
    bench.add({.name = text, .bytes = bytes_of(wanted.size(), wanted.size()), .ceiling = "copy", .goal = 0.5},
              wanted.size(), work);
  }
  const std::size_t rows = gathered.size() / static_cast<std::size_t>(jodie_row_bytes);
  const std::string rebuild = "III reconstruct " + std::to_string(requested) + " rows, sorted";
  const auto reconstruct_into = [&](std::span<std::byte> out) {
    const temporal::Field field{.unique = {.bytes = gathered, .width = jodie_row_bytes}, .out = out};
    reconstruct(std::span(&field, 1), unique.inverse);
  };
  reconstruct_into(slots[0]);
  check_rows(slots[0], ids, rebuild);
  bench.add({.name = rebuild, .bytes = bytes_of(rows, requested), .ceiling = "copy"}, requested,
            [&] { reconstruct_into(slots[turn.next()]); });
  const std::string all = "without: gather " + std::to_string(requested) + " rows";
  bench.add({.name = all, .bytes = bytes_of(rows, requested), .ceiling = "copy"}, requested,
            [&] { expect(gather(table, ids, slots[turn.next()]), all); });
}

ShareReport bench_access(const ShareOptions& options, const Say& progress) {
  Arena arena(arena_bytes(options));
  ShareReport report{.bench = "access", .device = "cpu", .platform = platform(), .ceilings = {}, .cases = {}};
  report.ceilings = measure_ceilings(arena, shortest_time(options), progress);
  AccessBench bench{.arena = arena, .shortest = shortest_time(options), .progress = progress};
  const std::int64_t nodes = options.quick ? 10'000 : 1'000'000;
  bench_unique(bench, 20'000, nodes);  // a batch of 600 events with ten neighbours and one negative
  bench_unique(bench, options.quick ? 40'000 : 1'000'000, nodes);
  bench_rows(bench, options.quick ? 4'000 : 200'000);
  report.cases = std::move(bench.cases);
  return report;
}

}  // namespace tuplepack::bench
