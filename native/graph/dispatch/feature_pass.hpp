#pragma once

#include "graph/dispatch/part_files.hpp"
#include "graph/dispatch/written_file.hpp"
#include "graph/edge_reader.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tuplepack {

/// The parts of rows of a feature, in order from `first` on; valid until the next call.
using RowOwners =
    std::function<Result<std::span<const std::uint16_t>>(std::size_t feature, std::int64_t first, std::size_t rows)>;

struct FeaturePass {
  const FeatureTables& tables;
  PartFormat format{};
  std::string source;                                    ///< folder of the chunked graph
  std::string target;                                    ///< folder of the parts: partN in it
  const std::vector<std::vector<std::int64_t>>& counts;  ///< rows by part and type
  std::vector<bool> wanted;                              ///< parts to write
  std::int64_t memory = 0;                               ///< bytes for buffers
};

/// Reads every feature once, and appends each row to the file of the part that owns it. The files are not yet on the
/// disk when this returns.
/// errors   those of read_feature
/// returns  the files, with their paths in `target`, by part
[[nodiscard]] Result<std::vector<std::vector<WrittenFile>>> write_features(const FeaturePass& pass,
                                                                           const RowOwners& owners,
                                                                           const KeepGoing& keep_going);

/// Bytes that write_features takes for buffers.
[[nodiscard]] std::int64_t feature_memory(std::int64_t parts, std::int64_t memory);

}  // namespace tuplepack
