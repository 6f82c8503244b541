#include "cuda/device/runtime.cuh"
#include "cuda/training/plans.hpp"
#include "cuda/training/segment_table.cuh"
#include "tuplepack/cuda/training/mask.hpp"

namespace tuplepack::cuda {

static __global__ void __launch_bounds__(512)
    mask_ranges_kernel(const std::int32_t* ids, training::PackShape shape, bool causal, training::PaddingRows padding,
                       std::int32_t* ranges, std::byte* workspace, std::int64_t scratch, StatusWord* status) {
  const SegmentTable table =
      segment_table(scratch_memory(workspace, scratch), static_cast<std::int32_t>(shape.segments + 1), 1);
  const std::int32_t first_segment = padding == training::PaddingRows::block ? 0 : 1;
  for (std::int64_t pack = blockIdx.x; pack < shape.packs; pack += gridDim.x) {
    const std::int64_t pack_begin = pack * shape.capacity;
    fill_segment_table(ids, pack_begin, shape.capacity, table, status);
    for (std::int32_t id = first_segment + threadIdx.x; id < table.entries; id += blockDim.x) {
      const bool occurs = table.counts[id] > 0;
      if (occurs && table.end[id] - table.first[id] != table.counts[id]) report(status, Fault::not_contiguous, pack);
    }
    for (std::int32_t position = threadIdx.x; position < shape.capacity; position += blockDim.x) {
      const std::int64_t at = pack_begin + position;
      const std::int32_t id = checked_id(ids[at], table.entries - 1, at, status);
      const bool is_segment = id >= first_segment;
      const bool is_self = !is_segment && padding == training::PaddingRows::self;
      std::int32_t* const range = ranges + 2 * at;
      range[0] = is_segment ? table.first[id] : position;
      range[1] = is_segment && !causal ? table.end[id] : position + (is_segment || is_self ? 1 : 0);
    }
    __syncthreads();
  }
}

Result<void> fill_mask_ranges(std::span<const std::int32_t> ids, training::PackShape shape,
                              const training::MaskOptions& options, std::span<std::int32_t> ranges,
                              std::span<std::byte> workspace, StatusWord* status, Stream stream) {
  if (auto fine = check_shape(shape); !fine) return fine;
  const BlockPlan plan = mask_ranges_plan(shape);
  return launch(mask_ranges_kernel, plan.blocks, plan.threads(), plan.shared_bytes(), stream, ids.data(), shape,
                options.causal, options.padding, ranges.data(), plan.in_shared ? nullptr : workspace.data(),
                plan.scratch, status);
}

}  // namespace tuplepack::cuda
