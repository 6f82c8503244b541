#include "tuplepack/temporal/hot_rows.hpp"

#include <algorithm>
#include <cassert>

namespace tuplepack::temporal {

void count_accesses(std::span<const std::int64_t> ids, std::span<std::uint32_t> counts) {
  for (const std::int64_t id : ids) ++counts[static_cast<std::size_t>(id)];
}

namespace {

/// All rows accessed more than `above` times are hot, and the first `at` of those accessed exactly `above` times.
struct Threshold {
  std::uint32_t above = 0;
  std::int64_t at = 0;
};

}  // namespace
static Threshold threshold_of(std::span<const std::uint32_t> counts, std::int64_t budget) {
  constexpr std::uint32_t fewest = 2;
  const std::uint32_t highest = counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
  std::vector<std::int64_t> rows(std::size_t{highest} + 1);  // [count] how many rows have it
  for (const std::uint32_t count : counts) ++rows[count];
  std::int64_t left = budget;
  for (std::uint32_t count = highest; count >= fewest; --count) {
    if (rows[count] >= left) return {.above = count, .at = left};
    left -= rows[count];
  }
  return {.above = fewest - 1, .at = 0};
}

HotRows choose_hot_rows(std::span<const std::uint32_t> counts, std::int64_t budget) {
  assert(budget >= 0);
  Threshold threshold = threshold_of(counts, budget);
  HotRows hot;
  for (std::size_t row = 0; row < counts.size(); ++row) {
    const std::uint32_t count = counts[row];
    hot.accesses += count;
    const bool just = count == threshold.above && threshold.at > 0;
    if (!just && count <= threshold.above) continue;
    if (just) --threshold.at;
    hot.ids.push_back(static_cast<std::int64_t>(row));
    hot.hits += count;
  }
  return hot;
}

std::vector<std::uint32_t> hot_places(const HotRows& hot, std::int64_t rows) {
  std::vector<std::uint32_t> places(static_cast<std::size_t>(rows), no_hot_row);
  std::uint32_t place = 0;
  for (const std::int64_t id : hot.ids) places[static_cast<std::size_t>(id)] = place++;
  return places;
}

std::int64_t find_sources(std::span<const std::uint32_t> places, std::int64_t hot, std::span<const std::int64_t> unique,
                          std::span<std::uint32_t> sources, std::span<std::int64_t> misses) {
  assert(sources.size() == unique.size() && misses.size() >= unique.size());
  std::size_t missed = 0;
  for (std::size_t i = 0; i < unique.size(); ++i) {
    const std::uint32_t place = places[static_cast<std::size_t>(unique[i])];
    const bool is_miss = place == no_hot_row;
    sources[i] = is_miss ? static_cast<std::uint32_t>(static_cast<std::size_t>(hot) + missed) : place;
    misses[missed] = unique[i];  // a hit is overwritten by the next miss
    missed += is_miss ? 1 : 0;
  }
  return static_cast<std::int64_t>(missed);
}

}  // namespace tuplepack::temporal
