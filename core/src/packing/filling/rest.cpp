#include "rest.hpp"

namespace tuplepack::packing {

std::vector<Run> Rest::runs(const Plan& plan, std::size_t strategy) const {
  std::vector<Run> runs;
  for (auto r = static_cast<std::size_t>(plan.offsets[strategy]);
       r < static_cast<std::size_t>(plan.offsets[strategy + 1]); ++r) {
    runs.push_back({.bin = original[plan.bins[r]], .copies = plan.copies[r]});
  }
  return runs;
}

Rest residual(const Histogram& whole, std::span<const std::int64_t> left) {
  Rest rest;
  rest.histogram.components = whole.components;
  for (std::size_t bin = 0; bin < whole.bins(); ++bin) {
    if (left[bin] == 0) continue;
    const auto size = whole.size(bin);
    rest.histogram.sizes.insert(rest.histogram.sizes.end(), size.begin(), size.end());
    rest.histogram.counts.push_back(left[bin]);
    rest.original.push_back(static_cast<std::uint32_t>(bin));
  }
  return rest;
}

}  // namespace tuplepack::packing
