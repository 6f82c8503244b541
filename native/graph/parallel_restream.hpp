#pragma once

#include "tuplepack/graph/restream.hpp"

namespace tuplepack {

/// restream(), with the choices of each slice divided among threads: the same labels for any number.
/// threads  0: all hardware threads
/// errors   as restream
[[nodiscard]] Result<NodeAssignment> parallel_restream(const Adjacency& adjacency, const PartBalance& balance,
                                                       const PartitionOptions& options, int threads,
                                                       const KeepGoing& keep_going = {});

}  // namespace tuplepack
