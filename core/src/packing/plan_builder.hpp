#pragma once

#include "tuplepack/packing/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::packing {

/// `copies` items of one bin in a pack.
struct Run {
  std::uint32_t bin;
  std::int64_t copies;
  bool operator==(const Run&) const = default;
};

/// Sorts runs into the order that PlanBuilder expects: descending by bin.
void sort_by_bin(std::vector<Run>& runs);
/// The runs, in that order, of items that are given one by one, each by its bin.
[[nodiscard]] std::vector<Run> runs_of_items(std::vector<std::uint32_t> bins);

/// Collects strategies in order of first use and merges equal ones. Runs of a strategy must come in one order
/// throughout (any, e.g. that of placing), so that equal multisets are equal sequences.
class PlanBuilder {
 public:
  void add(std::span<const Run> runs, std::int64_t repeat);
  [[nodiscard]] Plan finish() &&;

 private:
  Plan plan_;
  std::vector<std::uint64_t> hashes_;  // strategies: of their runs
  std::vector<std::uint32_t> slots_;   // strategy + 1 by hash, 0 = free; a power of two, at most half full

  [[nodiscard]] bool equals(std::size_t strategy, std::span<const Run> runs) const;
  void grow();
};

}  // namespace tuplepack::packing
