#include "cuda/temporal/plans.hpp"
#include "cuda/temporal/unique.hpp"

namespace tuplepack::cuda {

std::int64_t unique_inverse_workspace(std::int64_t ids, std::int64_t table_size, UniqueOrder order) {
  return unique_plan(ids, table_size, order == UniqueOrder::sorted).workspace_bytes();
}

}  // namespace tuplepack::cuda
