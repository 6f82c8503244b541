#include "plan_builder.hpp"

#include "base/order.hpp"

#include <algorithm>

namespace tuplepack::packing {

void sort_by_bin(std::vector<Run>& runs) {
  std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.bin > b.bin; });
}

std::vector<Run> runs_of_items(std::vector<std::uint32_t> bins) {
  sort_numbers(bins, [](std::uint32_t a, std::uint32_t b) { return a > b; });
  std::vector<Run> runs;
  for (const std::uint32_t bin : bins) {
    if (runs.empty() || runs.back().bin != bin) runs.push_back({.bin = bin, .copies = 0});
    ++runs.back().copies;
  }
  return runs;
}

static std::uint64_t hash(std::span<const Run> runs) {
  std::uint64_t value = runs.size();
  for (const Run& run : runs) {
    value = (value ^ (static_cast<std::uint64_t>(run.bin) << 32 ^ static_cast<std::uint64_t>(run.copies))) *
            0x9e3779b97f4a7c15U;
    value ^= value >> 29;
  }
  return value;
}

bool PlanBuilder::equals(std::size_t strategy, std::span<const Run> runs) const {
  const auto first = static_cast<std::size_t>(plan_.offsets[strategy]);
  const auto last = static_cast<std::size_t>(plan_.offsets[strategy + 1]);
  if (last - first != runs.size()) return false;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (plan_.bins[first + i] != runs[i].bin || plan_.copies[first + i] != runs[i].copies) return false;
  }
  return true;
}

void PlanBuilder::grow() {
  slots_.assign(slots_.empty() ? 256 : slots_.size() * 2, 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t strategy = 0; strategy < hashes_.size(); ++strategy) {
    std::size_t slot = hashes_[strategy] & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = static_cast<std::uint32_t>(strategy + 1);
  }
}

void PlanBuilder::add(std::span<const Run> runs, std::int64_t repeat) {
  if (2 * (hashes_.size() + 1) > slots_.size()) grow();
  const std::uint64_t key = hash(runs);
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = key & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const std::size_t strategy = slots_[slot] - 1;
    if (hashes_[strategy] == key && equals(strategy, runs)) {
      plan_.repeats[strategy] += repeat;
      return;
    }
  }
  hashes_.push_back(key);
  slots_[slot] = static_cast<std::uint32_t>(hashes_.size());
  for (const Run& run : runs) {
    plan_.bins.push_back(run.bin);
    plan_.copies.push_back(run.copies);
  }
  plan_.offsets.push_back(static_cast<std::int64_t>(plan_.bins.size()));
  plan_.repeats.push_back(repeat);
}

Plan PlanBuilder::finish() && {
  return std::move(plan_);
}

}  // namespace tuplepack::packing
