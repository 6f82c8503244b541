#pragma once

#include "tuplepack/packing/plan.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack {

/// Where each item of one pack lies, for one component. Items are laid one after the other.
///   segment_ids    capacity entries; 0 = padding, 1 … K = the item, in the order of the pack
///   position_ids   capacity entries; counts 0, 1, 2, … within each segment; 0 in padding
///   cu_seqlens     K + 1 entries; item j lies at [cu_seqlens[j], cu_seqlens[j+1])
///
/// Example: items 3 and 2 in a capacity of 7:
///   segment_ids {1,1,1,2,2,0,0}   position_ids {0,1,2,0,1,0,0}   cu_seqlens {0,3,5}
///
/// The functions write one pack into memory of the caller, so that any number of packs can be streamed.
/// lengths   K, real sizes of the items of the pack in this component
/// stride    each item begins at a multiple of this (Fitting::align_item; 1 = no gap); gaps are padding
/// assumes   the items fit: ⌈length / stride⌉ · stride summed ≤ segment_ids.size()
void fill_segment_ids(std::span<const std::int64_t> lengths, std::int64_t stride, std::span<std::int32_t> segment_ids);
void fill_position_ids(std::span<const std::int64_t> lengths, std::int64_t stride,
                       std::span<std::int32_t> position_ids);

/// With a stride, cu_seqlens counts the gaps to the item before them. out has K + 1 entries.
void fill_cu_seqlens(std::span<const std::int64_t> lengths, std::int64_t stride, std::span<std::int32_t> cu_seqlens);

}  // namespace tuplepack
