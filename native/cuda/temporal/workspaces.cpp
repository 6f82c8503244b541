#include "cuda/temporal/hot_rows.hpp"
#include "cuda/temporal/plans.hpp"
#include "cuda/temporal/unique.hpp"

namespace tuplepack::cuda {

std::int64_t unique_inverse_workspace(std::int64_t ids, std::int64_t table_size, UniqueOrder order) {
  return unique_plan(ids, table_size, order == UniqueOrder::sorted).workspace_bytes();
}

std::int64_t find_sources_workspace(std::int64_t unique) {
  return multiple_up(source_tiles(unique) * static_cast<std::int64_t>(sizeof(std::uint32_t)), 16);
}

}  // namespace tuplepack::cuda
