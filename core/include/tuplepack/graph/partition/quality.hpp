#pragma once

#include "assignment.hpp"
#include "tuplepack/graph/sampling/id_set.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::graph {

/// (nodes + HALO of all parts) / nodes; 1 without nodes.
/// halo  HALO nodes by part
[[nodiscard]] double replication(std::int64_t nodes, std::span<const std::int64_t> halo);

/// What an assignment costs. Edges are directed, and belong to the part of their destination.
struct PartitionQuality {
  std::int64_t parts = 0;
  std::size_t node_types = 0;
  std::size_t edge_types = 0;
  std::vector<std::int64_t> nodes;  ///< parts × node types
  std::vector<std::int64_t> edges;  ///< parts × edge types
  std::vector<std::int64_t> halo;   ///< by part: sources of its edges that are in other parts; empty: not counted
  std::int64_t cut = 0;             ///< edges between parts
  /// parts × parts: the edges from part i to part j at i × parts + j; empty with more than max_matrix_parts.
  std::vector<std::int64_t> flow;

  [[nodiscard]] std::int64_t total_nodes() const;
  [[nodiscard]] std::int64_t total_edges() const;
  [[nodiscard]] std::int64_t part_nodes(std::size_t part) const;
  [[nodiscard]] std::int64_t part_edges(std::size_t part) const;
  /// cut / edges; 0 without edges.
  [[nodiscard]] double cut_fraction() const;
  /// assumes  a HALO that was counted
  [[nodiscard]] double replication() const;
  /// The largest part divided by the mean: of all nodes or edges, or of those of a type. 1 where there are none.
  [[nodiscard]] double node_balance() const;
  [[nodiscard]] double node_balance(std::size_t type) const;
  [[nodiscard]] double edge_balance() const;
  [[nodiscard]] double edge_balance(std::size_t type) const;
};

/// The maximum number of parts for which the part-to-part matrix is kept.
inline constexpr std::int64_t max_matrix_parts = 1024;

/// Parts of which the HALO is counted: [begin, end).
struct PartRange {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// Counts edges as they are read, in any order.
/// memory  a bit per node and part of the range, 8 bytes per pair of parts
class QualityCounter {
 public:
  /// schema, assignment   checked; they must outlive this
  /// halo_of   with a part of the range only, several passes over the edges count all HALOs in bounded memory
  QualityCounter(const GraphSchema& schema, const NodeAssignment& assignment, PartRange halo_of);

  /// Edges of one type, by type-wise ids.
  void add(std::size_t type, std::span<const std::uint32_t> sources, std::span<const std::uint32_t> targets);

  /// Numbers to be added to those of counters that have seen other edges, and bits to be united with theirs.
  [[nodiscard]] std::vector<std::span<std::int64_t>> sums();
  [[nodiscard]] std::vector<std::span<std::uint64_t>> bits();

  /// What was counted so far; the HALO of parts outside the range is 0.
  [[nodiscard]] PartitionQuality quality() const;

 private:
  const GraphSchema& schema_;
  const NodeAssignment& assignment_;
  std::vector<std::int64_t> node_offsets_;
  PartRange halo_of_;
  std::vector<IdSet> halo_;  // of global nodes, by part of the range
  PartitionQuality counted_;
};

}  // namespace tuplepack::graph
