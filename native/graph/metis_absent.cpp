// The functions of metis.hpp in a build without METIS.

#include "graph/metis.hpp"

namespace tuplepack {

bool has_metis() {
  return false;
}

Result<NodeAssignment> metis_partition(const Adjacency&, const PartBalance&, const PartitionOptions&, int) {
  return fail(
      ErrorCode::unsupported,
      "this program was built without METIS; install libmetis-dev and build it again, or choose another method");
}

}  // namespace tuplepack
