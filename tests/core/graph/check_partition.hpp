#pragma once

#include "tuplepack/graph/partition/assignment.hpp"
#include "tuplepack/graph/partition/balance.hpp"
#include "tuplepack/graph/partition/partition_options.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests {

/// For restream: enough for clusters in one of eight rounds, since they take far longer than what is left without.
inline std::int64_t memory_in(int round) {
  return round % 8 == 0 ? graph::usual_partition_memory : 0;
}

/// Every node is in a part, and the limits hold: those of the classes, and on demand that of the second weight.
inline void check_limits(const graph::PartBalance& balance, const graph::NodeAssignment& assignment,
                         bool also_weights) {
  const graph::NodeWeights weights(balance, static_cast<std::int64_t>(assignment.part_of.size()));
  graph::PartLoads loads(weights, assignment.parts);
  for (std::size_t v = 0; v < assignment.part_of.size(); ++v) {
    REQUIRE(assignment.part_of[v] < assignment.parts);
    loads.add(assignment.part_of[v], weights.load_of(v));
  }
  const std::size_t constraints = also_weights ? weights.constraints() : weights.classes();
  for (std::size_t part = 0; part < static_cast<std::size_t>(assignment.parts); ++part) {
    for (std::size_t c = 0; c < constraints; ++c) CHECK(loads.load(part, c) <= loads.limit(c));
  }
}

}  // namespace tuplepack::tests
