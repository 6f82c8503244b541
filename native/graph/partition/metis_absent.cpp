// The functions of metis.hpp in a build without METIS.

#include "metis.hpp"

namespace tuplepack::graph {

bool has_metis() {
  return false;
}

Result<NodeAssignment> metis_partition(const Adjacency&, const PartBalance&, const PartitionOptions&, int) {
  return fail(ErrorCode::unsupported,
              "this build lacks METIS support; install libmetis-dev and rebuild, or choose another method");
}

}  // namespace tuplepack::graph
