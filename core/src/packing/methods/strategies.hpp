#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::packing {

/// Ways to fill a pack to the brim, in CSR: strategy s has the lengths [offsets[s], offsets[s+1]), ascending, ≥ 1.
struct Strategies {
  std::vector<std::size_t> offsets{0};
  std::vector<std::uint32_t> lengths;

  [[nodiscard]] std::size_t count() const { return offsets.size() - 1; }
  [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t s) const {
    return std::span(lengths).subspan(offsets[s], offsets[s + 1] - offsets[s]);
  }
};

/// In how many ways at most `depth` lengths make `limit`; `most` + 1 when there are more than `most`.
/// cost  O(limit · min(limit, depth))
[[nodiscard]] std::int64_t count_filling_strategies(std::int64_t limit, std::int64_t depth, std::int64_t most);

/// All of them in lexicographic order, as in Kosec, Fu, Krell 2021, listing 1.
[[nodiscard]] Strategies filling_strategies(std::int64_t limit, std::int64_t depth);

}  // namespace tuplepack::packing
