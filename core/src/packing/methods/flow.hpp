#pragma once

#include "packing/plan_builder.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::packing {

/// `packs` packs that go from one state to another by the same items.
struct Move {
  std::uint32_t from;
  std::uint32_t to;
  Run run;
  std::int64_t packs;
};

/// The packs of a flow. Packs in one state (with equal room, say) are interchangeable whatever they hold, so a method
/// may count them together; here they are told apart again.
///
/// packs    states: how many end there. What comes in is what goes out and what ends
/// order    all states, each behind those it can be reached from
/// moves    in any order; of the packs in a state, those that came first leave first
/// result   state after state; packs that hold nothing are left out
/// cost     O(states + moves + runs of the plan)
[[nodiscard]] Plan plan_of_flow(std::span<const std::int64_t> packs, std::span<const std::uint32_t> order,
                                std::span<const Move> moves);

}  // namespace tuplepack::packing
