#pragma once

#include "packing/plan_builder.hpp"
#include "packing/stop.hpp"

namespace tuplepack::packing {

// The published methods, SPFHP and LPFHP, for any number of components. Both assume that validate() accepts the limits.

[[nodiscard]] Plan pack_shortest_first(const Histogram& histogram, const Limits& limits, const PackOptions& options);
[[nodiscard]] Plan pack_longest_first(const Histogram& histogram, const Limits& limits, const PackOptions& options);

/// pack_longest_first as a step of another method, which it asks through. When stopped, next fit packs what is left,
/// unless options.fewer_than was given; then the plan is empty.
[[nodiscard]] Plan pack_longest_first(const Histogram& histogram, const Limits& limits, const PackOptions& options,
                                      Stop& stop);

}  // namespace tuplepack::packing
