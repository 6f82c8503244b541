#pragma once

#include "tuplepack/base/float16.hpp"
#include "tuplepack/training/segments.hpp"

#include <algorithm>
#include <limits>
#include <type_traits>

namespace tuplepack::training {

/// What padding positions attend to. A row that attends to nothing is NaN after a softmax.
enum class PaddingRows : std::uint8_t {
  none,   ///< nothing
  self,   ///< itself
  block,  ///< all padding of its pack, as if it were a segment
};

/// Block-diagonal attention: a position attends to the positions of its own segment (Kosec et al. 2021, §3.2).
struct MaskOptions {
  bool causal = false;  ///< a position attends only to itself and to earlier ones
  PaddingRows padding = PaddingRows::self;
  /// The value of an additive mask where there is no attention; 0 elsewhere. Rounded to the mask's type; a finite value
  /// beyond its range saturates.
  float fill = -std::numeric_limits<float>::infinity();
};

/// Whether position `query`, of segment query_id, attends to position `key`. Defines all forms of the mask below.
[[nodiscard]] TUPLEPACK_HOST_DEVICE constexpr bool attends(std::int32_t query_id, std::int32_t key_id,
                                                           std::int64_t query, std::int64_t key, bool causal,
                                                           PaddingRows padding) {
  if (query_id != key_id || (causal && key > query)) return false;
  if (query_id != 0) return true;
  return padding == PaddingRows::block || (padding == PaddingRows::self && query == key);
}

/// MaskOptions::fill as a T.
template <typename T>
[[nodiscard]] inline T additive_fill(const MaskOptions& options) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float largest_float = std::numeric_limits<float>::max();
  constexpr float largest = std::is_same_v<T, Float16>    ? 65504.0F
                            : std::is_same_v<T, BFloat16> ? 0x1.fep127F
                                                          : largest_float;
  const float fill = options.fill;
  const bool is_finite = fill > -infinity && fill < infinity;
  return rounded_to<T>(is_finite ? std::clamp(fill, -largest, largest) : fill);
}

/// The mask to add to attention scores.
/// ids    [B,S], 0 = padding; otherwise any ids, in any order
/// mask   [B,S,S], or [B,1,S,S]: row = query, column = key. T is float, Float16 or BFloat16
/// cost   writes B · S² values at memory bandwidth
template <typename T>
void fill_additive_mask(std::span<const std::int32_t> ids, PackShape shape, const MaskOptions& options,
                        std::span<T> mask);

/// mask   [B,S,S], 1 = attends, 0 = does not
void fill_boolean_mask(std::span<const std::int32_t> ids, PackShape shape, const MaskOptions& options,
                       std::span<std::uint8_t> mask);

/// mask   [B,S,⌈S/32⌉]: column j is bit j % 32 (lowest first) of word j / 32; bits from S on are 0
void fill_bit_mask(std::span<const std::int32_t> ids, PackShape shape, const MaskOptions& options,
                   std::span<std::uint32_t> mask);

/// The mask as a range of keys for each query: query i attends to the keys [lo, hi); lo = hi = i where it attends to
/// nothing.
/// ranges  [B,S,2]
/// errors  out_of_range (an id outside 0 … K) · not_contiguous (a segment, or the padding with PaddingRows::block, is
///         in more than one run): each names the pack
/// cost    O(B · (S + K))
[[nodiscard]] Result<void> fill_mask_ranges(std::span<const std::int32_t> ids, PackShape shape,
                                            const MaskOptions& options, std::span<std::int32_t> ranges);

/// The blocks of `block` × `block` positions that attention touches, in the layout of a BlockMask of PyTorch's
/// FlexAttention, with Q = ⌈S / block⌉ blocks each way. A block is full when every pair of positions in it attends,
/// partial when some do; a block that extends past S is never full.
///   counts  [B,Q]    the number of key blocks of a query block
///   blocks  [B,Q,Q]  those key blocks first, ascending, then all others, ascending
struct BlockTables {
  std::span<std::int32_t> partial_counts{};
  std::span<std::int32_t> partial_blocks{};
  std::span<std::int32_t> full_counts{};
  std::span<std::int32_t> full_blocks{};
};

/// cost   O(B · S · (Q + log block)) in the worst case, O(B · (S + Q²)) where blocks hold few segments
void fill_block_tables(std::span<const std::int32_t> ids, PackShape shape, const MaskOptions& options,
                       std::int64_t block, const BlockTables& out);

}  // namespace tuplepack::training
