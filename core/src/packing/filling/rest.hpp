#pragma once

#include "packing/plan_builder.hpp"
#include "tuplepack/packing/histogram.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::packing {

/// The items that are not in a pack yet, as a histogram of their own.
///   histogram   the bins of which something is left
///   original    parallel to its bins: their number in the whole histogram
struct Rest {
  Histogram histogram;
  std::vector<std::uint32_t> original;

  /// The runs of a strategy of a plan for the rest, by the bins of the whole histogram.
  [[nodiscard]] std::vector<Run> runs(const Plan& plan, std::size_t strategy) const;
};

/// left   bins of `whole`, each ≥ 0
[[nodiscard]] Rest residual(const Histogram& whole, std::span<const std::int64_t> left);

}  // namespace tuplepack::packing
