#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::graph {

// Many machines, and several processes on each, share the parts of a graph. Block distribution: each machine, and each of its
// processes, gets contiguous part numbers, and the counts of machines differ by at most one.

/// The machine that a part belongs to.
[[nodiscard]] std::int64_t machine_of_part(std::int64_t part, std::int64_t parts, std::int64_t machines);

/// The process that writes each part.
/// machine_of  the machine of every process; each machine from 0 on has one
[[nodiscard]] std::vector<int> place_parts(std::int64_t parts, std::span<const int> machine_of);

}  // namespace tuplepack::graph
