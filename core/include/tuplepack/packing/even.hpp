#pragma once

#include "tuplepack/packing/document.hpp"

#include <cstdint>

namespace tuplepack {

/// The items of a plan in packs that are about equally full, by the largest share of a limit that a pack takes: as many packs
/// as the plan has, up to a multiple, and none of them empty while there are as many items. Instead of packs as full as they
/// can be, a rest, and empty ones.
/// packs_multiple  1 to max_packs_multiple; for others, and for more items than can be assigned, the plan as it is, which
///                 an Assigner refuses
/// cost            O(items · log packs); O(packs + runs) memory
[[nodiscard]] Plan even_packs(const PlanDocument& document, std::int64_t packs_multiple);

}  // namespace tuplepack
