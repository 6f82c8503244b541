#include "subgraph_sizes.hpp"

#include <algorithm>
#include <array>

namespace tuplepack::tests {

std::vector<std::int64_t> subgraph_sizes(std::int64_t items, std::uint64_t seed) {
  constexpr std::array<std::int64_t, 8> per_mille{310, 53, 1'502, 47, 49, 7, 3'158, 409};
  Random random(seed);
  std::vector<std::int64_t> sizes;
  for (std::int64_t i = 0; i < items; ++i) {
    std::int64_t scale = random.between(200, 1'400);
    if (random.one_in(20)) scale = random.between(1'400, 4'000);
    for (const std::int64_t size : per_mille) sizes.push_back(size * scale * random.between(80, 120) / 100'000);
  }
  return sizes;
}

Instance with_limits(const std::vector<std::int64_t>& sizes, std::size_t k, std::int64_t means) {
  std::vector<std::string> names;
  for (std::size_t c = 0; c < k; ++c) names.push_back(std::to_string(c));
  const std::vector<std::int64_t> counts(sizes.size() / k, 1);
  Instance instance{.histogram = packing::make_histogram(names, sizes, counts).value(), .limits = {}};
  const packing::Totals sums = totals(instance.histogram);
  for (std::size_t c = 0; c < k; ++c) {
    instance.limits.sizes.push_back(
        std::max({(means * sums.sums[c] + sums.items - 1) / sums.items, sums.maxima[c], std::int64_t{1}}));
  }
  return instance;
}

std::int64_t consecutive(const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& limits) {
  const std::size_t k = limits.size();
  std::int64_t packs = 1;
  std::vector<std::int64_t> room = limits;
  for (std::size_t i = 0; i < sizes.size(); i += k) {
    bool fits = true;
    for (std::size_t c = 0; c < k; ++c) fits = fits && sizes[i + c] <= room[c];
    if (!fits) {
      ++packs;
      room = limits;
    }
    for (std::size_t c = 0; c < k; ++c) room[c] -= sizes[i + c];
  }
  return packs;
}

}  // namespace tuplepack::tests
