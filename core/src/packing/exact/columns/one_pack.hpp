#pragma once

#include "tuplepack/packing/limits.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tuplepack::packing {

/// None.
inline constexpr std::uint32_t no_bin = 0xffffffffU;

/// What one pack can hold, in the smallest numbers that say it: sizes divided by their common divisor, components that
/// never bind left out (unless an item would take no room then), and the depth, where it can bind, as one more
/// component in which every item has size 1.
///
///   limits   k
///   sizes    bins × k, row-major; each within its limit
struct OnePack {
  std::vector<std::int64_t> limits;
  std::vector<std::int64_t> sizes;
  std::size_t bins = 0;
  bool uses_depth = false;

  [[nodiscard]] std::size_t components() const { return limits.size(); }
  [[nodiscard]] std::span<const std::int64_t> size(std::size_t bin) const {
    return std::span(sizes).subspan(bin * components(), components());
  }
};

/// cost  O(bins · k)
[[nodiscard]] OnePack reduce(const Histogram& histogram, const Limits& limits);

/// The same, but small enough for a table of all rooms that is filled again and again: without the depth where it makes
/// the table too large; none when it is too large even so. Without a limit a pack can hold more, so what is shown to
/// fit into no pack stays true.
[[nodiscard]] std::optional<OnePack> reduce_to_table(const Histogram& histogram, const Limits& limits);

/// For every bin the last one before it that is nowhere larger, i.e. whose items fit wherever this bin's do; `no_bin`
/// where there is none.
/// cost  O(bins² · k) at worst, O(bins) for one component in ascending order
[[nodiscard]] std::vector<std::uint32_t> nearest_below(const OnePack& pack);

}  // namespace tuplepack::packing
