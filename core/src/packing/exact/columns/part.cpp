#include "part.hpp"

#include <algorithm>
#include <numeric>

namespace tuplepack::packing {

/// Distinct sizes in ascending order, with or without those that take no room.
static Part merged(const Histogram& whole, std::optional<std::size_t> component, bool with_free) {
  const std::size_t k = component ? 1 : whole.component_count();
  const auto size = [&](std::uint32_t bin) {
    return component ? whole.size(bin).subspan(*component, 1) : whole.size(bin);
  };
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    return std::lexicographical_compare(size(a).begin(), size(a).end(), size(b).begin(), size(b).end());
  };
  Part part{.histogram = {}, .pack = {}, .bin = std::vector<std::uint32_t>(whole.bins(), Part::none)};
  if (component) {
    part.histogram.components = {whole.components[*component]};
  } else {
    part.histogram.components = whole.components;
  }
  std::vector<std::uint32_t> order(whole.bins());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), before);
  std::uint32_t last = Part::none;  // the bin of the whole that was added last
  for (const std::uint32_t bin : order) {
    const auto sizes = size(bin);
    if (!with_free && std::all_of(sizes.begin(), sizes.end(), [](std::int64_t s) { return s == 0; })) continue;
    if (last == Part::none || before(last, bin)) {
      part.histogram.sizes.insert(part.histogram.sizes.end(), sizes.begin(), sizes.end());
      part.histogram.counts.push_back(0);
      last = bin;
    }
    part.histogram.counts.back() += whole.counts[bin];
    part.bin[bin] = static_cast<std::uint32_t>(part.histogram.sizes.size() / k - 1);
  }
  return part;
}

std::optional<Part> part_of(const Histogram& whole, const Limits& limits, std::optional<std::size_t> component) {
  Limits own = limits;
  if (component) own.sizes = {limits.sizes[*component]};
  for (const bool with_free : {true, false}) {
    Part part = merged(whole, component, with_free);
    if (part.histogram.bins() == 0) return std::nullopt;
    std::optional<OnePack> pack = reduce_to_table(part.histogram, own);
    if (!pack) return std::nullopt;
    part.pack = std::move(*pack);
    if (part.pack.uses_depth || !with_free) return part;  // a limited depth gives every item something to take
  }
  return std::nullopt;
}

std::optional<Part> exact_part_of(const Histogram& whole, const Limits& limits) {
  for (const bool with_free : {true, false}) {
    Part part = merged(whole, std::nullopt, with_free);
    if (part.histogram.bins() == 0) return std::nullopt;
    part.pack = reduce(part.histogram, limits);
    if (part.pack.uses_depth || !with_free) return part;
  }
  return std::nullopt;
}

Columns columns_of(const Plan& plan, const Part& part) {
  Columns columns;
  for (std::size_t strategy = 0; strategy < plan.strategies(); ++strategy) {
    std::vector<Run> runs;
    for (auto i = static_cast<std::size_t>(plan.offsets[strategy]);
         i < static_cast<std::size_t>(plan.offsets[strategy + 1]); ++i) {
      const std::uint32_t bin = part.bin[plan.bins[i]];
      if (bin != Part::none) runs.push_back({.bin = bin, .copies = plan.copies[i]});
    }
    if (!runs.empty()) columns.add(runs);
  }
  return columns;
}

std::vector<std::uint32_t> original_bins(const Part& part) {
  std::vector<std::uint32_t> original(part.histogram.bins());
  for (std::size_t bin = 0; bin < part.bin.size(); ++bin) {
    if (part.bin[bin] != Part::none) original[part.bin[bin]] = static_cast<std::uint32_t>(bin);
  }
  return original;
}

std::vector<Run> free_items(const Part& part, std::span<const std::int64_t> counts) {
  std::vector<Run> free;
  for (std::size_t bin = 0; bin < part.bin.size(); ++bin) {
    if (part.bin[bin] == Part::none) free.push_back({.bin = static_cast<std::uint32_t>(bin), .copies = counts[bin]});
  }
  return free;
}

}  // namespace tuplepack::packing
