#include "tuplepack/packing/batching.hpp"

#include "base/name_table.hpp"
#include "base/random.hpp"
#include "tuplepack/packing/draw.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>

namespace tuplepack::packing {

static constexpr NameTable<BatchPolicy, 3> batch_policy_names{{
    {BatchPolicy::tight, "tight"},
    {BatchPolicy::fit_or_skip, "fit-or-skip"},
    {BatchPolicy::greedy, "greedy"},
}};

std::string_view name(BatchPolicy policy) {
  return name_in(batch_policy_names, policy);
}

Result<BatchPolicy> batch_policy_by_name(std::string_view name) {
  return value_in(batch_policy_names, name);
}

std::vector<std::string_view> batch_policies() {
  return names_in(batch_policy_names);
}

using SizeRow = std::span<const std::int64_t>;

Result<std::vector<std::int64_t>> tight_shape(std::span<const std::int64_t> maxima, std::int64_t batch) {
  std::vector<std::int64_t> shape;
  shape.reserve(maxima.size());
  for (const std::int64_t largest : maxima) {
    if (largest > max_exact / batch) {
      return fail(ErrorCode::too_large, "a batch of " + std::to_string(batch) + " items of up to " +
                                            std::to_string(largest) + " is beyond 2^53");
    }
    shape.push_back(largest * batch);
  }
  return shape;
}

// ---- fit or skip: the comments in TensorFlow GNN's batching_utils.py describe the rule ----

/// The sizes of random batches, component after component: k × draws.
static std::vector<std::int64_t> draw_batches(std::span<const std::int64_t> sizes, std::size_t k,
                                              const FitOrSkipOptions& options, Random& random) {
  const auto draws = static_cast<std::size_t>(options.draws);
  const auto items = static_cast<std::uint32_t>(sizes.size() / k);
  std::vector<std::int64_t> sums(k * draws);
  for (std::size_t draw = 0; draw < draws; ++draw) {
    for (std::int64_t i = 0; i < options.batch; ++i) {
      const std::size_t item = random.below(items);
      for (std::size_t c = 0; c < k; ++c) sums[c * draws + draw] += sizes[item * k + c];
    }
  }
  return sums;
}

static double standard_deviation(SizeRow values) {
  double mean = 0, squares = 0;
  for (const std::int64_t value : values) mean += static_cast<double>(value);
  mean /= static_cast<double>(values.size());
  for (const std::int64_t value : values) {
    squares += (static_cast<double>(value) - mean) * (static_cast<double>(value) - mean);
  }
  return std::sqrt(squares / static_cast<double>(values.size()));
}

/// The shape of each threshold, k numbers each; every one is within that of the threshold before.
static std::vector<std::int64_t> shapes_by_threshold(std::vector<std::int64_t> sums, std::size_t k,
                                                     const FitOrSkipOptions& options) {
  const auto draws = static_cast<std::size_t>(options.draws);
  const auto of_component = [&](std::size_t c) { return std::span(sums).subspan(c * draws, draws); };
  std::vector<double> deviations;
  deviations.reserve(k);
  for (std::size_t c = 0; c < k; ++c) deviations.push_back(standard_deviation(of_component(c)));
  const double most = *std::max_element(deviations.begin(), deviations.end());
  const auto thresholds = static_cast<std::size_t>(options.thresholds);
  std::vector<std::int64_t> shapes(thresholds * k);
  for (std::size_t c = 0; c < k; ++c) {
    const auto sorted = of_component(c);
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    const double importance = most > 0 ? deviations[c] / most : 0;
    for (std::size_t t = 0; t < thresholds; ++t) {
      const double quantile = static_cast<double>(t) * static_cast<double>(draws) / static_cast<double>(thresholds);
      shapes[t * k + c] = sorted[static_cast<std::size_t>(quantile * importance)];
    }
  }
  return shapes;
}

std::vector<std::int64_t> fit_or_skip_shape(std::span<const std::int64_t> sizes, std::size_t k,
                                            const FitOrSkipOptions& options) {
  assert(!sizes.empty() && options.batch >= 1 && options.draws >= 1 && options.thresholds >= 1);
  Random random(options.seed);
  const auto shapes = shapes_by_threshold(draw_batches(sizes, k, options, random), k, options);
  const auto tried = draw_batches(sizes, k, options, random);
  const auto draws = static_cast<std::size_t>(options.draws), thresholds = static_cast<std::size_t>(options.thresholds);
  std::vector<std::int64_t> fit_up_to(thresholds + 1);  // batches that fit the shapes of so many thresholds
  for (std::size_t draw = 0; draw < draws; ++draw) {
    std::size_t fits = 0, fails = thresholds + 1;
    while (fits + 1 < fails) {
      const std::size_t t = (fits + fails) / 2;
      bool within = true;
      for (std::size_t c = 0; c < k; ++c) within = within && tried[c * draws + draw] <= shapes[(t - 1) * k + c];
      (within ? fits : fails) = t;
    }
    ++fit_up_to[fits];
  }
  std::int64_t fitting = 0;
  std::size_t chosen = thresholds;  // counted from 1
  for (; chosen > 1; --chosen) {
    fitting += fit_up_to[chosen];
    if (static_cast<double>(fitting) >= options.success_ratio * static_cast<double>(draws)) break;
  }
  const auto shape = std::span(shapes).subspan((chosen - 1) * k, k);
  return {shape.begin(), shape.end()};
}

// ---- any policy ----

std::int64_t usual_draws(std::int64_t batch) {
  constexpr std::int64_t max_drawn = 1 << 24, fewest_draws = 256, draws = 10'000;
  return std::clamp(max_drawn / batch, fewest_draws, draws);
}

Result<std::vector<std::int64_t>> batch_shape(BatchPolicy policy, std::span<const std::int64_t> sizes, std::size_t k,
                                              const FitOrSkipOptions& options) {
  std::vector<std::int64_t> maxima(k);
  std::vector<double> sums(k);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    maxima[i % k] = std::max(maxima[i % k], sizes[i]);
    sums[i % k] += static_cast<double>(sizes[i]);
  }
  auto tight = tight_shape(maxima, options.batch);
  if (!tight || policy == BatchPolicy::tight) return tight;
  if (policy == BatchPolicy::fit_or_skip) return fit_or_skip_shape(sizes, k, options);
  const double items = static_cast<double>(sizes.size()) / static_cast<double>(k);
  for (std::size_t c = 0; c < k; ++c) {
    const auto usual = static_cast<std::int64_t>(std::ceil(sums[c] * static_cast<double>(options.batch) / items));
    maxima[c] = std::max(maxima[c], usual);
  }
  return maxima;
}

// ---- batches of items in an order ----

static std::vector<double> shares_of(SizeRow used, SizeRow shape, double batches) {
  std::vector<double> shares;
  shares.reserve(used.size());
  for (std::size_t c = 0; c < used.size(); ++c) {
    const double room = batches * static_cast<double>(shape[c]);
    shares.push_back(room == 0 ? 1 : static_cast<double>(used[c]) / room);
  }
  return shares;
}

static BatchedItems batches_that_fit(std::span<const std::int64_t> sizes, std::vector<std::int64_t> shape,
                                     std::int64_t batch) {
  const std::size_t k = shape.size(), items = sizes.size() / k;
  BatchedItems result{.policy = name(BatchPolicy::fit_or_skip), .shape = std::move(shape), .efficiency = {}};
  std::vector<std::int64_t> used(k), sums(k);
  for (std::size_t begin = 0; begin < items; begin += static_cast<std::size_t>(batch)) {
    const std::size_t end = std::min(items, begin + static_cast<std::size_t>(batch));
    std::fill(sums.begin(), sums.end(), 0);
    for (std::size_t item = begin; item < end; ++item) {
      for (std::size_t c = 0; c < k; ++c) sums[c] += sizes[item * k + c];
    }
    bool fits = true;
    for (std::size_t c = 0; c < k; ++c) fits = fits && sums[c] <= result.shape[c];
    if (!fits) {
      result.dropped += static_cast<std::int64_t>(end - begin);
      continue;
    }
    ++result.batches;
    for (std::size_t c = 0; c < k; ++c) used[c] += sums[c];
  }
  result.efficiency = shares_of(used, result.shape, static_cast<double>(result.batches));
  return result;
}

std::int64_t greedy_batches(std::span<const std::int64_t> sizes, const Limits& limits) {
  const std::size_t k = limits.sizes.size();
  std::vector<std::int64_t> left(k);
  std::int64_t batches = 0, slots = 0;
  for (std::size_t item = 0; item < sizes.size() / k; ++item) {
    const SizeRow size = sizes.subspan(item * k, k);
    bool fits = slots > 0;
    for (std::size_t c = 0; c < k; ++c) fits = fits && size[c] <= left[c];
    if (!fits) {
      ++batches;
      left = limits.sizes;
      slots = limits.depth;
    }
    for (std::size_t c = 0; c < k; ++c) left[c] -= size[c];
    --slots;
  }
  return batches;
}

Result<std::vector<BatchedItems>> batch_items(const Histogram& histogram, const Limits& limits,
                                              const BatchingOptions& options) {
  if (auto valid = validate(histogram, limits); !valid) return tl::unexpected(valid.error());
  if (options.batch < 1 || options.batch > max_batch_items) {
    return fail(options.batch < 1 ? ErrorCode::limit_not_positive : ErrorCode::too_large,
                "a batch has 1 to " + std::to_string(max_batch_items) + " items, not " + std::to_string(options.batch));
  }
  const Totals all = totals(histogram);
  const std::size_t k = histogram.component_count();
  const auto tight = tight_shape(all.maxima, options.batch);
  if (!tight) return tl::unexpected(tight.error());
  const std::vector<std::int64_t> sizes = draw(histogram, max_batched_items, options.seed);
  const auto shape = fit_or_skip_shape(sizes, k,
                                       {.batch = options.batch,
                                        .success_ratio = options.success_ratio,
                                        .draws = usual_draws(options.batch),
                                        .seed = options.seed + 1});
  std::vector<BatchedItems> policies;
  const std::int64_t batches = (all.items + options.batch - 1) / options.batch;
  policies.push_back({.policy = name(BatchPolicy::tight),
                      .shape = *tight,
                      .batches = batches,
                      .efficiency = shares_of(all.sums, *tight, static_cast<double>(batches))});
  const double scale = static_cast<double>(all.items) * static_cast<double>(k) / static_cast<double>(sizes.size());
  const auto scaled = [&](std::int64_t count) { return std::llround(static_cast<double>(count) * scale); };
  policies.push_back(batches_that_fit(sizes, shape, options.batch));
  policies.back().batches = scaled(policies.back().batches);
  policies.back().dropped = scaled(policies.back().dropped);
  const std::int64_t greedy = scaled(greedy_batches(sizes, limits));
  policies.push_back({.policy = name(BatchPolicy::greedy),
                      .shape = limits.sizes,
                      .batches = greedy,
                      .efficiency = shares_of(all.sums, limits.sizes, static_cast<double>(greedy))});
  return policies;
}

}  // namespace tuplepack::packing
