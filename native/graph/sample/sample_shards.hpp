#pragma once

#include "distributed_sampling.hpp"
#include "files/shard_files.hpp"
#include "sample_records.hpp"
#include "tuplepack/base/keep_going.hpp"

#include <cstdint>

namespace tuplepack::graph {

/// What is in all shards.
struct SampledShards {
  SampledCounts counts;
  SampledNodes nodes;
  std::int64_t resumed_shards = 0;  ///< that an earlier run had finished
};

/// Samples all subgraphs into their shards, see subgraphs_of_shard(). Collective: each shard is taken by a rank
/// that has nothing to do; its bytes do not depend on which. A finished one is noted in the folder of the files, so that
/// another run, of any number of ranks, continues with the others; once there is one, the folder is kept when this fails.
/// files    created by rank 0
/// threads  of each rank; 0: all hardware threads; 1 where edges are divided
/// divided  whose edges this rank has; null: it has all
/// errors   of the system · unsupported (out of memory) · stopped
/// cost     memory besides that of sample_records: a bit per node
[[nodiscard]] Result<SampledShards> sample_shards(const RecordSampling& sampling, files::ShardFiles& files, int threads,
                                                  const KeepGoing& keep_going = {},
                                                  const DistributedNodes* distributed = nullptr);

}  // namespace tuplepack::graph
