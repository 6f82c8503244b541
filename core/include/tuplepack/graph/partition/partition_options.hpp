#pragma once

#include "partition_method.hpp"
#include "tuplepack/base/effort.hpp"

#include <cstdint>

namespace tuplepack::graph {

/// How to cut a graph into parts. The result depends on nothing else.
struct PartitionOptions {
  std::int64_t parts = 2;    ///< 1 … max_parts
  std::int64_t passes = 10;  ///< restream: over all nodes, at most; at least 1
  std::uint64_t seed = 0;
  Effort effort = Effort::usual;                 ///< multilevel. quick: few tries of an initial partition, hardly
                                                 ///< refined, in about half the time. full: the usual, then twice more
                                                 ///< with several times as many tries and passes; the best of the three
  std::int64_t memory = usual_partition_memory;  ///< restream: see clustering_memory()
};

}  // namespace tuplepack::graph
