#pragma once

#include "tuplepack/packing/limits.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::packing {

/// How to fill packs: strategies, each a multiset of bins, with repeat counts.
///
///   offsets   strategies + 1; strategy s has the runs [offsets[s], offsets[s+1])
///   bins      one per run: a bin of the histogram
///   copies    one per run, ≥ 1: how many items of that bin a pack holds
///   repeats   strategies, each ≥ 1: how many packs are filled this way
///
/// Example: bins of sizes 3, 5, 7; two packs of 7 + 3 and one of 5 + 3 + 3:
///   offsets {0, 2, 4}   bins {2,0, 1,0}   copies {1,1, 1,2}   repeats {2, 1}
///
/// Packs are numbered in the order of the strategies: strategy 0 fills packs 0 … repeats[0]−1, and so on.
struct Plan {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::uint32_t> bins;
  std::vector<std::int64_t> copies;
  std::vector<std::int64_t> repeats;

  [[nodiscard]] std::size_t strategies() const { return repeats.size(); }
  bool operator==(const Plan&) const = default;
};

/// Σ repeats.
[[nodiscard]] std::int64_t pack_count(const Plan& plan);

/// Items in one pack of a strategy.
[[nodiscard]] std::int64_t items_in(const Plan& plan, std::size_t strategy);

/// Items in the deepest pack; 0 for an empty plan.
[[nodiscard]] std::int64_t deepest(const Plan& plan);

/// The largest total of each component in a pack.
[[nodiscard]] std::vector<std::int64_t> largest_pack(const Histogram& histogram, const Plan& plan);

/// Whether a plan is one: every item of the histogram in exactly one pack, every component within its limit, no pack
/// deeper than allowed, indices and counts in range. Independent of the packing methods, none of which uses it.
/// errors  plan_mismatch (names the bin that is short or over, or the strategy and the limit it breaks)
/// cost    O(runs · k)
[[nodiscard]] Result<void> check(const Histogram& histogram, const Limits& limits, const Plan& plan);

/// How good a plan is. `limits` are those the user asked for; `real` are the sizes that carry data.
struct Metrics {
  std::int64_t packs = 0;          ///< packs that are computed, padding packs included
  std::int64_t padding_packs = 0;  ///< empty ones among them, which make the number a multiple (packs_multiple)
  std::int64_t strategies = 0;
  std::vector<double> efficiency;          ///< k: real size / (packs · limit)
  std::vector<double> tight_efficiency;    ///< k: the same relative to the largest pack built
  std::vector<std::int64_t> largest_pack;  ///< k: largest_pack()
  std::vector<std::int64_t> padding;       ///< k: packs · limit − real size
  double packing_factor = 0;               ///< items / packs
  std::int64_t depth_used = 0;             ///< items in the deepest pack
};

/// packs_multiple  the number of packs is rounded up to a multiple of this with empty packs, ≥ 1
/// assumes         check() accepts the plan
/// errors          too_large (packs · limit beyond max_exact)
[[nodiscard]] Result<Metrics> measure(const Histogram& histogram, const Limits& limits, const Totals& real,
                                      const Plan& plan, std::int64_t packs_multiple = 1);

}  // namespace tuplepack::packing
