#include "tuplepack/packing/limits.hpp"

#include "base/arithmetic.hpp"
#include "base/decimal_text.hpp"
#include "base/order.hpp"

#include <algorithm>

namespace tuplepack::packing {

/// A quick sufficient check: no pack can hold more than limit / smallest size items.
static bool is_surely_shallow(const Histogram& histogram, const Limits& limits) {
  if (limits.depth <= max_items_in_a_pack) return true;
  for (std::size_t c = 0; c < histogram.component_count(); ++c) {
    std::int64_t smallest = limits.sizes[c];
    for (std::size_t bin = 0; bin < histogram.bins(); ++bin) smallest = std::min(smallest, histogram.size(bin)[c]);
    if (smallest > 0 && limits.sizes[c] / smallest <= max_items_in_a_pack) return true;
  }
  return false;
}

/// The most items any pack could hold, component by component: the smallest sizes first. Stops counting at `enough`.
static std::int64_t most_items_in_a_pack(const Histogram& histogram, const Limits& limits, std::int64_t enough) {
  std::int64_t most = std::min(limits.depth, totals(histogram).items);
  std::vector<std::uint32_t> order = numbers_below(histogram.bins());
  for (std::size_t c = 0; c < histogram.component_count() && most > enough; ++c) {
    sort_numbers(order, [&](auto a, auto b) { return histogram.size(a)[c] < histogram.size(b)[c]; });
    std::int64_t room = limits.sizes[c];
    std::int64_t items = 0;
    for (const std::size_t bin : order) {
      const std::int64_t size = histogram.size(bin)[c];
      const std::int64_t fitting = size == 0 ? histogram.counts[bin] : std::min(histogram.counts[bin], room / size);
      items += fitting;
      room -= fitting * size;
      if (fitting < histogram.counts[bin]) break;
    }
    most = std::min(most, items);
  }
  return most;
}

Limits limits_of_component(Limits limits, std::size_t component) {
  for (std::size_t c = 0; c < limits.sizes.size(); ++c) {
    if (c != component) limits.sizes[c] = max_exact;
  }
  return limits;
}

Result<void> validate(const Histogram& histogram, const Limits& limits) {
  const std::size_t k = histogram.component_count();
  if (limits.sizes.size() != k) {
    return fail(ErrorCode::component_mismatch,
                counted(limits.sizes.size(), "limit") + " for " + counted(k, "component"));
  }
  for (std::size_t c = 0; c < k; ++c) {
    if (limits.sizes[c] < 1) {
      return fail(ErrorCode::limit_not_positive,
                  "limit " + std::to_string(limits.sizes[c]) + " for " + histogram.components[c] + " is not positive");
    }
    if (limits.sizes[c] > max_exact) {
      return fail(ErrorCode::too_large,
                  "limit " + std::to_string(limits.sizes[c]) + " for " + histogram.components[c] + " is beyond 2^53");
    }
  }
  if (limits.depth < 1) {
    return fail(ErrorCode::limit_not_positive, "depth " + std::to_string(limits.depth) + " is not positive");
  }
  if (histogram.bins() == 0) return fail(ErrorCode::empty, "no items");
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    const auto size = histogram.size(bin);
    for (std::size_t c = 0; c < k; ++c) {
      if (size[c] > limits.sizes[c]) {
        return fail(ErrorCode::item_over_limit,
                    "an item of " + histogram.components[c] + " " + std::to_string(size[c]) + " is over the limit " +
                        std::to_string(limits.sizes[c]) + (k == 1 ? "" : " (size " + size_text(size) + ")"));
      }
    }
  }
  if (!is_surely_shallow(histogram, limits) &&
      most_items_in_a_pack(histogram, limits, max_items_in_a_pack) > max_items_in_a_pack) {
    return fail(ErrorCode::too_large, "a pack could hold more than " + std::to_string(max_items_in_a_pack) +
                                          " items; give a depth of at most that");
  }
  return {};
}

}  // namespace tuplepack::packing
