// Sorting is optimal by an exchange argument: the group of the heaviest pack takes as long as that pack, so the next
// heaviest packs may join it at no cost; and so on with the remaining packs.

#include "tuplepack/packing/balance.hpp"

#include "base/order.hpp"
#include "tuplepack/packing/component.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace tuplepack::packing {

Result<std::size_t> balanced_component(std::string_view text, std::span<const std::string> components) {
  const std::size_t colon = text.find(':');
  if (text.substr(0, colon) != "quadratic") {
    return fail(ErrorCode::malformed, "'" + std::string(text) + "' is neither quadratic nor quadratic:NAME");
  }
  return colon == std::string_view::npos ? 0 : component_named(text.substr(colon + 1), components);
}

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

/// The packs from the heaviest to the lightest; packs of equal work stay in order. A counting sort.
static std::vector<std::uint32_t> heaviest_first(std::span<const double> work, std::span<const std::uint32_t> kinds) {
  const auto by_work = sorted_numbers(work.size(), [&](std::uint32_t a, std::uint32_t b) { return work[a] > work[b]; });
  std::vector<std::uint32_t> level_of(work.size());  // kinds of equal work are on one level
  std::uint32_t level = 0;
  for (std::size_t i = 0; i < by_work.size(); ++i) {
    if (i > 0 && work[by_work[i]] != work[by_work[i - 1]]) ++level;
    level_of[by_work[i]] = level;
  }
  std::vector<std::uint32_t> next(level + std::size_t{2});
  for (const std::uint32_t kind : kinds) ++next[level_of[kind] + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<std::uint32_t> packs(kinds.size());
  for (std::size_t pack = 0; pack < kinds.size(); ++pack) {
    packs[next[level_of[kinds[pack]]]++] = static_cast<std::uint32_t>(pack);
  }
  return packs;
}

std::vector<std::uint32_t> balanced_order(std::span<const double> work, std::span<const std::uint32_t> kinds,
                                          std::int64_t ranks) {
  std::vector<std::uint32_t> packs = heaviest_first(work, kinds);
  const auto size = static_cast<std::size_t>(ranks);
  const std::size_t whole = packs.size() / size;  // groups
  constexpr std::uint32_t none = ~std::uint32_t{0};
  std::vector<std::uint32_t> begins(packs.size(), none);  // for the first pack of a group: the group
  for (std::size_t group = 0; group * size < packs.size(); ++group) {
    const auto members = std::span(packs).subspan(group * size, std::min(size, packs.size() - group * size));
    if (!std::is_sorted(members.begin(), members.end())) sort_numbers(members, std::less<>());
    if (group < whole) begins[members.front()] = static_cast<std::uint32_t>(group);
  }
  std::vector<std::uint32_t> order;
  order.reserve(packs.size());
  for (const std::uint32_t group : begins) {
    if (group == none) continue;
    const auto members = std::span(packs).subspan(group * size, size);
    order.insert(order.end(), members.begin(), members.end());
  }
  const auto rest = std::span(packs).subspan(whole * size);
  order.insert(order.end(), rest.begin(), rest.end());
  return order;
}

}  // namespace tuplepack::packing
