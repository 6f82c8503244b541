#pragma once

#include "instances.hpp"
#include "tuplepack/packing/plan.hpp"

namespace tuplepack::tests {

/// How many packs a plan has, once check() has accepted it.
[[nodiscard]] std::int64_t checked_packs(const Instance& instance, const packing::Plan& plan);

}  // namespace tuplepack::tests
