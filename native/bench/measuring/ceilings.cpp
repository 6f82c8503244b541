#include "ceilings.hpp"

#include <array>
#include <cstring>
#include <numeric>
#include <stdexcept>

namespace tuplepack::bench {

std::size_t arena_bytes(const ShareOptions& options) {
  constexpr std::size_t mebibyte = std::size_t{1} << 20;
  if (options.quick) return 32 * mebibyte;
  return sizeof(void*) == 4 ? 512 * mebibyte : 1024 * mebibyte;
}

double shortest_time(const ShareOptions& options) {
  return options.quick ? 0.001 : 0.33;
}

/// Each lane has a sum of its own: compilers keep them in vectors, and no addition waits for the one before.
/// bytes   a multiple of 128
static std::uint64_t sum_of(std::span<const std::byte> bytes) {
  constexpr std::size_t lanes = 16;
  const std::span words(reinterpret_cast<const std::uint64_t*>(bytes.data()), bytes.size() / sizeof(std::uint64_t));
  std::array<std::uint64_t, lanes> sums{};
  for (std::size_t i = 0; i < words.size(); i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += words[i + lane];
  }
  return std::accumulate(sums.begin(), sums.end(), std::uint64_t{0});
}

std::vector<Ceiling> measure_ceilings(Arena& arena, double shortest, const Say& progress) {
  const Slots<std::byte> pieces(arena.bytes(), arena.bytes().size() / 8);
  const std::size_t half = pieces.size() / 2, size = pieces[0].size();
  std::vector<Ceiling> ceilings;
  const auto add = [&](const char* name, std::size_t bytes, std::size_t turns, const auto& work) {
    progress(name);
    Turn turn(turns);
    ceilings.push_back({.name = name,
                        .bytes = static_cast<std::int64_t>(bytes),
                        .timing = measure_processor([&] { work(turn.next()); }, shortest)});
  };
  std::memset(arena.bytes().data(), 0x55, arena.bytes().size());
  std::uint64_t sum = 0;
  add("memset", size, pieces.size(), [&](std::size_t i) { std::memset(pieces[i].data(), 0x55, size); });
  add("read", size, pieces.size(), [&](std::size_t i) { sum = sum_of(pieces[i]); });
  if (sum != size / sizeof(std::uint64_t) * 0x5555'5555'5555'5555) throw std::runtime_error("read: wrong sum");
  add("copy", 2 * size, half, [&](std::size_t i) { std::memcpy(pieces[i].data(), pieces[i + half].data(), size); });
  return ceilings;
}

}  // namespace tuplepack::bench
