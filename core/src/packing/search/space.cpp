#include "space.hpp"

#include "base/arithmetic.hpp"
#include "base/decimal_text.hpp"
#include "tuplepack/base/limits.hpp"

#include <algorithm>
#include <string>

namespace tuplepack::packing {

std::int64_t SearchSpace::cost(std::span<const std::int64_t> limits) const {
  std::int64_t cost = 0;
  for (std::size_t c = 0; c < limits.size(); ++c) cost += weights[c] * limits[c];
  return cost;
}

double SearchSpace::measure(std::int64_t packs, std::span<const std::int64_t> limits) const {
  if (!per_component) return harmonic_mean(real.sums, packs, limits);
  double least = 1;
  for (std::size_t c = 0; c < limits.size(); ++c) least = std::min(least, efficiency(real.sums[c], packs, limits[c]));
  return least;
}

std::int64_t SearchSpace::max_packs(std::span<const std::int64_t> limits, double least) const {
  std::int64_t enough = 0;
  std::int64_t too_many =
      real.items + 1;  // no plan needs them, and what it would mean for efficiency is of no interest
  while (too_many - enough > 1) {
    const std::int64_t middle = enough + (too_many - enough) / 2;
    (measure(middle, limits) >= least ? enough : too_many) = middle;
  }
  return enough;
}

static Result<std::vector<std::int64_t>> weights_of(const Histogram& histogram, const SearchOptions& options) {
  const std::size_t k = histogram.component_count();
  if (options.weights.empty()) return std::vector<std::int64_t>(k, 1);
  if (options.weights.size() != k) {
    return fail(ErrorCode::component_mismatch,
                counted(options.weights.size(), "weight") + " for " + counted(k, "component"));
  }
  for (const std::int64_t weight : options.weights) {
    if (weight < 1) {
      return fail(ErrorCode::limit_not_positive, "the weight " + std::to_string(weight) + " is not positive");
    }
  }
  return options.weights;
}

/// Σ weight · largest limit must stay exact.
static Result<void> validate_cost(std::span<const Range> ranges, std::span<const std::int64_t> weights) {
  std::int64_t left = max_exact;
  for (std::size_t c = 0; c < ranges.size(); ++c) {
    if (ranges[c].last > left / weights[c]) return fail(ErrorCode::too_large, "weight · limit goes beyond 2^53");
    left -= weights[c] * ranges[c].last;
  }
  return {};
}

/// The ranges without limits that some item is over.
static std::vector<Range> ranges_that_hold(std::vector<Range> ranges, std::span<const std::int64_t> largest) {
  for (std::size_t c = 0; c < ranges.size(); ++c) {
    Range& range = ranges[c];
    if (range.last < largest[c]) return {};
    if (range.first < largest[c]) range.first += divide_up(largest[c] - range.first, range.step) * range.step;
    if (range.first > range.last) return {};
    range.last = range[range.size() - 1];
  }
  return ranges;
}

Result<SearchSpace> search_space(const Histogram& histogram, const SearchOptions& options) {
  if (auto valid = validate(histogram, options.ranges); !valid) return tl::unexpected(valid.error());
  auto weights = weights_of(histogram, options);
  if (!weights) return tl::unexpected(weights.error());
  if (auto valid = validate_cost(options.ranges, *weights); !valid) return tl::unexpected(valid.error());
  SearchSpace space{.real = totals(histogram),
                    .ranges = {},
                    .weights = std::move(*weights),
                    .depth = options.depth,
                    .per_component = options.per_component};
  space.ranges = ranges_that_hold(options.ranges, space.real.maxima);
  // What is wrong with the largest limits is wrong with the histogram or the depth; smaller ones hold fewer items.
  Limits most{.sizes = {}, .depth = options.depth};
  for (std::size_t c = 0; c < options.ranges.size(); ++c) {
    most.sizes.push_back(std::max(options.ranges[c].last, space.real.maxima[c]));
  }
  if (auto valid = validate(histogram, most); !valid) return tl::unexpected(valid.error());
  return space;
}

Result<std::vector<Range>> usual_ranges(const Histogram& histogram, std::span<const std::int64_t> multiples) {
  const std::size_t k = histogram.component_count();
  if (!multiples.empty() && multiples.size() != k) {
    return fail(ErrorCode::component_mismatch,
                counted(multiples.size(), "multiple") + " for " + counted(k, "component"));
  }
  constexpr std::int64_t times = 4;
  const Totals sums = totals(histogram);
  std::vector<Range> ranges;
  for (std::size_t c = 0; c < k; ++c) {
    const std::int64_t multiple = multiples.empty() ? 1 : multiples[c];
    const std::int64_t largest = std::max<std::int64_t>(sums.maxima[c], 1);
    const std::int64_t last = std::max(largest > max_exact / times ? max_exact : times * largest, multiple);
    auto range = multiples_in({.first = largest, .last = last, .step = 1}, multiple, histogram.components[c]);
    if (!range) return tl::unexpected(range.error());
    ranges.push_back(*range);
  }
  return ranges;
}

}  // namespace tuplepack::packing
