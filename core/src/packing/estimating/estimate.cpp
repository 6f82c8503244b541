#include "tuplepack/packing/estimate.hpp"

#include "advice.hpp"
#include "slowest_batch.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace tuplepack::packing {

static Result<void> validate(const PlanDocument& document, const EstimateOptions& options) {
  const auto& components = document.histogram.components;
  const auto out_of = [](std::string_view what, std::int64_t value, std::int64_t most) {
    return fail(
        value < 1 ? ErrorCode::limit_not_positive : ErrorCode::too_large,
        "the number of " + std::string(what) + " is 1 to " + std::to_string(most) + ", not " + std::to_string(value));
  };
  if (options.component >= components.size()) {
    return fail(ErrorCode::unknown_name, "no component " + std::to_string(options.component));
  }
  if (options.devices < 1 || options.devices > max_devices) return out_of("devices", options.devices, max_devices);
  if (options.batch < 1 || options.batch > max_batch) return out_of("items in a batch", options.batch, max_batch);
  if (options.overhead && !(*options.overhead >= 0)) return fail(ErrorCode::negative, "the overhead is below 0");
  for (const double beta : {options.beta1, options.beta2}) {
    if (!(beta >= 0)) return fail(ErrorCode::negative, "a beta is below 0");
    if (beta > 1) return fail(ErrorCode::too_large, "a beta is above 1");
  }
  if (document.real.sums[options.component] == 0) {
    return fail(ErrorCode::empty, components[options.component] + " is 0 in every item, so it takes no time");
  }
  return {};
}

static double rounded(double value, double unit) {
  return std::round(value * unit) / unit;
}

double published_overhead(std::int64_t depth) {
  struct Row {
    std::int64_t depth;
    double percent;
  };
  static constexpr Row table[] = {{2, 4.283}, {3, 4.287}, {4, 4.294}, {8, 4.481}, {16, 4.477}};  // BP, Table 1
  if (depth <= 1) return 0;
  const auto* const above = std::lower_bound(std::begin(table), std::end(table), depth,
                                             [](const Row& row, std::int64_t wanted) { return row.depth < wanted; });
  if (above == std::end(table)) return rounded(std::prev(above)->percent / 100, 1e5);
  if (above->depth == depth) return rounded(above->percent / 100, 1e5);
  const Row& below = *std::prev(above);
  const double share = static_cast<double>(depth - below.depth) / static_cast<double>(above->depth - below.depth);
  return rounded((below.percent + share * (above->percent - below.percent)) / 100, 1e5);
}

/// BP, appendix F, listing 2 with its own inputs (8 devices: α = 1.6038, β = 0.1288), solved for one device. The text prints
/// 0.108 for this β, which fits none of the speed-ups it tells.
static constexpr double published_location = 1.9409;
static constexpr double published_scale = 0.3179;

static std::vector<ScalingPoint> scaling(const PlanDocument& document, const EstimateOptions& options, double largest) {
  const auto longest = expected_longest_batch(document.histogram, options.component, options.batch, options.devices);
  const auto published = expected_least_of_gumbel(published_location, published_scale, options.devices);
  const double padded = static_cast<double>(options.batch) * largest;
  std::vector<ScalingPoint> points;
  std::int64_t devices = 1;
  for (std::size_t i = 0; i < longest.size(); ++i, devices *= 2) {
    points.push_back(
        {.devices = devices, .unpadded = rounded(padded / longest[i], 1e4), .published = rounded(published[i], 1e4)});
  }
  return points;
}

/// BP §3.4: as many items per step as before, or β₁^p and β₂^p.
static OptimizerCorrection correction(const EstimateOptions& options, double packing_factor) {
  const double batch = static_cast<double>(options.batch);
  const auto packs = std::max<std::int64_t>(std::llround(batch / packing_factor), 1);
  return {.effective_batch = rounded(batch * packing_factor, 1e4),
          .packs_for_batch = packs,
          .effective_batch_of_them = rounded(static_cast<double>(packs) * packing_factor, 1e4),
          .beta1 = rounded(std::pow(options.beta1, packing_factor), 1e6),
          .beta2 = rounded(std::pow(options.beta2, packing_factor), 1e6)};
}

static SpeedupOver speedups(const WithoutPacking& without, std::size_t c, double efficiency, double overhead) {
  const auto over = [&](double padding, double extra) {
    return rounded(efficiency / (1 - padding) / (1 + extra), 1e4);
  };
  return {.limit = over(without.limit[c], overhead),
          .random = over(without.random[c], overhead),
          .sorted = over(without.sorted[c], overhead),
          .greedy = over(without.greedy[c], 0)};
}

Result<Estimate> estimate(const PlanDocument& document, const EstimateOptions& options) {
  if (auto valid = validate(document, options); !valid) return tl::unexpected(valid.error());
  const std::size_t c = options.component;
  const double factor = document.metrics.packing_factor;
  const double largest = static_cast<double>(document.real.maxima[c]);
  const double limit = static_cast<double>(document.limits.sizes[c]);
  const double overhead = options.overhead ? *options.overhead : published_overhead(document.metrics.depth_used);
  Estimate result{
      .options = options,
      .overhead = overhead,
      .packing_factor = rounded(factor, 1e4),
      .speedup = rounded(factor * largest / limit / (1 + overhead), 1e4),
      .ceiling =
          rounded(largest * static_cast<double>(document.real.items) / static_cast<double>(document.real.sums[c]), 1e4),
      .without = without_packing(document, options.batch),
      .over = {},
      .scaling = scaling(document, options, largest),
      .optimizer = correction(options, factor),
      .advice = {}};
  result.over = speedups(result.without, c, document.metrics.efficiency[c], overhead);
  result.ceiling_over_random = rounded(1 / (1 - result.without.random[c]), 1e4);
  for (auto point = result.scaling.rbegin(); point != result.scaling.rend() && point->unpadded <= result.speedup;
       ++point) {
    result.faster_from = point->devices;
  }
  result.advice = advice_on(document, result);
  return result;
}

}  // namespace tuplepack::packing
