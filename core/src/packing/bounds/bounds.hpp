#pragma once

#include "base/arithmetic.hpp"
#include "packing/stop.hpp"
#include "projection.hpp"
#include "tuplepack/packing/certificate.hpp"

#include <cstdint>

namespace tuplepack::packing {

// One function per row of the table of bounds. Totals are below 2^53, and every value in a sum is at most a small
// multiple of size / limit, so 64 bits hold all sums; each file says why.

/// A bound, and the parameter that gives it (the first among equals).
struct Shown {
  std::int64_t packs = 0;
  std::int64_t parameter = 0;
};

/// The bins whose items cannot share a pack with any other single item, ascending.
[[nodiscard]] std::vector<std::size_t> bins_alone(const Histogram& histogram, const Limits& limits);

[[nodiscard]] Shown bound_by_depth(const Histogram& histogram, const Limits& limits);
[[nodiscard]] Shown bound_by_total(const Projection& items);
[[nodiscard]] Shown bound_by_large_items(const Projection& items);
[[nodiscard]] Shown bound_by_dual_feasible_functions(const Projection& items);

/// The total of one component, plus the room in it that large items force their packs to waste.
/// result  none if its table would be too large, or when stopped
/// cost    O(bins · Π limits)
[[nodiscard]] std::optional<Certificate> certify_forced_waste(const Histogram& histogram, const Limits& limits,
                                                              std::size_t component, Stop& stop);

}  // namespace tuplepack::packing
