#include "advice.hpp"

#include "base/arithmetic.hpp"

#include <algorithm>
#include <cmath>

namespace tuplepack::packing {

/// "1.94": two decimals, rounded in integers.
static std::string decimal(double value) {
  const auto hundredths = std::int64_t{std::llround(value * 100)};
  return std::to_string(hundredths / 100) + "." + std::to_string(100 + hundredths % 100).substr(1);
}

static std::string percent(double share) {
  return std::to_string(std::llround(share * 100)) + "%";
}

static std::string is_it_worth_it(const Estimate& estimate) {
  const double speedup = estimate.over.random;
  const std::string batches =
      "batches of " + std::to_string(estimate.options.batch) + " random items, each padded to its longest";
  if (speedup >= 1.05) return "Packing makes an epoch about " + decimal(speedup) + " times as fast as " + batches + ".";
  const std::string much = (speedup < 1 ? "would be slower than " : "would gain less than 5% over ") + batches;
  if (estimate.ceiling_over_random < 1.1) {
    return "Packing " + much + ": there is little padding to save. Leave the data as it is.";
  }
  return "Packing " + much + ", with these limits, though " + decimal(estimate.ceiling_over_random) +
         " times would be possible: try larger limits, or a greater depth.";
}

static std::string against_unpadding(const Estimate& estimate) {
  if (!estimate.faster_from) {
    const std::int64_t most = estimate.scaling.back().devices;
    return "Kernels that skip padding are faster " +
           (most == 1 ? "on one device." : "up to " + std::to_string(most) + " devices.");
  }
  if (*estimate.faster_from == 1) return "It beats kernels that skip padding on any number of devices.";
  return "Kernels that skip padding are faster on few devices; from " + std::to_string(*estimate.faster_from) +
         " devices on, packing wins, because every step waits for the longest batch.";
}

/// Whether most of the padding lies in packs that may hold no more items.
static bool depth_binds(const PlanDocument& document, std::size_t component) {
  const Plan& plan = document.packed.plan;
  std::int64_t anywhere = 0;
  std::int64_t at_depth = 0;
  for (std::size_t s = 0; s < plan.strategies(); ++s) {
    std::int64_t room = document.room.sizes[component];
    for (auto run = static_cast<std::size_t>(plan.offsets[s]); run < static_cast<std::size_t>(plan.offsets[s + 1]);
         ++run) {
      room -= plan.copies[run] * document.histogram.size(plan.bins[run])[component];
    }
    anywhere += plan.repeats[s] * room;
    if (items_in(plan, s) == document.room.depth) at_depth += plan.repeats[s] * room;
  }
  return document.metrics.efficiency[component] < 0.98 && at_depth > anywhere / 2;
}

static std::vector<std::string> what_to_try(const PlanDocument& document, std::size_t component) {
  std::vector<std::string> sentences;
  const Metrics& metrics = document.metrics;
  const std::int64_t gap = document.gap();
  if (gap > 0 && gap >= divide_up(metrics.packs, 100)) {
    sentences.push_back("A better plan may need up to " +
                        percent(static_cast<double>(gap) / static_cast<double>(metrics.packs)) +
                        " fewer packs than this one: " +
                        (document.packed.method == "optimal" ? "give the search more time." : "try --method optimal."));
  }
  if (depth_binds(document, component)) {
    sentences.push_back("Packs reach the depth of " + std::to_string(document.room.depth) +
                        " before they are full: allow more items in a pack.");
  }
  const auto fullest = std::max_element(metrics.efficiency.begin(), metrics.efficiency.end());
  for (std::size_t c = 0; c < metrics.efficiency.size(); ++c) {
    if (*fullest < 0.9 || metrics.efficiency[c] > 0.8) continue;
    sentences.push_back(percent(1 - metrics.efficiency[c]) + " of " + document.histogram.components[c] +
                        " is padding while " +
                        document.histogram.components[static_cast<std::size_t>(fullest - metrics.efficiency.begin())] +
                        " fills up: a lower limit for it costs little.");
  }
  return sentences;
}

std::vector<std::string> advice_on(const PlanDocument& document, const Estimate& estimate) {
  std::vector<std::string> sentences{is_it_worth_it(estimate)};
  if (estimate.over.random >= 1.05) sentences.push_back(against_unpadding(estimate));
  const auto more = what_to_try(document, estimate.options.component);
  sentences.insert(sentences.end(), more.begin(), more.end());
  return sentences;
}

}  // namespace tuplepack::packing
