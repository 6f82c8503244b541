#pragma once

#include "tuplepack/graph/partition/partition_method.hpp"
#include "tuplepack/graph/partition/quality.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tuplepack::reports {

/// A node that alone has more edges than a part should hold.
struct HeavyNode {
  std::size_t type = 0;
  std::int64_t id = 0;                     ///< within its type
  std::int64_t edges = 0;                  ///< that it is the destination of
  std::optional<std::size_t> edge_type{};  ///< of which type they are, if types are balanced by themselves
};

/// What `partition` answers.
struct PartitionReport {
  graph::GraphSchema schema;
  graph::PartitionMethod method{};
  std::uint64_t seed = 0;
  double imbalance = 1;               ///< what was asked for
  std::vector<std::string> balanced;  ///< what it was asked for of: nodes or types, edges or edge-types
  bool edge_types = false;            ///< whether the edges of each type are balanced by themselves
  graph::PartitionQuality before;     ///< of ranges of ids of equal size, without HALO
  graph::PartitionQuality after;
  std::vector<double> label_balance;       ///< by label, if labels are balanced: largest part / mean
  std::vector<std::size_t> label_types{};  ///< by label: of which node type
  std::optional<HeavyNode>
      heavy{};  ///< if edges are balanced: the heaviest node, where it is above the limit of a part
  double read_seconds = 0;
  double cut_seconds = 0;       ///< of assigning nodes to parts
  double count_seconds = 0;     ///< of reading the edges again to count the cut
  std::int64_t peak_bytes = 0;  ///< of the whole program, with the mapped pages of files
};

/// The assignment that gives each part a range of consecutive ids.
/// assumes  1 ≤ parts ≤ max_parts
[[nodiscard]] graph::NodeAssignment consecutive_ids(const graph::GraphSchema& schema, std::int64_t parts);

}  // namespace tuplepack::reports
