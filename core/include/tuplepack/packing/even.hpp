#pragma once

#include "tuplepack/packing/document.hpp"

#include <cstdint>

namespace tuplepack::packing {

/// Spreads the items of a plan over packs that are about equally full. A plan fills each pack as far as it goes, so that the
/// last one may be nearly empty, and a multiple is reached by empty packs; here the number of packs stays the same, rounded
/// up to the multiple, and no pack is empty as long as there are enough items. How full a pack is: the largest share that it
/// takes of any limit.
/// packs_multiple  1 to max_packs_multiple. Beyond that, or with 2^31 items or more, the plan is returned unchanged; an
///                 Assigner and make_plan() refuse it
/// cost            time O(items · log packs), memory O(packs + runs)
[[nodiscard]] Plan even_packs(const PlanDocument& document, std::int64_t packs_multiple);

}  // namespace tuplepack::packing
