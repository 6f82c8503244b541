#include "exchange.hpp"

#include "base/order.hpp"

#include <algorithm>
#include <bit>

namespace tuplepack::packing {

Exchanges::Exchanges(const Histogram& histogram, const Limits& limits, std::span<const std::uint32_t> components)
    : histogram_(histogram), limits_(limits), components_(components) {}

Exchanges::Items Exchanges::items_of(std::span<const Run> runs, std::size_t first) const {
  Items items;
  for (std::size_t i = 0; i < runs.size() && items.count < max_items; ++i) {
    const Run& run = runs[(first + i) % runs.size()];
    for (std::int64_t copy = 0; copy < run.copies && items.count < max_items; ++copy) {
      items.bins[items.count++] = run.bin;
    }
  }
  items.sums[0] = 0;
  for (std::size_t i = 0; i < items.count; ++i) {
    const std::size_t half = std::size_t{1} << i;
    const std::int64_t size = histogram_.size(items.bins[i])[components_[0]];
    for (std::size_t choice = 0; choice < half; ++choice) items.sums[half + choice] = items.sums[choice] + size;
  }
  return items;
}

void Exchanges::set_pack(std::span<const Run> runs, std::size_t first) {
  runs_ = runs;
  items_ = items_of(runs, first);
  by_sum_ = sorted_numbers(std::size_t{1} << items_.count,
                           [this](std::uint32_t a, std::uint32_t b) { return items_.sums[a] < items_.sums[b]; });
}

/// Whether a pack has room, but for the first component, for some items instead of some of its own.
bool Exchanges::fits(std::span<const Run> runs, const Items& out, std::uint32_t given, const Items& in,
                     std::uint32_t taken) const {
  std::int64_t count = std::popcount(taken) - std::popcount(given);
  for (const Run& run : runs) count += run.copies;
  if (count > limits_.depth) return false;
  for (const std::uint32_t c : components_.subspan(1)) {
    std::int64_t room = limits_.sizes[c];
    for (const Run& run : runs) room -= run.copies * histogram_.size(run.bin)[c];
    for (std::size_t i = 0; i < out.count; ++i) room += (given >> i & 1U) * histogram_.size(out.bins[i])[c];
    for (std::size_t i = 0; i < in.count; ++i) room -= (taken >> i & 1U) * histogram_.size(in.bins[i])[c];
    if (room < 0) return false;
  }
  return true;
}

Exchange Exchanges::best_with(std::span<const Run> other, std::size_t first, std::int64_t least) {
  constexpr std::int64_t work_per_pack = 15;
  constexpr std::int64_t work_for_a_choice = 10;
  work_ += work_per_pack;
  std::int64_t room = limits_.sizes[components_[0]];
  for (const Run& run : other) room -= run.copies * histogram_.size(run.bin)[components_[0]];
  if (room <= least) return {};
  const Items items = items_of(other, first);
  std::int64_t most = least;
  std::uint32_t given = 0;
  std::uint32_t taken = 0;
  for (std::uint32_t choice = 0; choice < 1U << items.count; ++choice) {
    const std::int64_t sum = items.sums[choice];
    work_ += work_for_a_choice;
    auto place = std::upper_bound(by_sum_.begin(), by_sum_.end(), sum + room,
                                  [this](std::int64_t max_sum, std::uint32_t c) { return max_sum < items_.sums[c]; });
    while (place != by_sum_.begin() && items_.sums[*--place] - sum > most) {
      work_ += work_for_a_choice;
      if (!fits(other, items, choice, items_, *place) || !fits(runs_, items_, *place, items, choice)) continue;
      most = items_.sums[*place] - sum;
      given = *place;
      taken = choice;
      break;
    }
  }
  if (most == least) return {};
  Exchange exchange{.gain = most, .given = {}, .taken = {}};
  for (std::size_t i = 0; i < items_.count; ++i) {
    if ((given >> i & 1U) != 0) exchange.given.push_back(items_.bins[i]);
  }
  for (std::size_t i = 0; i < items.count; ++i) {
    if ((taken >> i & 1U) != 0) exchange.taken.push_back(items.bins[i]);
  }
  return exchange;
}

}  // namespace tuplepack::packing
