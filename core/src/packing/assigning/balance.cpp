// Sorting is optimal by an exchange argument: the group of the heaviest pack takes as long as that pack, so the next
// heaviest packs may join it at no cost; and so on with the remaining packs.

#include "tuplepack/packing/balance.hpp"

#include "../../order.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace tuplepack {

std::vector<double> quadratic_work(const Histogram& histogram, const Plan& plan, std::size_t component) {
  std::vector<double> work(plan.strategies());
  for (std::size_t s = 0; s < plan.strategies(); ++s) {
    for (auto run = static_cast<std::size_t>(plan.offsets[s]); run < static_cast<std::size_t>(plan.offsets[s + 1]);
         ++run) {
      const auto size = static_cast<double>(histogram.size(plan.bins[run])[component]);
      work[s] += static_cast<double>(plan.copies[run]) * (size * size);
    }
  }
  return work;
}

Imbalance imbalance(std::span<const double> work, std::int64_t ranks) {
  const auto size = static_cast<std::size_t>(ranks);
  double ratios = 0;
  double groups = 0;
  double longest = 0;
  double even = 0;
  Imbalance result;
  for (std::size_t begin = 0; begin < work.size(); begin += size) {
    const std::span<const double> group = work.subspan(begin, std::min(size, work.size() - begin));
    const double largest = *std::max_element(group.begin(), group.end());
    const double mean = std::accumulate(group.begin(), group.end(), 0.0) / static_cast<double>(group.size());
    const double ratio = mean > 0 ? largest / mean : 1;
    result.largest = std::max(result.largest, ratio);
    ratios += ratio;
    groups += 1;
    longest += largest;
    even += mean;
  }
  if (groups > 0) result.mean = ratios / groups;
  if (even > 0) result.overall = longest / even;
  return result;
}

std::vector<std::uint32_t> balanced_order(std::span<const double> work, std::int64_t ranks) {
  std::vector<std::uint32_t> packs =
      sorted_numbers(work.size(), [&](std::uint32_t a, std::uint32_t b) { return work[a] > work[b]; });

  const auto size = static_cast<std::size_t>(ranks);
  const std::size_t whole = packs.size() / size;  // groups
  const auto rest = std::span(packs).subspan(whole * size);
  const auto begin_of = [&](std::size_t group) { return packs.data() + group * size; };
  for (std::size_t group = 0; group < whole; ++group) sort_numbers(std::span(begin_of(group), size), std::less<>());
  sort_numbers(rest, std::less<>());
  const auto groups =
      sorted_numbers(whole, [&](std::uint32_t a, std::uint32_t b) { return *begin_of(a) < *begin_of(b); });

  std::vector<std::uint32_t> order;
  order.reserve(packs.size());
  for (const std::uint32_t group : groups) order.insert(order.end(), begin_of(group), begin_of(group + 1));
  order.insert(order.end(), rest.begin(), rest.end());
  return order;
}

}  // namespace tuplepack
