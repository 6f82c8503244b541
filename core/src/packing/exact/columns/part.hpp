#pragma once

#include "columns.hpp"
#include "one_pack.hpp"

#include <optional>

namespace tuplepack::packing {

/// A packing problem over some components of another. Bins that differ only in the others are one, and items that take
/// no room are left out.
///   pack   what a pack of it can hold
///   bin    of every bin of the whole: its bin here, or none
struct Part {
  Histogram histogram;
  OnePack pack;
  std::vector<std::uint32_t> bin;

  static constexpr std::uint32_t none = 0xffffffffU;
};

/// component   the only one, or all of them
/// result      none when it is too large for column generation, or nothing takes room
[[nodiscard]] std::optional<Part> part_of(const Histogram& whole, const Limits& limits,
                                          std::optional<std::size_t> component);

/// All components and the depth, whatever the size; none when nothing takes room.
[[nodiscard]] std::optional<Part> exact_part_of(const Histogram& whole, const Limits& limits);

/// The packs of a plan, as far as they hold items of a part.
[[nodiscard]] Columns columns_of(const Plan& plan, const Part& part);

/// For every bin of the part, a bin of the whole.
[[nodiscard]] std::vector<std::uint32_t> original_bins(const Part& part);

/// The items of the whole that take no room in the part.
/// counts   bins of the whole
[[nodiscard]] std::vector<Run> free_items(const Part& part, std::span<const std::int64_t> counts);

}  // namespace tuplepack::packing
