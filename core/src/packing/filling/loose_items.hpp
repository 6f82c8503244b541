#pragma once

#include "open_pack.hpp"
#include "reachable.hpp"

namespace tuplepack::packing {

/// Items that are in no pack for now, and packs filled from them.
class LooseItems {
 public:
  /// components  the one that packs must use best first
  /// assumes     histogram outlives this
  LooseItems(const Histogram& histogram, const Limits& limits, std::span<const std::uint32_t> components);

  void put(std::span<const Run> runs);

  /// Fills a pack as well as the items allow, as far as a table can tell (see ReachableTable), and takes them out.
  /// small_first  leaves the large items where there is a choice; else the small ones
  /// result       its runs, by descending bin
  [[nodiscard]] std::vector<Run> fill(bool small_first);

  /// All of them, the largest first, each bin once.
  [[nodiscard]] const std::vector<Run>& runs() const { return runs_; }
  void reset(std::vector<Run> runs) { runs_ = std::move(runs); }

  /// What was done so far, in about nanoseconds.
  [[nodiscard]] std::int64_t work() const { return table_.work(); }

 private:
  const Histogram& histogram_;
  const std::size_t component_;
  const OpenPack empty_;
  ReachableTable table_;
  std::vector<Run> runs_;

  void take(OpenPack& pack, std::uint32_t bin, std::int64_t copies);
};

}  // namespace tuplepack::packing
