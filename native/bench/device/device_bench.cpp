#include "device_bench.hpp"

#include "bench/measuring/arena.hpp"
#include "probe.hpp"
#include "tuplepack/cuda/devices.hpp"

#include <algorithm>

namespace tuplepack::bench {

Timing measure_device(const Queue& work, double shortest, const Queue& prepare) {
  const DeviceStopwatch watch = expect(DeviceStopwatch::create(), "events");
  const auto seconds_of = [&](int launches) {
    if (prepare) expect(prepare(bench_stream), "prepare");
    expect(watch.start(bench_stream), "start");
    for (int i = 0; i < launches; ++i) expect(work(bench_stream), "launch");
    expect(watch.stop(bench_stream), "stop");
    return expect(watch.seconds(), "events") / launches;
  };
  constexpr int warm_up = 3, fewest_runs = 10, max_launches = 100;
  constexpr double measurable = 500e-6;
  for (int i = 0; i < warm_up; ++i) seconds_of(1);
  const double once = std::max(seconds_of(1), 1e-6);
  const int launches = prepare ? 1 : std::clamp(static_cast<int>(measurable / once), 1, max_launches);
  std::vector<double> runs;
  for (double total = 0; total < shortest || static_cast<int>(runs.size()) < fewest_runs;
       total += runs.back() * launches) {
    runs.push_back(seconds_of(launches));
  }
  return timing_of(std::move(runs));
}

double shortest_device_time(const ShareOptions& options) {
  return options.quick ? 0.001 : 0.2;
}

cuda::Memory device_arena(const ShareOptions& options) {
  constexpr std::int64_t gibibyte = std::int64_t{1} << 30;
  return expect(cuda::Memory::allocate(options.quick ? gibibyte / 4 : 4 * gibibyte, cuda::Place::device),
                "device memory");
}

static std::span<std::uint32_t> words_of(std::span<std::byte> bytes) {
  return {reinterpret_cast<std::uint32_t*>(bytes.data()), bytes.size() / sizeof(std::uint32_t)};
}

static Ceiling read_ceiling(std::span<std::byte> bytes, double shortest) {
  constexpr std::size_t blocks = 4096;
  const std::span<std::uint32_t> words = words_of(bytes);
  const cuda::Array<std::uint32_t> sums = allocate_on_device<std::uint32_t>(blocks);
  Ceiling ceiling{.name = "read", .bytes = static_cast<std::int64_t>(bytes.size()), .timing = {}};
  ceiling.timing =
      measure_device([&](cuda::Stream stream) { return sum_words(words, sums.values(), stream); }, shortest);
  std::uint32_t sum = 0;
  for (const std::uint32_t part : to_host<std::uint32_t>(sums.values())) sum += part;
  if (sum != static_cast<std::uint32_t>(words.size()) * 0x5555'5555U) throw std::runtime_error("read: wrong sum");
  return ceiling;
}

static Ceiling host_ceiling(std::span<std::byte> bytes, double shortest) {
  const cuda::Memory pinned =
      expect(cuda::Memory::allocate(static_cast<std::int64_t>(bytes.size()), cuda::Place::pinned), "pinned memory");
  std::fill(pinned.bytes().begin(), pinned.bytes().end(), std::byte{0x55});
  return {.name = "host to device",
          .bytes = static_cast<std::int64_t>(bytes.size()),
          .timing =
              measure_device([&](cuda::Stream stream) { return cuda::copy(pinned.bytes(), bytes, stream); }, shortest)};
}

std::vector<Ceiling> measure_device_ceilings(std::span<std::byte> arena, double shortest, const Say& progress) {
  const Slots<std::byte> quarters(arena, arena.size() / 4);
  const auto bytes = static_cast<std::int64_t>(quarters[0].size());
  std::vector<Ceiling> ceilings;
  progress("memset");
  ceilings.push_back({.name = "memset",
                      .bytes = bytes,
                      .timing = measure_device(
                          [&](cuda::Stream stream) { return cuda::fill_bytes(quarters[0], 0x55, stream); }, shortest)});
  progress("read");
  ceilings.push_back(read_ceiling(quarters[0], shortest));
  progress("copy");
  ceilings.push_back(
      {.name = "copy",
       .bytes = 2 * bytes,
       .timing = measure_device([&](cuda::Stream stream) { return cuda::copy(quarters[0], quarters[1], stream); },
                                shortest)});
  progress("host to device");
  ceilings.push_back(host_ceiling(quarters[2].first(quarters[2].size() / 4), shortest));
  progress("launch");
  ceilings.push_back({.name = "launch", .bytes = 0, .timing = measure_device(launch_nothing, shortest)});
  return ceilings;
}

std::string device_text() {
  const cuda::Device device = expect(cuda::devices(), "devices").front();
  return device.name + ", compute " + std::to_string(device.compute_major) + "." + std::to_string(device.compute_minor);
}

void check_status_of(const std::string& name, const cuda::Array<cuda::StatusWord>& status) {
  expect(cuda::check_status(to_host<cuda::StatusWord>(status.values()).front()), name);
}

}  // namespace tuplepack::bench
