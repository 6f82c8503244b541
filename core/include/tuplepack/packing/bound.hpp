#pragma once

#include "tuplepack/packing/limits.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace tuplepack::packing {

/// A lower bound on the number of packs, and where it comes from.
struct LowerBound {
  std::int64_t packs = 0;
  std::string_view name;                   ///< a name of bound_methods()
  std::optional<std::size_t> component{};  ///< the component it looks at; none for "depth"
  std::int64_t parameter = 0;  ///< threshold (martello-toth), k or divisor (dual-feasible); 0 where there is none
};

struct BoundMethod {
  std::string_view name;
  std::string_view summary;
};

/// `depth`          ⌈items / depth⌉, with a pack of its own for each item that leaves no room for another
/// `total`          ⌈Σ size / limit⌉, one component at a time (L1)
/// `martello-toth`  L2 of Martello and Toth 1990: large items cannot share a pack
/// `dual-feasible`  Fekete and Schepers 2001 (u^k) and CCM1 of Carlier, Clautiaux and Moukrim 2007
[[nodiscard]] std::span<const BoundMethod> bound_methods();

/// All bounds, every method on every component it applies to, in the order of the table.
/// Integer arithmetic throughout. A mix of components never beats the best single one, so none is tried.
/// assumes  validate() accepts
/// cost     O(k · (bins + parameters tried)) where limits are below 2^16, with a sort of the bins where they are not;
///          parameters are capped: 7 µs for 152 bins and limits (20, 54), 1 ms for 36,000 bins and limits (300, 36138)
[[nodiscard]] std::vector<LowerBound> lower_bounds(const Histogram& histogram, const Limits& limits);

/// The largest; the first in table order among equals.
[[nodiscard]] LowerBound lower_bound(const Histogram& histogram, const Limits& limits);

}  // namespace tuplepack::packing
