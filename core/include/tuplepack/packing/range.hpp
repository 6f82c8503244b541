#pragma once

#include "tuplepack/packing/histogram.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace tuplepack::packing {

/// The values first, first + step, … ≤ last.
struct Range {
  std::int64_t first = 1;
  std::int64_t last = 1;
  std::int64_t step = 1;

  [[nodiscard]] std::int64_t size() const { return (last - first) / step + 1; }
  [[nodiscard]] std::int64_t operator[](std::int64_t i) const { return first + i * step; }
};

/// Whether there is one range of limits per component, none empty, all positive.
/// errors  component_mismatch · limit_not_positive (names the range) · too_large (beyond 2^53)
[[nodiscard]] Result<void> validate(const Histogram& histogram, std::span<const Range> ranges);

/// The values of a range that are multiples of a number.
/// errors  limit_not_positive (a multiple below 1, or a range with no such value) · unsupported (a step above 1 that
///         also gives other values: use one or the other)
[[nodiscard]] Result<Range> multiples_in(const Range& range, std::int64_t multiple, std::string_view component);

}  // namespace tuplepack::packing
