#include "loose_items.hpp"

#include "packing/room.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace tuplepack::packing {

static constexpr ReachableTable::Shape amounts{.axes = 1, .cells = 1 << 17};

LooseItems::LooseItems(const Histogram& histogram, const Limits& limits, std::span<const std::uint32_t> components)
    : histogram_(histogram),
      component_(components[0]),
      empty_(limits),
      table_(histogram, limits, components, amounts) {}

void LooseItems::put(std::span<const Run> runs) {
  runs_.insert(runs_.end(), runs.begin(), runs.end());
  const auto key = [this](const Run& run) { return std::tuple(histogram_.size(run.bin)[component_], run.bin); };
  std::sort(runs_.begin(), runs_.end(), [&](const Run& a, const Run& b) { return key(a) > key(b); });
  std::vector<Run> merged;
  for (const Run& run : runs_) {
    if (!merged.empty() && merged.back().bin == run.bin) {
      merged.back().copies += run.copies;
    } else {
      merged.push_back(run);
    }
  }
  runs_ = std::move(merged);
}

void LooseItems::take(OpenPack& pack, std::uint32_t bin, std::int64_t copies) {
  if (copies == 0) return;
  pack.put(bin, histogram_.size(bin), copies);
  const auto run = std::find_if(runs_.begin(), runs_.end(), [&](const Run& r) { return r.bin == bin; });
  run->copies -= copies;
  if (run->copies == 0) runs_.erase(run);
}

std::vector<Run> LooseItems::fill(bool small_first) {
  OpenPack pack = empty_;
  table_.clear(pack.room, pack.slots, pack.room);
  for (std::size_t i = 0; i < runs_.size() && !table_.is_enough(); ++i) {
    const Run& run = runs_[small_first ? runs_.size() - 1 - i : i];
    table_.add(run.bin, run.copies);
  }
  for (const Run& run : table_.best()) take(pack, run.bin, run.copies);
  // Items too small for the table's units, or left out by its rounding.
  for (const Run& run : std::vector<Run>(runs_)) {
    take(pack, run.bin, copies_that_fit(histogram_.size(run.bin), pack.room, std::min(pack.slots, run.copies)));
  }
  std::sort(pack.runs.begin(), pack.runs.end(), [](const Run& a, const Run& b) { return a.bin > b.bin; });
  return std::move(pack.runs);
}

}  // namespace tuplepack::packing
