// The sizes of workspaces, the same with and without CUDA.
#include "cuda/temporal/plans.hpp"
#include "cuda/training/plans.hpp"
#include "tuplepack/cuda/temporal/hot_rows.hpp"
#include "tuplepack/cuda/temporal/unique.hpp"
#include "tuplepack/cuda/training/loss.hpp"
#include "tuplepack/cuda/training/mask.hpp"
#include "tuplepack/cuda/training/segments.hpp"

namespace tuplepack::cuda {

std::int64_t unique_inverse_workspace(std::int64_t ids, std::int64_t table_size, temporal::UniqueOrder order) {
  return unique_plan(ids, table_size, order == temporal::UniqueOrder::sorted).workspace_bytes();
}

std::int64_t find_sources_workspace(std::int64_t unique) {
  return multiple_up(source_tiles(unique) * static_cast<std::int64_t>(sizeof(std::uint32_t)), 16);
}

std::int64_t derive_segments_workspace(training::PackShape shape) {
  return derive_plan(shape).workspace_bytes();
}

std::int64_t mask_ranges_workspace(training::PackShape shape) {
  return mask_ranges_plan(shape).workspace_bytes();
}

std::int64_t block_tables_workspace(training::PackShape shape, std::int64_t block) {
  return block_tables_plan(shape, block).summaries;
}

std::int64_t token_weights_workspace(training::PackShape shape) {
  const BlockPlan plan = token_weights_plan(shape);
  return multiple_up(plan.blocks * sequence_sum_bytes, 16) + plan.workspace_bytes();
}

std::int64_t unpack_loss_workspace(training::PackShape shape) {
  const BlockPlan plan = unpack_plan(shape).blocks;
  return plan.blocks * loss_sums_bytes + plan.workspace_bytes();
}

std::int64_t next_sentence_loss_workspace(training::PackShape shape) {
  return pair_blocks(shape.packs * shape.segments) * loss_sums_bytes;
}

}  // namespace tuplepack::cuda
