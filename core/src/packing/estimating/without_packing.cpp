#include "tuplepack/packing/without_packing.hpp"

#include "tuplepack/packing/batching.hpp"
#include "tuplepack/packing/draw.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack::packing {

/// The padding among `computed`.
static double padding_in(double computed, std::int64_t sizes) {
  return computed == 0 ? 0 : std::max(1 - static_cast<double>(sizes) / computed, 0.0);
}

/// The items of each size of a component, ascending.
static std::vector<std::pair<std::int64_t, std::int64_t>> counts_by_size(const Histogram& items, std::size_t c) {
  std::vector<std::pair<std::int64_t, std::int64_t>> rows;
  rows.reserve(items.bins());
  for (std::size_t bin = 0; bin < items.bins(); ++bin) rows.emplace_back(items.size(bin)[c], items.counts[bin]);
  std::sort(rows.begin(), rows.end());
  return rows;
}

/// The probability that `drawn` of `all` items are all among `some` of them: C(some, drawn) / C(all, drawn).
static double all_among(std::int64_t some, std::int64_t all, std::int64_t drawn) {
  constexpr double no_chance = 1e-18;
  const std::int64_t top = std::max(some, all - drawn);  // C(s, d) / C(a, d) is symmetric in a − s and d
  double product = 1;
  for (std::int64_t i = 0; i < all - top && product > no_chance; ++i) {
    product *= static_cast<double>(some + all - drawn - top - i);
    product /= static_cast<double>(all - i);
  }
  return product > no_chance ? product : 0;
}

/// Of the largest of `drawn` items.
static double expected_largest(std::span<const std::pair<std::int64_t, std::int64_t>> rows, std::int64_t all,
                               std::int64_t drawn) {
  double expected = static_cast<double>(rows.back().first);
  std::int64_t so_far = 0;
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
    so_far += rows[i].second;
    const std::int64_t step = rows[i + 1].first - rows[i].first;
    if (step > 0 && so_far >= drawn) expected -= static_cast<double>(step) * all_among(so_far, all, drawn);
  }
  return expected;
}

/// Every batch of a random order is a random sample, the last and smaller one too.
static double computed_in_random_batches(const Histogram& items, std::size_t c, std::int64_t all, std::int64_t batch) {
  const auto rows = counts_by_size(items, c);
  const std::int64_t left = all % batch;
  double computed = 0;
  if (all >= batch) computed += static_cast<double>(all - left) * expected_largest(rows, all, batch);
  if (left > 0) computed += static_cast<double>(left) * expected_largest(rows, all, left);
  return computed;
}

/// Batches in the order of the histogram, which is that of the sizes.
static std::vector<double> computed_in_sorted_batches(const Histogram& items, std::int64_t batch) {
  const std::size_t k = items.component_count();
  std::vector<double> computed(k);
  std::vector<std::int64_t> longest(k);
  std::int64_t filled = 0;
  const auto close = [&] {
    for (std::size_t c = 0; c < k; ++c) computed[c] += static_cast<double>(filled) * static_cast<double>(longest[c]);
    std::fill(longest.begin(), longest.end(), 0);
    filled = 0;
  };
  for (std::size_t bin = 0; bin < items.bins(); ++bin) {
    const auto size = items.size(bin);
    std::int64_t left = items.counts[bin];
    while (left > 0) {
      const std::int64_t taken = filled > 0     ? std::min(left, batch - filled)
                                 : left < batch ? left
                                                : left - left % batch;
      for (std::size_t c = 0; c < k; ++c) longest[c] = std::max(longest[c], size[c]);
      filled += taken;
      left -= taken;
      if (filled % batch == 0) close();
    }
  }
  close();
  return computed;
}

static double greedy_packs(const Histogram& items, const Limits& room, std::int64_t all) {
  const std::vector<std::int64_t> sample = draw(items, max_greedy_items, 0);
  const double drawn = static_cast<double>(sample.size()) / static_cast<double>(items.component_count());
  return static_cast<double>(greedy_batches(sample, room)) * (static_cast<double>(all) / drawn);
}

WithoutPacking without_packing(const Histogram& items, std::span<const std::int64_t> sizes, const Limits& limits,
                               const Limits& room, std::int64_t batch) {
  const std::size_t k = items.component_count();
  const std::int64_t all = totals(items).items;
  WithoutPacking paid{.batch = batch,
                      .limit = std::vector<double>(k),
                      .random = std::vector<double>(k),
                      .sorted = std::vector<double>(k),
                      .greedy = std::vector<double>(k)};
  if (all == 0) return paid;
  const std::vector<double> sorted = computed_in_sorted_batches(items, batch);
  const double packs = greedy_packs(items, room, all);
  for (std::size_t c = 0; c < k; ++c) {
    const double limit = static_cast<double>(limits.sizes[c]);
    paid.limit[c] = padding_in(static_cast<double>(all) * limit, sizes[c]);
    paid.random[c] = padding_in(computed_in_random_batches(items, c, all, batch), sizes[c]);
    paid.sorted[c] = padding_in(sorted[c], sizes[c]);
    paid.greedy[c] = padding_in(packs * limit, sizes[c]);
  }
  return paid;
}

WithoutPacking without_packing(const PlanDocument& plan, std::int64_t batch) {
  return without_packing(plan.histogram, plan.real.sums, plan.limits, plan.room, batch);
}

WithoutPacking without_packing(const Histogram& items, std::int64_t batch) {
  const Totals all = totals(items);
  const Limits largest{.sizes = all.maxima};
  return without_packing(items, all.sums, largest, largest, batch);
}

}  // namespace tuplepack::packing
