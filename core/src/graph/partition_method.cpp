#include "tuplepack/graph/partition_method.hpp"

#include "../name_table.hpp"

namespace tuplepack {

static constexpr NameTable<PartitionMethod, 5> method_names{{{PartitionMethod::automatic, "auto"},
                                                             {PartitionMethod::restream, "restream"},
                                                             {PartitionMethod::multilevel, "multilevel"},
                                                             {PartitionMethod::metis, "metis"},
                                                             {PartitionMethod::random, "random"}}};

std::string_view name(PartitionMethod method) {
  return name_in(method_names, method);
}

Result<PartitionMethod> partition_method_by_name(std::string_view name) {
  return value_in(method_names, name);
}

std::vector<std::string_view> partition_methods() {
  return names_in(method_names);
}

std::int64_t multilevel_memory(std::int64_t nodes, std::int64_t edges) {
  constexpr std::int64_t by_node = 64;
  constexpr std::int64_t by_edge = 32;
  return nodes * by_node + edges * by_edge;
}

PartitionMethod chosen_method(PartitionMethod asked, std::int64_t nodes, std::int64_t edges, std::int64_t memory) {
  if (asked != PartitionMethod::automatic) return asked;
  return multilevel_memory(nodes, edges) <= memory ? PartitionMethod::multilevel : PartitionMethod::restream;
}

}  // namespace tuplepack
