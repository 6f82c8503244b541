// A thread block handles a few query blocks of a pack, one per warp. Every block of the pack is summarized first, once:
// the least and greatest segments of two blocks usually decide whether they share one.
#include "cuda/device/block.cuh"
#include "cuda/device/runtime.cuh"
#include "cuda/training/plans.hpp"
#include "tuplepack/cuda/training/mask.hpp"

namespace tuplepack::cuda {

struct BlockTableArguments {
  const std::int32_t* ids;
  training::PackShape shape;
  std::int64_t block;   ///< positions
  std::int32_t blocks;  ///< Q
  bool causal;
  training::PaddingRows padding;
  std::int32_t* partial_counts;
  std::int32_t* partial_blocks;
  std::int32_t* full_counts;
  std::int32_t* full_blocks;
};

/// A summary of the segments of each block of a pack; padding counts only with PaddingRows::block.
struct BlockSummaries {
  std::int32_t* words;  ///< [3,Q]
  std::int32_t blocks;  ///< Q

  /// Above greatest() where there are none.
  [[nodiscard]] __device__ std::int32_t& least(std::int32_t block) const { return words[block]; }
  [[nodiscard]] __device__ std::int32_t& greatest(std::int32_t block) const {
    return words[std::int64_t{blocks} + block];
  }
  /// 1: the block is whole, and of one segment.
  [[nodiscard]] __device__ std::int32_t& is_one(std::int32_t block) const {
    return words[std::int64_t{2} * blocks + block];
  }
};

enum class BlockKind : std::uint8_t { empty, partial, full };

__device__ static bool is_segment(std::int32_t id, training::PaddingRows padding) {
  return id != 0 || padding == training::PaddingRows::block;
}

/// The summary of one block of a pack. Warp-collective.
__device__ static void summarize_block(const BlockTableArguments& a, const std::int32_t* ids, std::int32_t index,
                                       const BlockSummaries& out) {
  const std::int64_t begin = index * a.block;
  const std::int64_t end = min(a.shape.capacity, begin + a.block);
  std::int32_t least = 0x7fffffff;
  std::int32_t greatest = -0x7fffffff - 1;
  bool all_segments = begin + a.block <= a.shape.capacity;
  for (std::int64_t position = begin + lane_index(); position < end; position += lanes_per_warp) {
    const std::int32_t id = ids[position];
    if (is_segment(id, a.padding)) {
      least = min(least, id);
      greatest = max(greatest, id);
    } else {
      all_segments = false;
    }
  }
  least = __reduce_min_sync(all_lanes, least);
  greatest = __reduce_max_sync(all_lanes, greatest);
  all_segments = __all_sync(all_lanes, all_segments) != 0;
  if (lane_index() == 0) {
    out.least(index) = least;
    out.greatest(index) = greatest;
    out.is_one(index) = all_segments && least == greatest ? 1 : 0;
  }
}

/// A warp per block of all packs.
static __global__ void __launch_bounds__(BlockTablesPlan::summary_warps* lanes_per_warp)
    summarize_blocks_kernel(BlockTableArguments a, std::int32_t* summaries) {
  const std::int64_t warps = std::int64_t{gridDim.x} * warps_in_block();
  for (std::int64_t item = std::int64_t{blockIdx.x} * warps_in_block() + warp_index(); item < a.shape.packs * a.blocks;
       item += warps) {
    const std::int64_t pack = item / a.blocks;
    summarize_block(a, a.ids + pack * a.shape.capacity, static_cast<std::int32_t>(item % a.blocks),
                    {summaries + pack * 3 * a.blocks, a.blocks});
  }
}

/// Whether two blocks share a segment, by comparing all positions. Warp-collective.
__device__ static bool share_segment(const BlockTableArguments& a, const std::int32_t* ids, std::int32_t first,
                                     std::int32_t second) {
  const auto end = static_cast<std::int32_t>(min(a.shape.capacity, (first + 1) * a.block));
  const auto begin = static_cast<std::int32_t>(first * a.block);
  const auto key_end = static_cast<std::int32_t>(min(a.shape.capacity, (second + 1) * a.block));
  std::int32_t last_id = 0;
  for (std::int32_t position = begin; position < end; ++position) {
    const std::int32_t id = ids[position];
    const bool is_next = position == begin || id != last_id;
    last_id = id;
    if (!is_next || !is_segment(id, a.padding)) continue;
    for (auto base = static_cast<std::int32_t>(second * a.block); base < key_end; base += lanes_per_warp) {
      const std::int32_t key = base + lane_index();
      if (__any_sync(all_lanes, key < key_end && ids[key] == id)) return true;
    }
  }
  return false;
}

/// The kinds of 32 key blocks, one per lane, for the query block `query`. Warp-collective.
__device__ static BlockKind kind_of_block(const BlockTableArguments& a, const std::int32_t* ids,
                                          const BlockSummaries& summaries, std::int32_t query, std::int32_t key) {
  const bool is_key = key < a.blocks && (!a.causal || key <= query);
  const std::int32_t at = is_key ? key : query;
  const std::int32_t least = summaries.least(query);
  const std::int32_t greatest = summaries.greatest(query);
  const std::int32_t key_least = summaries.least(at);
  const std::int32_t key_greatest = summaries.greatest(at);
  const bool have_segments = least <= greatest && key_least <= key_greatest;
  const bool overlap = have_segments && least <= key_greatest && key_least <= greatest;
  bool share =
      overlap && (least == key_least || least == key_greatest || greatest == key_least || greatest == key_greatest);
  for (unsigned open = __ballot_sync(all_lanes, is_key && overlap && !share); open != 0; open &= open - 1) {
    const int lane = __ffs(static_cast<int>(open)) - 1;
    const bool found = share_segment(a, ids, query, __shfl_sync(all_lanes, at, lane));
    if (lane == lane_index()) share = found;
  }
  if (!is_key) return BlockKind::empty;
  if (key == query) {  // each position that attends to anything attends to itself
    if (!have_segments && a.padding == training::PaddingRows::none) return BlockKind::empty;
    return a.block == 1 || (summaries.is_one(query) != 0 && !a.causal) ? BlockKind::full : BlockKind::partial;
  }
  if (!share) return BlockKind::empty;
  return summaries.is_one(query) != 0 && summaries.is_one(at) != 0 ? BlockKind::full : BlockKind::partial;
}

/// Writes the blocks whose bit is set, ascending, then all others, ascending. Warp-collective.
__device__ static void write_blocks(const std::uint32_t* bits, std::int32_t blocks, std::int32_t count,
                                    std::int32_t* out) {
  std::int32_t before = 0;  // blocks with their bit set before these 32
  for (std::int32_t base = 0; base < blocks; base += 32) {
    const std::uint32_t word = bits[base / 32];
    const std::int32_t block = base + lane_index();
    const std::int32_t earlier = before + __popc(word & earlier_lanes());
    const bool is_set = (word >> lane_index() & 1U) != 0;
    if (block < blocks) out[is_set ? earlier : count + (block - earlier)] = block;
    before += __popc(word);
  }
}

/// summaries   [B,3,Q] of all packs, or null: then a block handles a whole pack and summarizes it
static __global__ void __launch_bounds__(256, 2) block_tables_kernel(BlockTableArguments a, std::int32_t* summaries) {
  auto* const words = reinterpret_cast<std::int32_t*>(shared_memory());
  const std::int32_t kind_words = (a.blocks + 31) / 32;
  auto* const partial_bits = reinterpret_cast<std::uint32_t*>(words) + std::int64_t{2} * kind_words * warp_index();
  std::uint32_t* const full_bits = partial_bits + kind_words;
  std::int32_t* const own_summaries = words + std::int64_t{2} * kind_words * warps_in_block();

  const std::int64_t groups = quotient_up(a.blocks, warps_in_block());
  for (std::int64_t item = blockIdx.x; item < a.shape.packs * groups; item += gridDim.x) {
    const std::int64_t pack = item / groups;
    const std::int32_t* const ids = a.ids + pack * a.shape.capacity;
    const BlockSummaries of_pack{summaries == nullptr ? own_summaries : summaries + pack * 3 * a.blocks, a.blocks};
    const auto query = static_cast<std::int32_t>(item % groups * warps_in_block() + warp_index());
    if (summaries == nullptr) {
      if (query < a.blocks) summarize_block(a, ids, query, of_pack);
      __syncthreads();
    }
    if (query < a.blocks) {
      std::int32_t partial_count = 0;
      std::int32_t full_count = 0;
      for (std::int32_t base = 0; base < a.blocks; base += 32) {
        const BlockKind kind = kind_of_block(a, ids, of_pack, query, base + lane_index());
        const unsigned partial = __ballot_sync(all_lanes, kind == BlockKind::partial);
        const unsigned full = __ballot_sync(all_lanes, kind == BlockKind::full);
        partial_count += __popc(partial);
        full_count += __popc(full);
        if (lane_index() == 0) {
          partial_bits[base / 32] = partial;
          full_bits[base / 32] = full;
        }
      }
      __syncwarp();
      const std::int64_t row = pack * a.blocks + query;
      if (lane_index() == 0) {
        a.partial_counts[row] = partial_count;
        a.full_counts[row] = full_count;
      }
      write_blocks(partial_bits, a.blocks, partial_count, a.partial_blocks + row * a.blocks);
      write_blocks(full_bits, a.blocks, full_count, a.full_blocks + row * a.blocks);
    }
    __syncthreads();
  }
}

Result<void> fill_block_tables(std::span<const std::int32_t> ids, training::PackShape shape,
                               const training::MaskOptions& options, std::int64_t block,
                               const training::BlockTables& out, std::span<std::byte> workspace, Stream stream) {
  if (auto fine = check_shape(shape); !fine) return fine;
  const BlockTablesPlan plan = block_tables_plan(shape, block);
  if (!plan.tables.in_shared) {
    return fail(ErrorCode::too_large, "block tables of " + std::to_string(query_blocks(shape, block)) +
                                          " blocks in a row, more than shared memory has bits for; take larger blocks");
  }
  const BlockTableArguments arguments{.ids = ids.data(),
                                      .shape = shape,
                                      .block = block,
                                      .blocks = static_cast<std::int32_t>(query_blocks(shape, block)),
                                      .causal = options.causal,
                                      .padding = options.padding,
                                      .partial_counts = out.partial_counts.data(),
                                      .partial_blocks = out.partial_blocks.data(),
                                      .full_counts = out.full_counts.data(),
                                      .full_blocks = out.full_blocks.data()};
  std::int32_t* summaries = nullptr;
  if (plan.summaries > 0) {
    constexpr int warps = BlockTablesPlan::summary_warps;
    summaries = reinterpret_cast<std::int32_t*>(workspace.data());
    const std::int64_t blocks = std::min(quotient_up(shape.packs * arguments.blocks, warps), max_blocks);
    const auto summarized =
        launch(summarize_blocks_kernel, blocks, warps * lanes_per_warp, 0, stream, arguments, summaries);
    if (!summarized) return summarized;
  }
  return launch(block_tables_kernel, std::min(plan.tables.blocks, max_blocks), plan.tables.threads(),
                plan.tables.shared_bytes(), stream, arguments, summaries);
}

}  // namespace tuplepack::cuda
