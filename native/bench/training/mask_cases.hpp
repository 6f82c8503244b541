#pragma once

#include "bench/measuring/share_report.hpp"
#include "bench/packing/packed_data.hpp"
#include "tuplepack/training/mask.hpp"

#include <string>

namespace tuplepack::bench {

struct MaskProblem {
  std::string name;                   ///< of the case, for errors
  std::span<const std::int32_t> ids;  ///< [B,S]
  training::PackShape shape;
  training::MaskOptions options;

  [[nodiscard]] std::size_t positions() const { return ids.size(); }
  [[nodiscard]] std::size_t pairs() const { return ids.size() * static_cast<std::size_t>(shape.capacity); }
};

/// One form of the mask, the same on the CPU and on a device.
struct MaskForm {
  std::string name;
  std::string ceiling;
  std::size_t values = 0;       ///< written
  std::size_t comparisons = 0;  ///< one for each pair of positions, or one for each position
};
template <typename T>
[[nodiscard]] MaskForm additive_form(const MaskProblem& problem) {
  return {std::string("additive ") + type_name<T>, "memset", problem.pairs(), problem.pairs()};
}
[[nodiscard]] MaskForm boolean_form(const MaskProblem& problem);
[[nodiscard]] MaskForm bit_form(const MaskProblem& problem);
[[nodiscard]] MaskForm range_form(const MaskProblem& problem);
[[nodiscard]] MaskForm block_table_form(const MaskProblem& problem);

/// The case of a form with values of `value_bytes`: the mask is written once and the ids are read once.
[[nodiscard]] ShareCase mask_case(const MaskProblem& problem, const MaskForm& form, std::size_t value_bytes);

// Check masks against attends(), pair by pair. Each throws std::runtime_error with the problem's name when one differs.

/// T is float, Float16 or BFloat16; the fill is −∞.
template <typename T>
void check_additive_mask(const MaskProblem& problem, std::span<const T> mask);
void check_boolean_mask(const MaskProblem& problem, std::span<const std::uint8_t> mask);
void check_bit_mask(const MaskProblem& problem, std::span<const std::uint32_t> mask);
void check_mask_ranges(const MaskProblem& problem, std::span<const std::int32_t> ranges);
void check_block_tables(const MaskProblem& problem, std::int64_t block, const training::BlockTables& tables);

/// Positions on a side of a block, as in FlexAttention.
inline constexpr std::int64_t flex_block = 128;

/// All tables of a batch in one array.
struct BlockTableSizes {
  std::size_t rows;    ///< B · Q
  std::size_t across;  ///< Q

  [[nodiscard]] std::size_t values() const { return 2 * rows * (across + 1); }
  [[nodiscard]] training::BlockTables tables_in(std::span<std::int32_t> all) const {
    return {.partial_counts = all.subspan(0, rows),
            .partial_blocks = all.subspan(rows, rows * across),
            .full_counts = all.subspan(rows * (across + 1), rows),
            .full_blocks = all.subspan(rows * (across + 2), rows * across)};
  }
};
[[nodiscard]] BlockTableSizes block_table_sizes(training::PackShape shape, std::int64_t block);

}  // namespace tuplepack::bench
