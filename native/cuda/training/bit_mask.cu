// A warp writes 32 rows by 32 words. Apart from causality and self-attention of padding, a word is the same for all
// rows of an id, so it is recomputed, by warp votes, only where the id changes from one row to the next.
#include "cuda/device/block.cuh"
#include "cuda/device/runtime.cuh"
#include "cuda/training/attended_bits.hpp"
#include "cuda/training/plans.hpp"
#include "tuplepack/cuda/training/mask.hpp"

namespace tuplepack::cuda {

/// The positions of `id` as bits: lane l gets the word of columns 32·(first_word + l) and up.
__device__ static std::uint32_t positions_of(std::int32_t id, const std::int32_t* ids, std::int64_t capacity,
                                             std::int64_t first_word, int words) {
  std::uint32_t own = 0;
#pragma unroll 4
  for (int word = 0; word < words; ++word) {
    const std::int64_t column = (first_word + word) * 32 + lane_index();
    const std::uint32_t bits = __ballot_sync(all_lanes, column < capacity && ids[column] == id);
    if (word == lane_index()) own = bits;
  }
  return own;
}

static __global__ void __launch_bounds__(bit_mask_warps* lanes_per_warp)
    bit_mask_kernel(const std::int32_t* __restrict__ ids, training::PackShape shape, bool causal,
                    training::PaddingRows padding, std::uint32_t* __restrict__ mask) {
  const std::int64_t words = quotient_up(shape.capacity, 32);
  const std::int64_t groups = quotient_up(words, 32);
  const std::int64_t items = shape.packs * words * groups;
  const std::int64_t warps = std::int64_t{gridDim.x} * bit_mask_warps;
  for (std::int64_t item = std::int64_t{blockIdx.x} * bit_mask_warps + warp_index(); item < items; item += warps) {
    const std::int64_t first_word = item % groups * 32;
    const std::int64_t first_row = item / groups % words * 32;
    const std::int64_t pack = item / groups / words;
    const std::int32_t* const pack_ids = ids + pack * shape.capacity;
    const int words_here = static_cast<int>(min(std::int64_t{32}, words - first_word));
    const int rows_here = static_cast<int>(min(std::int64_t{32}, shape.capacity - first_row));
    const std::int64_t column = (first_word + lane_index()) * 32;
    std::uint32_t* const out = mask + (pack * shape.capacity + first_row) * words + first_word + lane_index();

    const std::int32_t id_of_lane = lane_index() < rows_here ? pack_ids[first_row + lane_index()] : 0;
    std::int32_t last_id = 0;
    std::uint32_t same = 0;
    for (int row = 0; row < rows_here; ++row) {
      const std::int32_t id = __shfl_sync(all_lanes, id_of_lane, row);
      if (row == 0 || id != last_id) same = positions_of(id, pack_ids, shape.capacity, first_word, words_here);
      last_id = id;
      if (lane_index() < words_here) {
        out[row * words] = attended_bits(same, id, first_row + row, column, causal, padding);
      }
    }
  }
}

Result<void> fill_bit_mask(std::span<const std::int32_t> ids, training::PackShape shape,
                           const training::MaskOptions& options, std::span<std::uint32_t> mask, Stream stream) {
  if (auto fine = check_shape(shape); !fine) return fine;
  const std::int64_t blocks = std::min(quotient_up(bit_mask_items(shape), bit_mask_warps), max_blocks);
  return launch(bit_mask_kernel, blocks, bit_mask_warps * lanes_per_warp, 0, stream, ids.data(), shape, options.causal,
                options.padding, mask.data());
}

}  // namespace tuplepack::cuda
