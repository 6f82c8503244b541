#include "one_pack.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace tuplepack::packing {

namespace {

struct Component {
  std::int64_t limit;
  std::vector<std::int64_t> sizes;  // bins
  bool binds;
};

/// Whether all items of the histogram fit into one pack as far as this component goes.
bool never_binds(const Component& component, std::span<const std::int64_t> counts) {
  std::int64_t room = component.limit;
  for (std::size_t bin = 0; bin < counts.size(); ++bin) {
    const std::int64_t size = component.sizes[bin];
    if (size == 0) continue;
    if (counts[bin] > room / size) return false;
    room -= counts[bin] * size;
  }
  return true;
}

/// Whether some item would take no room in any of the components that bind.
bool leaves_items_free(std::span<const Component> components, std::size_t bins) {
  for (std::size_t bin = 0; bin < bins; ++bin) {
    if (std::none_of(components.begin(), components.end(),
                     [bin](const Component& c) { return c.binds && c.sizes[bin] > 0; })) {
      return true;
    }
  }
  return false;
}

/// The most items that a pack can hold by one component alone.
std::int64_t items_that_fit(const Component& component) {
  const std::int64_t smallest = *std::min_element(component.sizes.begin(), component.sizes.end());
  return smallest == 0 ? unlimited_depth : component.limit / smallest;
}

}  // namespace

OnePack reduce(const Histogram& histogram, const Limits& limits) {
  std::vector<Component> components;
  for (std::size_t c = 0; c < limits.sizes.size(); ++c) {
    Component component{.limit = limits.sizes[c], .sizes = std::vector<std::int64_t>(histogram.bins()), .binds = true};
    std::int64_t divisor = 0;
    for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
      component.sizes[bin] = histogram.size(bin)[c];
      divisor = std::gcd(divisor, component.sizes[bin]);
    }
    if (divisor == 0) continue;
    component.binds = !never_binds(component, histogram.counts);
    for (std::int64_t& size : component.sizes) size /= divisor;
    component.limit /= divisor;
    components.push_back(std::move(component));
  }
  const bool needs_all = leaves_items_free(components, histogram.bins());
  std::vector<Component> binding;
  std::int64_t depth_needed = unlimited_depth;
  for (Component& component : components) {
    depth_needed = std::min(depth_needed, items_that_fit(component));
    if (component.binds || needs_all) binding.push_back(std::move(component));
  }
  Component depth{.limit = limits.depth, .sizes = std::vector<std::int64_t>(histogram.bins(), 1), .binds = true};
  const bool uses_depth = limits.depth < depth_needed && !never_binds(depth, histogram.counts);
  if (uses_depth || binding.empty()) binding.insert(binding.begin(), std::move(depth));

  OnePack pack{.limits = {}, .sizes = {}, .bins = histogram.bins(), .uses_depth = uses_depth};
  for (const Component& component : binding) pack.limits.push_back(component.limit);
  pack.sizes.reserve(histogram.bins() * binding.size());
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    for (const Component& component : binding) pack.sizes.push_back(component.sizes[bin]);
  }
  return pack;
}

/// Numbers in a table, and numbers computed to fill it once, at most.
static constexpr std::int64_t max_pack_cells = 8'000'000;
static constexpr std::int64_t max_pack_work = 1'000'000'000;
/// Bins at most: the linear program keeps a square of them.
static constexpr std::size_t max_bins = 1'500;

static bool is_small(const OnePack& pack) {
  if (pack.bins > max_bins) return false;
  std::int64_t cells = 1;
  for (const std::int64_t limit : pack.limits) {
    if (limit >= max_pack_cells || cells > max_pack_cells / (limit + 1)) return false;
    cells *= limit + 1;
  }
  return cells <= max_pack_work / static_cast<std::int64_t>(pack.bins);
}

std::optional<OnePack> reduce_to_table(const Histogram& histogram, const Limits& limits) {
  OnePack pack = reduce(histogram, limits);
  if (!is_small(pack) && pack.uses_depth) pack = reduce(histogram, {.sizes = limits.sizes});
  if (!is_small(pack)) return std::nullopt;
  return pack;
}

std::vector<std::uint32_t> nearest_below(const OnePack& pack) {
  std::vector<std::uint32_t> below(pack.bins, no_bin);
  for (std::size_t bin = 0; bin < pack.bins; ++bin) {
    const auto size = pack.size(bin);
    for (std::size_t other = bin; other-- > 0 && below[bin] == no_bin;) {
      if (std::equal(size.begin(), size.end(), pack.size(other).begin(), std::greater_equal<>()))
        below[bin] = static_cast<std::uint32_t>(other);
    }
  }
  return below;
}

}  // namespace tuplepack::packing
