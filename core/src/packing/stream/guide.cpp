#include "guide.hpp"

#include "tuplepack/base/limits.hpp"

#include <algorithm>
#include <numeric>

namespace tuplepack::packing {

Guide::Guide(const StreamGuide& plan, std::span<const std::int64_t> limits)
    : k_(limits.size()), sizes_(plan.histogram.sizes), plan_(plan.plan), levels_(limits), index_(k_) {
  const std::size_t bins = plan.histogram.bins();
  for (std::uint32_t bin = 0; bin < bins; ++bin) {
    index_.insert(plan.histogram.size(bin));
    by_level_.push_back({.level = levels_.of(plan.histogram.size(bin).data()), .bin = bin});
  }
  std::sort(by_level_.begin(), by_level_.end(),
            [](Sized a, Sized b) { return a.level != b.level ? a.level < b.level : a.bin < b.bin; });
  sort_runs();
  list_starts(bins);
  chosen_.resize(plan_.strategies());
}

void Guide::sort_runs() {
  std::vector<std::pair<std::uint32_t, std::int64_t>> runs;  // bin, copies
  for (std::size_t s = 0; s < plan_.strategies(); ++s) {
    const auto first = static_cast<std::size_t>(plan_.offsets[s]);
    const auto last = static_cast<std::size_t>(plan_.offsets[s + 1]);
    runs.clear();
    for (std::size_t run = first; run < last; ++run) runs.emplace_back(plan_.bins[run], plan_.copies[run]);
    std::sort(runs.begin(), runs.end(), [&](const auto& a, const auto& b) {
      const std::uint32_t level_a = levels_.of(sizes_.data() + a.first * k_);
      const std::uint32_t level_b = levels_.of(sizes_.data() + b.first * k_);
      return level_a != level_b ? level_a > level_b : a.first > b.first;
    });
    for (std::size_t run = first; run < last; ++run) {
      plan_.bins[run] = runs[run - first].first;
      plan_.copies[run] = runs[run - first].second;
    }
  }
}

void Guide::list_starts(std::size_t bins) {
  start_offsets_.assign(bins + 1, 0);
  for (const std::uint32_t bin : plan_.bins) ++start_offsets_[bin + 1];
  std::partial_sum(start_offsets_.begin(), start_offsets_.end(), start_offsets_.begin());
  std::vector<std::size_t> next(start_offsets_.begin(), start_offsets_.end() - 1);
  starts_.resize(plan_.bins.size());
  for (std::uint32_t s = 0; s < plan_.strategies(); ++s) {
    for (std::uint32_t run = 0; run < runs_of(s); ++run) {
      const Start start{.strategy = s, .run = run};
      starts_[next[plan_.bins[run_of(start, run)]]++] = start;
    }
  }
}

std::uint32_t Guide::bin_for(std::span<const std::int64_t> sizes) const {
  if (const std::uint32_t bin = index_.find(sizes); bin != BinIndex::none) return bin;
  const std::uint32_t level = levels_.of(sizes.data());
  const auto below = [](Sized sized, std::uint32_t l) { return sized.level < l; };
  auto at = std::lower_bound(by_level_.begin(), by_level_.end(), level, below);
  for (; at != by_level_.end() && at->level - level <= Levels::count / 16; ++at) {
    if (fits(sizes.data(), sizes_.data() + at->bin * k_, k_)) return at->bin;
  }
  return BinIndex::none;
}

Guide::Start Guide::choose(std::span<const std::int64_t> sizes) const {
  const std::uint32_t bin = bin_for(sizes);
  if (bin == BinIndex::none) return unknown;
  Start best = unknown;
  double least = 0;
  for (std::size_t i = start_offsets_[bin]; i < start_offsets_[bin + 1]; ++i) {
    const Start start = starts_[i];
    const double share =
        static_cast<double>(chosen_[start.strategy]) / static_cast<double>(plan_.repeats[start.strategy]);
    if (best.strategy == unknown.strategy || share < least) {
      best = start;
      least = share;
    }
  }
  return best;
}

bool Guide::has(Start start) const {
  return start.strategy < plan_.strategies() && start.run < runs_of(start.strategy);
}

void Guide::save(std::vector<std::int64_t>& numbers) const {
  numbers.insert(numbers.end(), chosen_.begin(), chosen_.end());
}

void Guide::restore(SavedNumbers& saved) {
  for (std::int64_t& times : chosen_) times = saved.next(0, max_exact);
}

std::int64_t Guide::fingerprint() const {
  std::uint64_t hash = 0;
  const auto mix = [&](const auto& numbers) {
    for (const auto number : numbers) {
      hash = (hash ^ static_cast<std::uint64_t>(number)) * 0x9e3779b97f4a7c15U;
      hash ^= hash >> 29;
    }
  };
  mix(sizes_);
  mix(plan_.offsets);
  mix(plan_.bins);
  mix(plan_.copies);
  mix(plan_.repeats);
  return static_cast<std::int64_t>(hash >> 11);  // below 2^53
}

}  // namespace tuplepack::packing
