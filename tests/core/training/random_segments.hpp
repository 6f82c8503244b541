#pragma once

#include "instances.hpp"
#include "tuplepack/training/segments.hpp"

namespace tuplepack::tests {

/// Segment ids [B,S] of the given order at least: a pack may happen to be in better order, or to be empty.
[[nodiscard]] std::vector<std::int32_t> random_segments(Random& random, training::PackShape shape,
                                                        training::SegmentOrder order);

/// Up to 3 packs of up to `capacity` positions and 1 to 5 segments; B or S may be 0.
[[nodiscard]] training::PackShape random_shape(Random& random, std::int64_t capacity);

inline constexpr training::SegmentOrder all_orders[] = {training::SegmentOrder::scattered, training::SegmentOrder::runs,
                                                        training::SegmentOrder::in_order};

}  // namespace tuplepack::tests
