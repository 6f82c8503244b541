#pragma once

#include "tuplepack/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tuplepack::graph {

enum class PartitionMethod : std::uint8_t { automatic, restream, multilevel, metis, random };

[[nodiscard]] std::string_view name(PartitionMethod method);
/// errors  unknown_name
[[nodiscard]] Result<PartitionMethod> partition_method_by_name(std::string_view name);
/// Every name, in the order of menus.
[[nodiscard]] std::vector<std::string_view> partition_methods();

/// The memory to partition in where none is given: the same on every machine, so that the same graph gets the same parts.
inline constexpr std::int64_t usual_partition_memory = std::int64_t{1} << 31;

/// What multilevel needs at most, in bytes, with the adjacency: an estimate from above of 32 per edge, directed as given,
/// and 64 per node. Meshes, communities and power laws took 75 to 86 % of it.
[[nodiscard]] std::int64_t multilevel_memory(std::int64_t nodes, std::int64_t edges);

/// What multilevel needs in slices, in bytes, besides the memory for its levels: about 30 per node.
[[nodiscard]] std::int64_t sliced_memory(std::int64_t nodes);

/// What restream takes to form clusters, in bytes: it does so under limits on edges, if it fits in the memory.
/// constraints  of the balance: 2 for nodes and edges
[[nodiscard]] std::int64_t clustering_memory(std::int64_t nodes, std::size_t constraints);

struct ChosenMethod {
  PartitionMethod method{};  ///< never automatic
  bool in_slices = false;    ///< multilevel, with its finest levels in files
};

/// What `automatic` stands for: multilevel where that fits in the memory, as a whole or else in slices; otherwise restream.
/// Other methods stay; multilevel goes in slices where the adjacency is larger than the memory.
[[nodiscard]] ChosenMethod chosen_method(PartitionMethod asked, std::int64_t nodes, std::int64_t edges,
                                         std::int64_t memory);

/// What partitioning takes, estimated from above by the numbers of nodes and edges alone.
struct PartitionNeeds {
  PartitionMethod method{};  ///< which does it: never automatic
  std::int64_t memory = 0;   ///< bytes of one process that works alone, without the mapped pages of its scratch file
  std::int64_t scratch = 0;  ///< bytes on the disk of the output, while it works: the adjacency
  std::string_view time{};   ///< its order, "O(edges × passes)"
};

/// memory          to work in
/// balances_edges  there are limits on edges, too
[[nodiscard]] PartitionNeeds partition_needs(PartitionMethod asked, std::int64_t nodes, std::int64_t edges,
                                             std::int64_t memory, bool balances_edges);

}  // namespace tuplepack::graph
