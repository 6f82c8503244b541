#include "tuplepack/packing/bound.hpp"

#include "bounds.hpp"

#include <algorithm>
#include <array>

namespace tuplepack::packing {

static constexpr std::array<BoundMethod, 4> bound_table{{
    {"depth", "items that cannot share a pack with any other, plus ⌈remaining items / depth⌉"},
    {"total", "total size / limit, per component (L1)"},
    {"martello-toth", "large items cannot share a pack (L2), per component"},
    {"dual-feasible", "total size / limit after rounding sizes by dual feasible functions, per component"},
}};

static constexpr std::array<Shown (*)(const Projection&), 3> by_component{
    // starting from the second row of the table
    bound_by_total, bound_by_large_items, bound_by_dual_feasible_functions};

std::span<const BoundMethod> bound_methods() {
  return bound_table;
}

std::vector<LowerBound> lower_bounds(const Histogram& histogram, const Limits& limits) {
  const std::size_t k = histogram.component_count();
  std::vector<LowerBound> bounds;
  bounds.reserve(1 + k * by_component.size());
  const auto append = [&](std::size_t row, Shown shown, std::optional<std::size_t> component) {
    bounds.push_back(
        {.packs = shown.packs, .name = bound_table[row].name, .component = component, .parameter = shown.parameter});
  };
  append(0, bound_by_depth(histogram, limits), {});
  std::vector<Projection> projections;
  for (std::size_t c = 0; c < k; ++c) projections.push_back(project(histogram, limits, c));
  for (std::size_t row = 0; row < by_component.size(); ++row) {
    for (std::size_t c = 0; c < k; ++c) append(row + 1, by_component[row](projections[c]), c);
  }
  return bounds;
}

LowerBound lower_bound(const Histogram& histogram, const Limits& limits) {
  const std::vector<LowerBound> bounds = lower_bounds(histogram, limits);
  return *std::max_element(bounds.begin(), bounds.end(),
                           [](const auto& a, const auto& b) { return a.packs < b.packs; });
}

}  // namespace tuplepack::packing
