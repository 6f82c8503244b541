#include "tuplepack/packing/range.hpp"

#include "base/arithmetic.hpp"
#include "base/decimal_text.hpp"

#include <string>

namespace tuplepack::packing {

static std::string describe(const Range& range, std::string_view component) {
  return "the range " + std::string(component) + "=" + std::to_string(range.first) + ":" + std::to_string(range.last) +
         ":" + std::to_string(range.step);
}

Result<void> validate(const Histogram& histogram, std::span<const Range> ranges) {
  const std::size_t k = histogram.component_count();
  if (ranges.size() != k) {
    return fail(ErrorCode::component_mismatch, counted(ranges.size(), "range") + " for " + counted(k, "component"));
  }
  if (histogram.bins() == 0) return fail(ErrorCode::empty, "no items");
  for (std::size_t c = 0; c < k; ++c) {
    const Range& range = ranges[c];
    if (range.first < 1 || range.step < 1 || range.last < range.first) {
      return fail(ErrorCode::limit_not_positive,
                  describe(range, histogram.components[c]) + " is empty or not positive");
    }
    if (range.last > max_exact) {
      return fail(ErrorCode::too_large, describe(range, histogram.components[c]) + " goes beyond 2^53");
    }
  }
  return {};
}

Result<Range> multiples_in(const Range& range, std::int64_t multiple, std::string_view component) {
  if (multiple < 1) {
    return fail(ErrorCode::limit_not_positive, "multiples of " + std::to_string(multiple) + " are not positive");
  }
  if (range.first % multiple == 0 && range.step % multiple == 0) return range;
  if (range.step != 1) {
    return fail(ErrorCode::unsupported,
                describe(range, component) + " has values that are not multiples of " + std::to_string(multiple));
  }
  const std::int64_t last = range.last / multiple * multiple;
  if (last < range.first) {
    return fail(ErrorCode::limit_not_positive,
                describe(range, component) + " contains no multiple of " + std::to_string(multiple));
  }
  return Range{.first = divide_up(range.first, multiple) * multiple, .last = last, .step = multiple};
}

}  // namespace tuplepack::packing
