#pragma once

#include "graph/chunk/edge_reader.hpp"
#include "tuplepack/graph/partition/assignment.hpp"
#include "tuplepack/graph/partition/partition_options.hpp"
#include "tuplepack/reports/partition.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tuplepack::graph {

/// Labels of the nodes of a type, 0 … labels − 1: the nodes of each label are balanced by themselves.
struct LabelledNodes {
  std::size_t type = 0;
  std::vector<std::uint16_t> labels;

  [[nodiscard]] std::size_t count() const;  ///< of different labels
};

/// What parts get equal shares of, and how equal.
struct BalanceRequest {
  bool edges = false;                   ///< by destination
  bool edge_types = false;              ///< the edges of every type by themselves, and so all
  bool types = false;                   ///< the nodes of every type by themselves
  std::vector<LabelledNodes> labelled;  ///< at most one of each type
  double imbalance = 1.03;              ///< largest share of a part, relative to the mean
};

struct PartitionRequest {
  PartitionMethod method = PartitionMethod::automatic;
  PartitionOptions options;
  BalanceRequest balance;
  std::string scratch;                           ///< a folder for temporary files of this rank
  std::int64_t memory = usual_partition_memory;  ///< to work in; the methods have needs of their own
  int threads = 0;                               ///< 0: all; the result does not depend on it
};

/// What partitioning is doing.
enum class PartitionStage : std::uint8_t { reading, cutting, counting };

struct PartitionResult {
  NodeAssignment assignment;
  reports::PartitionReport report;
};

/// Collective: partitions a chunked graph: reads its edges into an adjacency, assigns every node to a part, and reads the edges
/// again to count what is cut.
/// folder      that of metadata.json
/// keep_going  told the stage and the fraction of it that is done; false stops
/// errors      too_large (the method works on one machine, which has too little memory) · those of read_edges and
///             build_adjacency, and of the method; stopped: the same on all ranks
[[nodiscard]] Result<PartitionResult> partition_graph(
    const ChunkedGraph& graph, const std::string& folder, const PartitionRequest& asked,
    const std::function<bool(PartitionStage stage, double fraction)>& keep_going);

}  // namespace tuplepack::graph
