#pragma once

#include "packing/plan_builder.hpp"
#include "tuplepack/packing/limits.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::packing {

/// A pack that is being filled.
struct OpenPack {
  std::vector<std::int64_t> room;  ///< k
  std::int64_t slots;              ///< for items
  std::vector<Run> runs{};         ///< each bin once, in the order of first use

  explicit OpenPack(const Limits& limits) : room(limits.sizes), slots(limits.depth) {}

  /// Whether one item of this size does.
  [[nodiscard]] bool fits(std::span<const std::int64_t> size) const {
    bool all = slots > 0;
    for (std::size_t c = 0; c < size.size(); ++c) all &= size[c] <= room[c];
    return all;
  }

  [[nodiscard]] std::int64_t copies_of(std::uint32_t bin) const {
    std::int64_t copies = 0;
    for (const Run& run : runs) copies += run.bin == bin ? run.copies : 0;
    return copies;
  }

  void put(std::uint32_t bin, std::span<const std::int64_t> size, std::int64_t copies) {
    const auto same = std::find_if(runs.begin(), runs.end(), [&](const Run& run) { return run.bin == bin; });
    if (same == runs.end()) return put_new(bin, size, copies);
    same->copies += copies;
    take_room(size, copies);
  }

  /// The same for a bin that the pack does not hold yet.
  void put_new(std::uint32_t bin, std::span<const std::int64_t> size, std::int64_t copies) {
    if (copies > 0) runs.push_back({.bin = bin, .copies = copies});
    take_room(size, copies);
  }

 private:
  void take_room(std::span<const std::int64_t> size, std::int64_t copies) {
    slots -= copies;
    for (std::size_t c = 0; c < size.size(); ++c) room[c] -= copies * size[c];
  }
};

}  // namespace tuplepack::packing
