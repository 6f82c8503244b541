#pragma once

#include "tuplepack/packing/pack.hpp"

namespace tuplepack::packing {

/// Packs the tightest component alone by optimal, then chooses among the items of equal size in it.
///
/// start   a plan that check() accepts
/// result  `start`, or a plan with fewer packs
[[nodiscard]] Plan pack_on_tightest_component(const Histogram& histogram, const Limits& limits, Plan start,
                                              const PackOptions& options);

}  // namespace tuplepack::packing
