#include "tuplepack/graph/partition/partition_method.hpp"

#include "base/name_table.hpp"

#include <algorithm>

namespace tuplepack::graph {

static constexpr NameTable<PartitionMethod, 5> partition_method_names{{{PartitionMethod::automatic, "auto"},
                                                                       {PartitionMethod::restream, "restream"},
                                                                       {PartitionMethod::multilevel, "multilevel"},
                                                                       {PartitionMethod::metis, "metis"},
                                                                       {PartitionMethod::random, "random"}}};

std::string_view name(PartitionMethod method) {
  return name_in(partition_method_names, method);
}

Result<PartitionMethod> partition_method_by_name(std::string_view name) {
  return value_in(partition_method_names, name);
}

std::vector<std::string_view> partition_methods() {
  return names_in(partition_method_names);
}

std::int64_t multilevel_memory(std::int64_t nodes, std::int64_t edges) {
  constexpr std::int64_t by_node = 64;
  constexpr std::int64_t by_edge = 32;
  return nodes * by_node + edges * by_edge;
}

std::int64_t sliced_memory(std::int64_t nodes) {
  constexpr std::int64_t by_node = 30;
  return nodes * by_node;
}

std::int64_t clustering_memory(std::int64_t nodes, std::size_t constraints) {
  constexpr std::int64_t by_node = 48, by_weight = 8;
  constexpr std::int64_t by_edge = 24;  // further ones that are drawn of small graphs
  const std::int64_t drawn = std::min<std::int64_t>(3 * nodes, 1 << 19);
  return nodes * (by_node + by_weight * static_cast<std::int64_t>(constraints)) + drawn * by_edge;
}

ChosenMethod chosen_method(PartitionMethod asked, std::int64_t nodes, std::int64_t edges, std::int64_t memory) {
  constexpr std::int64_t by_edge = 8;  // of the adjacency
  if (asked == PartitionMethod::multilevel) return {.method = asked, .in_slices = edges > memory / by_edge};
  if (asked != PartitionMethod::automatic) return {.method = asked};
  if (multilevel_memory(nodes, edges) <= memory) return {.method = PartitionMethod::multilevel};
  if (sliced_memory(nodes) <= memory) return {.method = PartitionMethod::multilevel, .in_slices = true};
  return {.method = PartitionMethod::restream};
}

PartitionNeeds partition_needs(PartitionMethod asked, std::int64_t nodes, std::int64_t edges, std::int64_t memory,
                               bool balances_edges) {
  // Measured on random, power-law and mesh graphs of 1 to 3 million edges.
  constexpr std::int64_t program = 14'000'000;  // with buffers of files
  constexpr std::int64_t by_node = 8;           // parts, degrees, classes and loads
  constexpr std::int64_t entry = 4, ends = 2;   // of the adjacency
  const std::int64_t adjacency = edges * ends * entry + nodes * 8;
  const std::int64_t whole = multilevel_memory(nodes, edges);
  PartitionNeeds needs{.method = chosen_method(asked, nodes, edges, memory).method, .scratch = 2 * adjacency};
  switch (needs.method) {
    case PartitionMethod::automatic:
    case PartitionMethod::restream:
      needs.memory = std::min(memory, edges * 8 + nodes * 2) + nodes * by_node;
      if (const std::int64_t more = clustering_memory(nodes, 2); balances_edges && more <= memory) needs.memory += more;
      needs.time = "O(edges × passes)";
      break;
    case PartitionMethod::multilevel:
      needs.memory = std::min(whole, memory + sliced_memory(nodes)) + nodes * by_node;
      needs.time = "O(edges × log(nodes))";
      break;
    case PartitionMethod::metis:
      needs.memory = edges * 150 + nodes * 64;  // power laws; a third of it for meshes
      needs.time = "O(edges × log(nodes))";
      break;
    case PartitionMethod::random:
      needs.memory = nodes * by_node;
      needs.scratch = 0;
      needs.time = "O(nodes + edges)";
      break;
  }
  needs.memory += program;
  return needs;
}

}  // namespace tuplepack::graph
