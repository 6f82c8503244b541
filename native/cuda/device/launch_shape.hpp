#pragma once

#include "tuplepack/base/host_device.hpp"

#include <algorithm>
#include <cstdint>

/// Launch configurations: plain arithmetic, so that a machine without a device can test it.
namespace tuplepack::cuda {

inline constexpr int lanes_per_warp = 32;
inline constexpr std::int64_t max_blocks = 0x7fffffff;  ///< of a grid, in x

/// Dynamic shared memory available without opting in, less what kernels declare statically.
inline constexpr std::int64_t usual_shared_memory = std::int64_t{46} * 1024;

/// The grid size where scratch memory is in the workspace: a few blocks per multiprocessor.
inline constexpr std::int64_t blocks_with_workspace = 528;

[[nodiscard]] TUPLEPACK_HOST_DEVICE constexpr std::int64_t quotient_up(std::int64_t dividend, std::int64_t divisor) {
  return (dividend + divisor - 1) / divisor;
}

[[nodiscard]] TUPLEPACK_HOST_DEVICE constexpr std::int64_t multiple_up(std::int64_t value, std::int64_t of) {
  return quotient_up(value, of) * of;
}

/// Rounds up to a power of two.
[[nodiscard]] constexpr std::int64_t power_of_two_up(std::int64_t value) {
  std::int64_t power = 1;
  while (power < value) power *= 2;
  return power;
}

/// The number of warps for `items` at about `items_per_warp` each: a power of two, at most `most`.
[[nodiscard]] constexpr int warps_for(std::int64_t items, std::int64_t items_per_warp, int most) {
  return static_cast<int>(std::min<std::int64_t>(power_of_two_up(quotient_up(items, items_per_warp)), most));
}

/// A grid-stride launch over packs, and the scratch memory of each block.
struct BlockPlan {
  std::int64_t blocks = 0;
  int warps = 1;
  std::int64_t scratch = 0;  ///< bytes for each block, a multiple of 16
  bool in_shared = true;     ///< scratch memory is shared memory, otherwise part of the workspace

  [[nodiscard]] constexpr int threads() const { return warps * lanes_per_warp; }
  [[nodiscard]] constexpr std::int64_t shared_bytes() const { return in_shared ? scratch : 0; }
  [[nodiscard]] constexpr std::int64_t workspace_bytes() const { return in_shared ? 0 : blocks * scratch; }
};

/// A plan with at most `warps` warps per block, whose scratch memory is bytes_for(warps): as many warps as fit into
/// shared memory, or all of them with scratch memory in the workspace where not even one warp fits.
template <typename BytesForWarps>
[[nodiscard]] constexpr BlockPlan plan_blocks(std::int64_t blocks, int warps, const BytesForWarps& bytes_for) {
  for (int fewer = warps; fewer >= 1; fewer /= 2) {
    const std::int64_t scratch = multiple_up(bytes_for(fewer), 16);
    if (scratch <= usual_shared_memory) return {std::min(blocks, max_blocks), fewer, scratch, true};
  }
  return {std::min(blocks, blocks_with_workspace), warps, multiple_up(bytes_for(warps), 16), false};
}

}  // namespace tuplepack::cuda
