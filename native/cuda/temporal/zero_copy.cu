// A warp per row. Each load of a warp covers exactly one 128-byte line of host memory, so that the link transfers whole
// lines wherever the row spans them.
#include "cuda/device/block.cuh"
#include "cuda/device/runtime.cuh"
#include "cuda/temporal/plans.hpp"
#include "tuplepack/cuda/temporal/access.hpp"

#include <cassert>

namespace tuplepack::cuda {

static __global__ void __launch_bounds__(line_warps* lanes_per_warp)
    zero_copy_kernel(const std::byte* table, std::int64_t rows, std::int64_t width, const std::int64_t* ids,
                     std::int64_t count, std::byte* out, StatusWord* status) {
  constexpr int lines_at_once = 8;
  const std::int64_t words = width / 4;
  const std::int64_t warps = std::int64_t{gridDim.x} * line_warps;
  for (std::int64_t i = std::int64_t{blockIdx.x} * line_warps + warp_index(); i < count; i += warps) {
    const std::int64_t id = ids[i];
    if (id < 0 || id >= rows) {
      if (lane_index() == 0) report(status, Fault::row_out_of_range, i);
      continue;
    }
    const auto* const row = reinterpret_cast<const std::uint32_t*>(table + id * width);
    auto* const to = reinterpret_cast<std::uint32_t*>(out + i * width);
    const auto in_line = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(row) % line_bytes / 4);
    for (std::int64_t begin = lane_index() - in_line; begin < words; begin += lines_at_once * lanes_per_warp) {
      std::uint32_t loaded[lines_at_once] = {};
#pragma unroll
      for (int line = 0; line < lines_at_once; ++line) {
        const std::int64_t at = begin + line * lanes_per_warp;
        if (at >= 0 && at < words) loaded[line] = row[at];
      }
#pragma unroll
      for (int line = 0; line < lines_at_once; ++line) {
        const std::int64_t at = begin + line * lanes_per_warp;
        if (at >= 0 && at < words) to[at] = loaded[line];
      }
    }
  }
}

Result<void> gather_zero_copy(const temporal::Rows& table, std::span<const std::int64_t> ids, std::span<std::byte> out,
                              StatusWord* status, Stream stream) {
  assert(table.width % 4 == 0);
  if (table.width == 0) return {};
  const auto count = static_cast<std::int64_t>(ids.size());
  const std::int64_t blocks = std::min(quotient_up(count, line_warps), max_blocks);
  return launch(zero_copy_kernel, blocks, line_warps * lanes_per_warp, 0, stream, table.bytes.data(), table.count(),
                table.width, ids.data(), count, out.data(), status);
}

}  // namespace tuplepack::cuda
