#include "tuplepack/packing/plan.hpp"

#include "base/arithmetic.hpp"

#include <algorithm>

namespace tuplepack::packing {

std::int64_t pack_count(const Plan& plan) {
  std::int64_t packs = 0;
  for (const std::int64_t repeat : plan.repeats) packs += repeat;
  return packs;
}

/// The runs of strategy s: [first, last).
static std::pair<std::size_t, std::size_t> runs_of(const Plan& plan, std::size_t s) {
  return {static_cast<std::size_t>(plan.offsets[s]), static_cast<std::size_t>(plan.offsets[s + 1])};
}

std::int64_t items_in(const Plan& plan, std::size_t strategy) {
  const auto [first, last] = runs_of(plan, strategy);
  std::int64_t items = 0;
  for (std::size_t run = first; run < last; ++run) items += plan.copies[run];
  return items;
}

std::int64_t deepest(const Plan& plan) {
  std::int64_t most = 0;
  for (std::size_t s = 0; s < plan.strategies(); ++s) most = std::max(most, items_in(plan, s));
  return most;
}

static tl::unexpected<Error> mismatch(std::string message) {
  return fail(ErrorCode::plan_mismatch, std::move(message));
}

/// Offsets ascend from 0 to the number of runs, no strategy is empty, and all numbers are in range.
static Result<void> check_shape(const Histogram& histogram, const Plan& plan) {
  if (plan.offsets.size() != plan.repeats.size() + 1 || plan.offsets.front() != 0 ||
      plan.offsets.back() != static_cast<std::int64_t>(plan.bins.size()) || plan.bins.size() != plan.copies.size()) {
    return mismatch("the plan's arrays have inconsistent lengths");
  }
  for (std::size_t s = 0; s < plan.strategies(); ++s) {
    if (plan.offsets[s] >= plan.offsets[s + 1]) return mismatch("strategy " + std::to_string(s) + " is empty");
    if (plan.repeats[s] < 1 || plan.repeats[s] > max_exact) {
      return mismatch("strategy " + std::to_string(s) + " is used " + std::to_string(plan.repeats[s]) + " times");
    }
  }
  for (std::size_t run = 0; run < plan.bins.size(); ++run) {
    if (plan.bins[run] >= histogram.bins()) return mismatch("no bin " + std::to_string(plan.bins[run]));
    if (plan.copies[run] < 1 || plan.copies[run] > max_exact) {
      return mismatch("a pack holds " + std::to_string(plan.copies[run]) + " items of bin " +
                      std::to_string(plan.bins[run]));
    }
  }
  return {};
}

/// Every strategy is within the limits and the depth.
static Result<void> check_limits(const Histogram& histogram, const Limits& limits, const Plan& plan) {
  const std::size_t k = histogram.component_count();
  for (std::size_t s = 0; s < plan.strategies(); ++s) {
    const auto [first, last] = runs_of(plan, s);
    std::int64_t items_left = limits.depth;
    std::vector<std::int64_t> free = limits.sizes;
    for (std::size_t run = first; run < last; ++run) {
      const auto size = histogram.size(plan.bins[run]);
      if (plan.copies[run] > items_left) {
        return mismatch("strategy " + std::to_string(s) + " holds more than " + std::to_string(limits.depth) +
                        " items");
      }
      items_left -= plan.copies[run];
      for (std::size_t c = 0; c < k; ++c) {
        if (size[c] > 0 && plan.copies[run] > free[c] / size[c]) {
          return mismatch("strategy " + std::to_string(s) + " is over the limit " + std::to_string(limits.sizes[c]) +
                          " of " + histogram.components[c]);
        }
        free[c] -= plan.copies[run] * size[c];
      }
    }
  }
  return {};
}

/// Every item is used exactly once. Subtracts, so that nothing can overflow.
static Result<void> check_cover(const Histogram& histogram, const Plan& plan) {
  std::vector<std::int64_t> left = histogram.counts;
  for (std::size_t s = 0; s < plan.strategies(); ++s) {
    const auto [first, last] = runs_of(plan, s);
    for (std::size_t run = first; run < last; ++run) {
      std::int64_t& bin_left = left[plan.bins[run]];
      if (plan.copies[run] > bin_left / plan.repeats[s]) {
        return mismatch("the plan uses more than the " + std::to_string(histogram.counts[plan.bins[run]]) +
                        " items of size " + size_text(histogram.size(plan.bins[run])));
      }
      bin_left -= plan.copies[run] * plan.repeats[s];
    }
  }
  for (std::size_t bin = 0; bin < left.size(); ++bin) {
    if (left[bin] > 0) {
      return mismatch("the plan leaves out " + std::to_string(left[bin]) + " of " +
                      std::to_string(histogram.counts[bin]) + " items of size " + size_text(histogram.size(bin)));
    }
  }
  return {};
}

Result<void> check(const Histogram& histogram, const Limits& limits, const Plan& plan) {
  if (limits.sizes.size() != histogram.component_count())
    return mismatch("the number of limits does not match the histogram's components");
  if (auto ok = check_shape(histogram, plan); !ok) return ok;
  if (auto ok = check_limits(histogram, limits, plan); !ok) return ok;
  return check_cover(histogram, plan);
}

std::vector<std::int64_t> largest_pack(const Histogram& histogram, const Plan& plan) {
  std::vector<std::int64_t> largest(histogram.component_count());
  for (std::size_t s = 0; s < plan.strategies(); ++s) {
    const auto [first, last] = runs_of(plan, s);
    for (std::size_t c = 0; c < largest.size(); ++c) {
      std::int64_t used = 0;
      for (std::size_t run = first; run < last; ++run) used += plan.copies[run] * histogram.size(plan.bins[run])[c];
      largest[c] = std::max(largest[c], used);
    }
  }
  return largest;
}

Result<Metrics> measure(const Histogram& histogram, const Limits& limits, const Totals& real, const Plan& plan,
                        std::int64_t packs_multiple) {
  const std::size_t k = histogram.component_count();
  Metrics metrics;
  const std::int64_t filled = pack_count(plan);
  metrics.padding_packs = (packs_multiple - filled % packs_multiple) % packs_multiple;
  metrics.packs = filled + metrics.padding_packs;
  metrics.strategies = static_cast<std::int64_t>(plan.strategies());
  metrics.largest_pack = largest_pack(histogram, plan);
  metrics.depth_used = deepest(plan);
  const auto share = [&](std::int64_t size, std::int64_t limit) {
    return limit == 0 || metrics.packs == 0 ? 1.0
                                            : static_cast<double>(size) / static_cast<double>(metrics.packs * limit);
  };
  for (std::size_t c = 0; c < k; ++c) {
    if (metrics.packs > 0 && limits.sizes[c] > max_exact / metrics.packs) {
      return fail(ErrorCode::too_large, std::to_string(metrics.packs) + " packs of " + std::to_string(limits.sizes[c]) +
                                            " " + histogram.components[c] + " are beyond 2^53");
    }
    metrics.padding.push_back(metrics.packs * limits.sizes[c] - real.sums[c]);
    metrics.efficiency.push_back(share(real.sums[c], limits.sizes[c]));
    metrics.tight_efficiency.push_back(share(real.sums[c], metrics.largest_pack[c]));
  }
  if (metrics.packs > 0) {
    metrics.packing_factor = static_cast<double>(real.items) / static_cast<double>(metrics.packs);
  }
  return metrics;
}

}  // namespace tuplepack::packing
