#pragma once

#include "tuplepack/base/result.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::training {

/// The layout of the items of one pack, for one component. Items are concatenated in the order of the pack.
///   segment_ids    capacity entries; 0 = padding, 1 … K = the item
///   position_ids   capacity entries; 0, 1, 2, … within each segment; 0 in padding
///   cu_seqlens     K + 1 entries; item j occupies [cu_seqlens[j], cu_seqlens[j+1])
///
/// Example: items 3 and 2 in a capacity of 7:
///   segment_ids {1,1,1,2,2,0,0}   position_ids {0,1,2,0,1,0,0}   cu_seqlens {0,3,5}
///
/// The functions write one pack into the caller's memory, so that any number of packs can be streamed.
/// lengths   [K] the real sizes of the items in this component
/// stride    each item begins at a multiple of this (Fitting::align_item; 1 = no gaps); gaps are padding
/// assumes   the items fit: ⌈length / stride⌉ · stride summed ≤ segment_ids.size()
void fill_segment_ids(std::span<const std::int64_t> lengths, std::int64_t stride, std::span<std::int32_t> segment_ids);
void fill_position_ids(std::span<const std::int64_t> lengths, std::int64_t stride,
                       std::span<std::int32_t> position_ids);

/// With a stride, a gap belongs to the item before it.
void fill_cu_seqlens(std::span<const std::int64_t> lengths, std::int64_t stride, std::span<std::int32_t> cu_seqlens);

/// B packs of S positions with at most K segments each. Arrays over packs are row-major.
struct PackShape {
  std::int64_t packs = 0;     ///< B
  std::int64_t capacity = 0;  ///< S
  std::int64_t segments = 0;  ///< K, the highest valid id
};

/// The order of the segments of a pack.
enum class SegmentOrder : std::uint8_t {
  scattered,  ///< a segment is in more than one run (some pipelines move every [CLS] to the end of the pack)
  runs,       ///< each segment is one run, in any order, with padding anywhere
  in_order,   ///< runs with ascending ids, the first at position 0; also a pack of padding only
};

/// What can be derived from segment ids alone. Arrays left empty are not written.
/// Example: ids {1,1,1,2,2,0,0} with K = 3:
///   counts {2}   lengths {3,2,0}   position_ids {0,1,2,0,1,0,0}   order {in_order}
///   ranges {0,3, 0,3, 0,3, 3,5, 3,5, 0,0, 0,0}   cu_seqlens {0,3,5,5,7}
struct SegmentArrays {
  std::span<std::int32_t> counts{};        ///< [B]      the highest id in the pack
  std::span<std::int32_t> lengths{};       ///< [B,K]    positions whose id is k + 1
  std::span<std::int32_t> position_ids{};  ///< [B,S]    0, 1, 2, … within each segment, scattered or not; 0 in padding
  std::span<SegmentOrder> order{};         ///< [B]
  std::span<std::int32_t> ranges{};  ///< [B,S,2]  [lo, hi) of the position's segment in its pack; {0,0} in padding
  /// [B·(K+1) + 1], for variable-length attention over all B · S positions; its size does not depend on the packs.
  /// Sequence b·(K+1) + k is segment k + 1 of pack b with the padding up to the next one; b·(K+1) + K is the padding at
  /// the end of pack b. A segment that does not occur is an empty sequence. Requires B · S < 2^31.
  std::span<std::int32_t> cu_seqlens{};
};

/// Derives the arrays of `out` that are not empty.
/// ids     [B,S]; 0 = padding, 1 … K = segment; not all need occur, and a segment need not be one run
/// errors  out_of_range (an id outside 0 … K: names pack, position and id) · not_contiguous (a pack is scattered where
///         ranges are requested, or not in order where cu_seqlens are: names the pack)
/// cost    O(B · (S + K))
[[nodiscard]] Result<void> derive_segments(std::span<const std::int32_t> ids, PackShape shape,
                                           const SegmentArrays& out);

}  // namespace tuplepack::training
