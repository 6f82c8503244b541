#pragma once

#include "tuplepack/training/mask.hpp"

#include <string>

namespace tuplepack::bench {

/// Masks against attends(), pair by pair. Each throws std::runtime_error with the name when one differs.
struct MaskProblem {
  std::string name;
  std::span<const std::int32_t> ids;  ///< [B,S]
  PackShape shape;
  MaskOptions options;
};

/// T is float, Float16 or BFloat16; the fill is −∞.
template <typename T>
void check_additive_mask(const MaskProblem& problem, std::span<const T> mask);
void check_boolean_mask(const MaskProblem& problem, std::span<const std::uint8_t> mask);
void check_bit_mask(const MaskProblem& problem, std::span<const std::uint32_t> mask);
void check_mask_ranges(const MaskProblem& problem, std::span<const std::int32_t> ranges);
void check_block_tables(const MaskProblem& problem, std::int64_t block, const BlockTables& tables);

/// Positions to a side of a block: FlexAttention's own.
inline constexpr std::int64_t flex_block = 128;

/// All tables of a batch in one array.
struct BlockTableSizes {
  std::size_t rows;    ///< B · Q
  std::size_t across;  ///< Q

  [[nodiscard]] std::size_t values() const { return 2 * rows * (across + 1); }
  [[nodiscard]] BlockTables tables_in(std::span<std::int32_t> all) const {
    return {.partial_counts = all.subspan(0, rows),
            .partial_blocks = all.subspan(rows, rows * across),
            .full_counts = all.subspan(rows * (across + 1), rows),
            .full_blocks = all.subspan(rows * (across + 2), rows * across)};
  }
};
[[nodiscard]] BlockTableSizes block_table_sizes(PackShape shape, std::int64_t block);

}  // namespace tuplepack::bench
