#include "tuplepack/packing/histogram.hpp"

#include "base/decimal_text.hpp"
#include "base/order.hpp"
#include "bin_index.hpp"

#include <algorithm>
#include <cassert>

namespace tuplepack::packing {

Totals totals(const Histogram& histogram) {
  const std::size_t k = histogram.component_count();
  Totals result{.items = 0, .sums = std::vector<std::int64_t>(k), .maxima = std::vector<std::int64_t>(k)};
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    const auto size = histogram.size(bin);
    result.items += histogram.counts[bin];
    for (std::size_t c = 0; c < k; ++c) {
      result.sums[c] += histogram.counts[bin] * size[c];
      result.maxima[c] = std::max(result.maxima[c], size[c]);
    }
  }
  return result;
}

struct HistogramBuilder::State {
  explicit State(std::size_t component_count) : k(component_count), index(component_count), sums(component_count) {}

  std::size_t k;
  BinIndex index;
  std::vector<std::int64_t> counts;
  std::int64_t items = 0;
  std::vector<std::int64_t> sums;
};

HistogramBuilder::HistogramBuilder(std::size_t component_count) : state_(std::make_unique<State>(component_count)) {
  assert(component_count >= 1 && component_count <= max_components);
}
HistogramBuilder::~HistogramBuilder() = default;
HistogramBuilder::HistogramBuilder(HistogramBuilder&&) noexcept = default;
HistogramBuilder& HistogramBuilder::operator=(HistogramBuilder&&) noexcept = default;

/// Whether adding size · count to a sum would exceed max_exact. Small factors need no division.
static bool leaves_exact(std::int64_t sum, std::int64_t size, std::int64_t count) {
  constexpr std::int64_t small = std::int64_t{1} << 26;
  if (size < small && count < small) return size * count > max_exact - sum;
  return count > 0 && size > (max_exact - sum) / count;
}

Result<void> HistogramBuilder::add(std::span<const std::int64_t> sizes, std::int64_t count) {
  State& state = *state_;
  assert(sizes.size() == state.k);
  if (count < 0) return fail(ErrorCode::negative, "count " + std::to_string(count) + " is negative");
  if (count > max_exact - state.items) return fail(ErrorCode::too_large, "more than 2^53 items");
  for (std::size_t c = 0; c < state.k; ++c) {
    if (sizes[c] < 0) return fail(ErrorCode::negative, "size " + std::to_string(sizes[c]) + " is negative");
    if (leaves_exact(state.sums[c], sizes[c], count)) {
      return fail(ErrorCode::too_large, "the total size of all items is beyond 2^53");
    }
  }
  if (count == 0) return {};
  const std::uint32_t bin = state.index.insert(sizes);
  if (bin == state.counts.size()) state.counts.push_back(0);
  state.counts[bin] += count;
  state.items += count;
  for (std::size_t c = 0; c < state.k; ++c) state.sums[c] += count * sizes[c];
  return {};
}

Result<Histogram> HistogramBuilder::finish(std::vector<std::string> components) && {
  State& state = *state_;
  if (components.size() != state.k) {
    return fail(ErrorCode::component_mismatch,
                counted(components.size(), "name") + " for " + counted(state.k, "component"));
  }
  if (state.counts.empty()) return fail(ErrorCode::empty, "no items");
  const auto& sizes = state.index.sizes();
  const auto begin = [&](std::uint32_t bin) { return sizes.begin() + static_cast<std::ptrdiff_t>(bin * state.k); };
  const auto end = [&](std::uint32_t bin) { return begin(bin) + static_cast<std::ptrdiff_t>(state.k); };
  const auto order = sorted_numbers(state.counts.size(), [&](std::uint32_t a, std::uint32_t b) {
    return std::lexicographical_compare(begin(a), end(a), begin(b), end(b));
  });
  Histogram histogram;
  histogram.components = std::move(components);
  histogram.sizes.reserve(sizes.size());
  histogram.counts.reserve(order.size());
  for (const std::uint32_t bin : order) {
    histogram.sizes.insert(histogram.sizes.end(), begin(bin), end(bin));
    histogram.counts.push_back(state.counts[bin]);
  }
  return histogram;
}

Result<Histogram> make_histogram(std::vector<std::string> components, std::span<const std::int64_t> sizes,
                                 std::span<const std::int64_t> counts) {
  const std::size_t k = components.size();
  if (k < 1 || k > max_components || sizes.size() != k * counts.size()) {
    return fail(ErrorCode::component_mismatch, counted(sizes.size(), "size") + " and " +
                                                   counted(counts.size(), "count") + " for " + counted(k, "component"));
  }
  HistogramBuilder builder(k);
  for (std::size_t row = 0; row < counts.size(); ++row) {
    if (auto added = builder.add(sizes.subspan(row * k, k), counts[row]); !added) return tl::unexpected(added.error());
  }
  return std::move(builder).finish(std::move(components));
}

}  // namespace tuplepack::packing
