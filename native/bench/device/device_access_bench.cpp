#include "bench/measuring/share_bench.hpp"

#include "bench/measuring/arena.hpp"
#include "bench/packing/packed_data.hpp"
#include "device_bench.hpp"
#include "tuplepack/cuda/temporal/access.hpp"
#include "tuplepack/cuda/temporal/pinned_ring.hpp"
#include "tuplepack/cuda/temporal/unique.hpp"

#include <algorithm>
#include <cstring>
#include <thread>

namespace tuplepack::bench {

namespace {

/// Shared by all cases.
struct DeviceAccessBench {
  std::span<std::byte> arena;
  double shortest;
  const Say& progress;
  cuda::Array<cuda::StatusWord> status;
  Random random{3};
  std::vector<std::byte> some_bytes{};  ///< repeated to fill tables
  std::vector<ShareCase> cases{};

  [[nodiscard]] cuda::StatusWord* status_word() const { return status.values().data(); }
  void add(ShareCase entry, const Queue& work) {
    entry.timing = measure_device(work, shortest);
    check_status_of(entry.name, status);
    cases.push_back(std::move(entry));
  }
};

}  // namespace

static std::string with_count(const std::string& what, std::int64_t count) {
  return what + ", " + std::to_string(count);
}

static std::int64_t below(std::int64_t limit, Random& random) {
  return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(limit));
}

// ---- unique ids

/// Requests of at most `different` ids, spread over all ids.
static std::vector<std::int64_t> random_requests(std::int64_t count, std::int64_t different, std::int64_t ids,
                                                 Random& random) {
  std::vector<std::int64_t> requests(static_cast<std::size_t>(count));
  for (std::int64_t& id : requests) id = below(different, random) * ids / different;
  return requests;
}

static void bench_unique(DeviceAccessBench& bench, temporal::UniqueOrder order, std::int64_t requests,
                         std::int64_t ids) {
  const std::string name = with_count(
      std::string("unique + inverse, ") + (order == temporal::UniqueOrder::sorted ? "sorted" : "first"), requests);
  bench.progress(name);
  const auto count = static_cast<std::size_t>(requests);
  const std::vector<std::int64_t> host_ids = random_requests(requests, requests / 5, ids, bench.random);
  std::vector<std::int64_t> expected(count);
  std::vector<std::uint32_t> expected_inverse(count);
  temporal::UniqueTable host_table(ids);
  const std::int64_t different = expect(unique_inverse(host_table, host_ids, order, expected, expected_inverse), name);

  const Slots<std::int64_t> inputs(bench.arena.first(bench.arena.size() / 2), count);
  for (std::size_t i = 0; i < inputs.size(); ++i) copy_values<std::int64_t>(host_ids, inputs[i]);
  const auto unique = allocate_on_device<std::int64_t>(count);
  const auto inverse = allocate_on_device<std::uint32_t>(count);
  const auto found = allocate_on_device<std::int64_t>(1);
  const auto stamps = allocate_on_device<std::uint32_t>(static_cast<std::size_t>(ids));
  const auto workspace =
      allocate_on_device<std::byte>(static_cast<std::size_t>(cuda::unique_inverse_workspace(requests, ids, order)));
  cuda::UniqueTable table{.stamps = stamps.values()};
  const auto run = [&](std::size_t i, cuda::Stream stream) {
    return cuda::unique_inverse(table, inputs[i], order, unique.values(), inverse.values(), found.values().data(),
                                workspace.values(), bench.status_word(), stream);
  };
  expect(run(0, bench_stream), name);
  const auto end = static_cast<std::ptrdiff_t>(different);
  const std::vector<std::int64_t> found_ids = to_host<std::int64_t>(unique.values());
  if (to_host<std::int64_t>(found.values()).front() != different ||
      !std::equal(expected.begin(), expected.begin() + end, found_ids.begin()) ||
      to_host<std::uint32_t>(inverse.values()) != expected_inverse) {
    throw std::runtime_error(name + ": wrong");
  }
  Turn turn(inputs.size());
  bench.add({.name = name,
             .bytes = 12 * requests + 8 * different,
             .operations = static_cast<double>(requests),
             .ceiling = "copy",
             .limit = 0.25e-3 * static_cast<double>(requests) / 1e7,
             .limit_text = "0.25 ms for 10^7"},
            [&](cuda::Stream stream) { return run(turn.next(), stream); });
}

// ---- rows

/// Fills a table by repeating bytes. Their number is not a multiple of the row width, so rows differ.
static void repeat(std::span<const std::byte> bytes, std::span<std::byte> table) {
  for (std::size_t begin = 0; begin < table.size(); begin += bytes.size()) {
    const std::size_t here = std::min(bytes.size(), table.size() - begin);
    copy_values(bytes.first(here), table.subspan(begin, here));
  }
}

/// Checks the first and the last rows: row i must be row indices[i] of such a table.
template <typename Index>
static void check_rows_of(const std::string& name, std::span<const std::byte> some_bytes,
                          std::span<const Index> indices, std::span<const std::byte> device_rows) {
  constexpr std::size_t most = 1000;
  constexpr auto row_bytes = static_cast<std::size_t>(jodie_row_bytes);
  const std::size_t checked = std::min(most, indices.size());
  for (const std::size_t begin : {std::size_t{0}, indices.size() - checked}) {
    const std::vector<std::byte> rows = to_host<std::byte>(device_rows.subspan(begin * row_bytes, checked * row_bytes));
    for (std::size_t b = 0; b < rows.size(); ++b) {
      const std::size_t at = static_cast<std::size_t>(indices[begin + b / row_bytes]) * row_bytes + b % row_bytes;
      if (rows[b] != some_bytes[at % some_bytes.size()]) throw std::runtime_error(name + ": wrong row");
    }
  }
}

/// The same for rows that were converted to BFloat16.
static void check_converted(const std::string& name, std::span<const std::byte> some_bytes,
                            std::span<const std::uint32_t> indices, std::span<const std::byte> device_rows) {
  constexpr auto row_floats = static_cast<std::size_t>(jodie_row_bytes) / sizeof(float);
  const std::size_t checked = std::min(std::size_t{1000}, indices.size());
  const std::vector<std::byte> rows = to_host<std::byte>(device_rows.first(checked * row_floats * sizeof(BFloat16)));
  for (std::size_t f = 0; f < checked * row_floats; ++f) {
    const std::size_t at = (static_cast<std::size_t>(indices[f / row_floats]) * row_floats + f % row_floats) * 4;
    float value = 0;
    BFloat16 found;
    std::memcpy(&value, &some_bytes[at % some_bytes.size()], sizeof value);
    std::memcpy(&found, &rows[f * sizeof found], sizeof found);
    if (found.bits != to_bfloat16(value).bits) throw std::runtime_error(name + ": wrong value");
  }
}

/// Device memory for rows.
static cuda::Array<std::byte> device_rows(std::int64_t rows) {
  return allocate_on_device<std::byte>(static_cast<std::size_t>(rows * jodie_row_bytes));
}

static void bench_reconstruct(DeviceAccessBench& bench, std::int64_t requests) {
  const std::int64_t different = requests / 5;
  const auto unique = device_rows(different), out = device_rows(requests);
  repeat(bench.some_bytes, unique.values());
  std::vector<std::uint32_t> host_inverse(static_cast<std::size_t>(requests));
  for (std::uint32_t& entry : host_inverse) entry = static_cast<std::uint32_t>(below(different, bench.random));
  const auto inverse = to_device<std::uint32_t>(host_inverse);
  const temporal::Rows rows{unique.values(), jodie_row_bytes};

  const std::string name = with_count("reconstruct f32", requests);
  bench.progress(name);
  const temporal::Field whole{.unique = rows, .out = out.values()};
  const auto copy_whole = [&](cuda::Stream stream) {
    return cuda::reconstruct(std::span(&whole, 1), inverse.values(), bench.status_word(), stream);
  };
  expect(copy_whole(bench_stream), name);
  check_rows_of<std::uint32_t>(name, bench.some_bytes, host_inverse, out.values());
  bench.add({.name = name,
             .bytes = (different + requests) * jodie_row_bytes + 4 * requests,
             .operations = static_cast<double>(requests),
             .ceiling = "copy",
             .goal = 0.85},
            copy_whole);

  // Every second unique row is cached on the device.
  const std::string cached_name = with_count("reconstruct f32, half cached", requests);
  bench.progress(cached_name);
  std::vector<std::uint32_t> host_sources(static_cast<std::size_t>(different));
  for (std::size_t i = 0; i < host_sources.size(); ++i) {
    host_sources[i] = static_cast<std::uint32_t>(i % 2 == 0 ? i / 2 : (host_sources.size() + 1) / 2 + i / 2);
  }
  const auto sources = to_device<std::uint32_t>(host_sources);
  const auto hot_bytes = static_cast<std::size_t>((different + 1) / 2 * jodie_row_bytes);
  const cuda::CachedField cached{.hot = {unique.values().first(hot_bytes), jodie_row_bytes},
                                 .missed = {unique.values().subspan(hot_bytes), jodie_row_bytes},
                                 .out = out.values()};
  const auto copy_cached = [&](cuda::Stream stream) {
    return cuda::reconstruct(std::span(&cached, 1), sources.values(), inverse.values(), bench.status_word(), stream);
  };
  expect(copy_cached(bench_stream), cached_name);
  std::vector<std::uint32_t> found_in(host_inverse.size());
  std::transform(host_inverse.begin(), host_inverse.end(), found_in.begin(),
                 [&](std::uint32_t entry) { return host_sources[entry]; });
  check_rows_of<std::uint32_t>(cached_name, bench.some_bytes, found_in, out.values());
  bench.add({.name = cached_name,
             .bytes = (different + requests) * jodie_row_bytes + 4 * requests + 4 * different,
             .operations = static_cast<double>(requests),
             .ceiling = "copy"},
            copy_cached);

  const std::string half_name = with_count("reconstruct f32 to bf16", requests);
  bench.progress(half_name);
  const temporal::Field half{.unique = rows, .out = out.values().first(out.values().size() / 2), .to_bfloat16 = true};
  const auto copy_half = [&](cuda::Stream stream) {
    return cuda::reconstruct(std::span(&half, 1), inverse.values(), bench.status_word(), stream);
  };
  expect(copy_half(bench_stream), half_name);
  check_converted(half_name, bench.some_bytes, host_inverse, half.out);
  bench.add({.name = half_name,
             .bytes = (2 * different + requests) * jodie_row_bytes / 2 + 4 * requests,
             .operations = 0.25 * static_cast<double>(requests * jodie_row_bytes),
             .ceiling = "copy",
             .goal = 0.85},
            copy_half);
}

static void bench_gather(DeviceAccessBench& bench, std::int64_t rows, std::int64_t table_rows) {
  const std::vector<std::int64_t> host_ids = [&] {
    std::vector<std::int64_t> ids = random_requests(rows, table_rows, table_rows, bench.random);
    std::sort(ids.begin(), ids.end());
    return ids;
  }();
  const auto ids = to_device<std::int64_t>(host_ids);
  const auto out = device_rows(rows), table = device_rows(table_rows);
  repeat(bench.some_bytes, table.values());
  const auto add = [&](const std::string& what, ShareCase entry, const Queue& work) {
    entry.name = with_count(what, rows);
    entry.operations = static_cast<double>(rows);
    bench.progress(entry.name);
    expect(cuda::fill_bytes(out.values(), 0xaa, bench_stream), entry.name);
    expect(work(bench_stream), entry.name);
    check_rows_of<std::int64_t>(entry.name, bench.some_bytes, host_ids, out.values());
    bench.add(std::move(entry), work);
  };
  add("gather from device memory", {.name = "", .bytes = 2 * rows * jodie_row_bytes + 8 * rows, .ceiling = "copy"},
      [&](cuda::Stream stream) {
        return cuda::gather({table.values(), jodie_row_bytes}, ids.values(), out.values(), bench.status_word(), stream);
      });

  const auto pinned =
      expect(cuda::Memory::allocate(table_rows * jodie_row_bytes, cuda::Place::pinned), "pinned memory");
  copy_values<std::byte>(table.values(), pinned.bytes());
  const temporal::Rows host_table{pinned.bytes(), jodie_row_bytes};
  const ShareCase over_the_link{.name = "", .bytes = rows * jodie_row_bytes, .ceiling = "host to device", .goal = 0.9};
  add("gather by zero-copy", over_the_link, [&](cuda::Stream stream) {
    return cuda::gather_zero_copy(host_table, ids.values(), out.values(), bench.status_word(), stream);
  });
  const auto workers = std::clamp<std::int64_t>(std::thread::hardware_concurrency(), 1, 16);
  const auto ring = expect(cuda::PinnedRing::create(workers, std::int64_t{1} << 20), "pinned memory");
  add("gather by pinned ring", over_the_link,
      [&](cuda::Stream stream) { return cuda::gather(ring, host_table, host_ids, out.values(), stream); });
}

// ---- all three steps

/// From requests in host memory to their rows on the device. The host waits once, for the number of unique rows.
static void bench_steps(DeviceAccessBench& bench, std::int64_t requests, std::int64_t table_rows) {
  const std::string name = with_count("three steps", requests);
  bench.progress(name);
  const auto count = static_cast<std::size_t>(requests);
  const auto host_ids = expect(cuda::Array<std::int64_t>::allocate(requests, cuda::Place::pinned), "pinned memory");
  const std::vector<std::int64_t> drawn = random_requests(requests, requests / 5, table_rows, bench.random);
  std::copy(drawn.begin(), drawn.end(), host_ids.values().begin());
  const auto pinned =
      expect(cuda::Memory::allocate(table_rows * jodie_row_bytes, cuda::Place::pinned), "pinned memory");
  repeat(bench.some_bytes, pinned.bytes());
  const auto ids = allocate_on_device<std::int64_t>(count), unique = allocate_on_device<std::int64_t>(count);
  const auto inverse = allocate_on_device<std::uint32_t>(count);
  const auto different = expect(cuda::Array<std::int64_t>::allocate(1, cuda::Place::pinned), "pinned memory");
  const auto stamps = allocate_on_device<std::uint32_t>(static_cast<std::size_t>(table_rows));
  const auto workspace = allocate_on_device<std::byte>(
      static_cast<std::size_t>(cuda::unique_inverse_workspace(requests, table_rows, temporal::UniqueOrder::sorted)));
  const auto rows = device_rows(requests / 5), out = device_rows(requests);
  cuda::UniqueTable table{.stamps = stamps.values()};
  const auto access = [&](cuda::Stream stream) -> Result<void> {
    auto done = cuda::copy(std::as_bytes(host_ids.values()), std::as_writable_bytes(ids.values()), stream);
    if (done) {
      done = cuda::unique_inverse(table, ids.values(), temporal::UniqueOrder::sorted, unique.values(), inverse.values(),
                                  different.values().data(), workspace.values(), bench.status_word(), stream);
    }
    if (done) done = cuda::synchronize(stream);
    if (!done) return done;
    const auto found = static_cast<std::size_t>(different.values().front());
    const std::span<std::byte> gathered = rows.values().first(found * static_cast<std::size_t>(jodie_row_bytes));
    done = cuda::gather_zero_copy({pinned.bytes(), jodie_row_bytes}, unique.values().first(found), gathered,
                                  bench.status_word(), stream);
    if (!done) return done;
    const temporal::Field field{.unique = {gathered, jodie_row_bytes}, .out = out.values()};
    return cuda::reconstruct(std::span(&field, 1), inverse.values(), bench.status_word(), stream);
  };
  expect(access(bench_stream), name);
  check_rows_of<std::int64_t>(name, bench.some_bytes, drawn, out.values());
  bench.add({.name = name,
             .bytes = different.values().front() * jodie_row_bytes + 8 * requests,
             .operations = static_cast<double>(requests),
             .ceiling = "host to device"},
            access);
}

ShareReport bench_access_on_device(const ShareOptions& options, const Say& progress) {
  ShareReport report{.bench = "access", .device = "gpu", .platform = device_text(), .ceilings = {}, .cases = {}};
  const cuda::Memory arena = device_arena(options);
  const double shortest = shortest_device_time(options);
  report.ceilings = measure_device_ceilings(arena.bytes(), shortest, progress);
  const std::vector<cuda::StatusWord> no_fault(1);
  DeviceAccessBench bench{.arena = arena.bytes(),
                          .shortest = shortest,
                          .progress = progress,
                          .status = to_device<cuda::StatusWord>(no_fault)};
  bench.some_bytes.resize((std::size_t{1} << 22) + 4);
  for (std::byte& byte : bench.some_bytes) byte = static_cast<std::byte>(below(256, bench.random));
  for (const temporal::UniqueOrder order : {temporal::UniqueOrder::sorted, temporal::UniqueOrder::first}) {
    bench_unique(bench, order, options.quick ? 10'000 : 10'000'000, options.quick ? 2'600 : 2'600'000);
  }
  bench_gather(bench, options.quick ? 2'000 : 200'000, options.quick ? 10'000 : 1'000'000);
  for (const std::int64_t requests : {1'000'000, 10'000'000}) {
    bench_reconstruct(bench, options.quick ? requests / 1'000 : requests);
  }
  bench_steps(bench, options.quick ? 10'000 : 1'000'000, options.quick ? 10'000 : 1'000'000);
  report.cases = std::move(bench.cases);
  return report;
}

}  // namespace tuplepack::bench
