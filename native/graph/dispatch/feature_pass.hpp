#pragma once

#include "graph/dispatch/part_files.hpp"
#include "graph/dispatch/written_file.hpp"
#include "tuplepack/base/keep_going.hpp"
#include "tuplepack/graph/partition/remap.hpp"

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::graph {

/// Rows of a feature that the ranks read in a round: as many each, in the order of ranks; fewer or none where it ends.
struct RowSlices {
  std::int64_t begin = 0;
  std::int64_t rows_per_rank = 1;
  std::int64_t end = 0;  ///< of the feature

  [[nodiscard]] IdRange of(int rank) const {
    const std::int64_t first = std::min(begin + rank * rows_per_rank, end);
    return {first, std::min(first + rows_per_rank, end)};
  }
};

/// The parts of the rows in this rank's slice; valid until the next call. Collective.
/// errors  the same on all ranks
using RowOwners = std::function<Result<std::span<const std::uint16_t>>(std::size_t feature, const RowSlices& slices)>;

struct FeaturePass {
  const FeatureTables& tables;
  PartFormat format{};
  std::string source;                                    ///< folder of the chunked graph
  std::string target;                                    ///< folder of the parts: partN in it
  const std::vector<std::vector<std::int64_t>>& counts;  ///< rows by part and type
  std::span<const int> places;                           ///< the rank that writes each part
  std::vector<bool> wanted;                              ///< parts to write
  std::int64_t memory = 0;                               ///< bytes for buffers
};

/// Reads every feature once, in rounds of rows in their order: each rank reads its slice, and sends each row to the rank
/// that writes the part that owns it, which appends it to the file of the part. The files are not yet on the disk when
/// this returns. Collective.
/// errors   those of read_feature, the same on all ranks
/// returns  the files of this rank's parts, with their paths in `target`, by part
[[nodiscard]] Result<std::vector<std::vector<WrittenFile>>> write_features(const FeaturePass& pass,
                                                                           const RowOwners& owners,
                                                                           const KeepGoing& keep_going);

/// Bytes that write_features takes for buffers, on each of so many ranks.
[[nodiscard]] std::int64_t feature_memory(std::int64_t parts, std::int64_t memory, std::int64_t ranks);

}  // namespace tuplepack::graph
