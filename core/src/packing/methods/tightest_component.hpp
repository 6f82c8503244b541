#pragma once

#include "tuplepack/packing/pack.hpp"

namespace tuplepack {

/// Packs on the tightest component alone, as well as that can be done, and then decides which items of the sizes that
/// meet are to meet.
///
/// start   a plan that check() accepts
/// result  `start`, or a plan with fewer packs
[[nodiscard]] Plan pack_on_tightest_component(const Histogram& histogram, const Limits& limits, Plan start,
                                              const PackOptions& options);

}  // namespace tuplepack
