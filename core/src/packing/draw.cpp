#include "tuplepack/packing/draw.hpp"

#include "base/random.hpp"

#include <algorithm>
#include <bit>

namespace tuplepack::packing {

namespace {

/// Counts, and their sums over ranges, in a tree (Fenwick 1994): sums_[i] is over the bins [i − lowest bit of i, i).
class Urn {
 public:
  explicit Urn(std::span<const std::int64_t> counts) : sums_(counts.size() + 1), top_(std::bit_floor(sums_.size())) {
    for (std::size_t i = 1; i < sums_.size(); ++i) {
      sums_[i] += counts[i - 1];
      const std::size_t above = i + (i & -i);
      if (above < sums_.size()) sums_[above] += sums_[i];
    }
  }

  /// Removes the n-th remaining item, counted from 0 through the bins; returns its bin.
  [[nodiscard]] std::size_t take(std::int64_t n) {
    std::size_t bin = 0;
    for (std::size_t step = top_; step > 0; step /= 2) {
      if (bin + step >= sums_.size()) continue;
      if (sums_[bin + step] <= n) {
        bin += step;
        n -= sums_[bin];
      } else {
        --sums_[bin + step];
      }
    }
    return bin;
  }

 private:
  std::vector<std::int64_t> sums_;
  std::size_t top_;
};

}  // namespace

/// Uniform on 0 … n − 1. n ≥ 1
static std::int64_t below(std::int64_t n, Random& random) {
  const std::uint64_t mask = std::bit_ceil(static_cast<std::uint64_t>(n)) - 1;
  std::uint64_t drawn = random.next() & mask;
  while (drawn >= static_cast<std::uint64_t>(n)) drawn = random.next() & mask;
  return static_cast<std::int64_t>(drawn);
}

std::vector<std::int64_t> draw(const Histogram& histogram, std::int64_t items, std::uint64_t seed) {
  std::int64_t left = totals(histogram).items;
  items = std::min(items, left);
  std::vector<std::int64_t> sizes;
  sizes.reserve(static_cast<std::size_t>(items) * histogram.component_count());
  Urn urn(histogram.counts);
  Random random(seed);
  for (; items > 0; --items, --left) {
    const auto size = histogram.size(urn.take(below(left, random)));
    sizes.insert(sizes.end(), size.begin(), size.end());
  }
  return sizes;
}

}  // namespace tuplepack::packing
