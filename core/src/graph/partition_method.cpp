#include "tuplepack/graph/partition_method.hpp"

#include "../name_table.hpp"

namespace tuplepack {

static constexpr NameTable<PartitionMethod, 4> method_names{{{PartitionMethod::restream, "restream"},
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

}  // namespace tuplepack
