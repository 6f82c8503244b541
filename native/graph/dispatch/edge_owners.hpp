#pragma once

#include "files/input_file.hpp"
#include "graph/dispatch/feature_pass.hpp"
#include "graph/dispatch/spill.hpp"
#include "ranks/ranks.hpp"

#include <optional>
#include <span>
#include <vector>

namespace tuplepack::graph {

/// The parts that own edges, from the files of spill_edges: each rank knows those of the edges that it has read, and tells
/// the others.
class EdgeOwners {
 public:
  /// tables  of the features of edges; all arguments must outlive it
  EdgeOwners(const SpilledParts& spill, const FeatureTables& tables, const GraphSchema& schema)
      : spill_(spill), tables_(tables), schema_(schema), blocks_(static_cast<std::size_t>(ranks::count())) {}

  /// As RowOwners.
  [[nodiscard]] Result<std::span<const std::uint16_t>> of_rows(std::size_t feature, const RowSlices& slices);

 private:
  const SpilledParts& spill_;
  const FeatureTables& tables_;
  const GraphSchema& schema_;
  std::optional<files::InputFile> file_;  // of this rank
  std::size_t type_ = 0;
  std::vector<std::vector<std::byte>> blocks_;
  ranks::Round round_;

  [[nodiscard]] Result<void> open(std::size_t type);
  [[nodiscard]] Result<void> read_blocks(std::size_t type, const RowSlices& slices);
};

}  // namespace tuplepack::graph
