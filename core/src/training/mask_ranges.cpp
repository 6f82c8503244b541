#include "rows.hpp"
#include "tuplepack/training/mask.hpp"

#include <algorithm>
#include <cassert>
#include <string>

namespace tuplepack::training {

namespace {

struct KeyRange {
  std::size_t lo = 0;
  std::size_t hi = 0;
};

}  // namespace

/// The run that holds all padding of a pack.
static Result<KeyRange> padding_run(std::span<const std::int32_t> ids, std::int64_t pack) {
  const auto begin = std::find(ids.begin(), ids.end(), 0);
  const auto end = std::find_if(begin, ids.end(), [](std::int32_t id) { return id != 0; });
  if (std::find(end, ids.end(), 0) != ids.end()) {
    return fail(ErrorCode::not_contiguous, "pack " + std::to_string(pack) + " has its padding in more than one run");
  }
  return KeyRange{static_cast<std::size_t>(begin - ids.begin()), static_cast<std::size_t>(end - ids.begin())};
}

/// What a padding position attends to if nothing is causal.
static KeyRange padding_range(std::size_t position, KeyRange padding, PaddingRows rows) {
  switch (rows) {
    case PaddingRows::none: return {position, position};
    case PaddingRows::self: return {position, position + 1};
    case PaddingRows::block: return padding;
  }
  return {};
}

Result<void> fill_mask_ranges(std::span<const std::int32_t> ids, PackShape shape, const MaskOptions& options,
                              std::span<std::int32_t> ranges) {
  assert(holds(ranges, shape.packs * shape.capacity * 2));
  if (auto derived = derive_segments(ids, shape, {.ranges = ranges}); !derived) return derived;
  for (std::int64_t b = 0; b < shape.packs; ++b) {
    const auto pack = row_of(ids, b, shape.capacity);
    const auto out = row_of(ranges, b, shape.capacity * 2);
    KeyRange padding;
    if (options.padding == PaddingRows::block) {
      const auto run = padding_run(pack, b);
      if (!run) return tl::unexpected(run.error());
      padding = *run;
    }
    for (std::size_t i = 0; i < pack.size(); ++i) {
      if (pack[i] == 0) {
        const KeyRange range = padding_range(i, padding, options.padding);
        out[2 * i] = static_cast<std::int32_t>(range.lo);
        out[2 * i + 1] = static_cast<std::int32_t>(range.hi);
      }
      if (options.causal) out[2 * i + 1] = std::min(out[2 * i + 1], static_cast<std::int32_t>(i + 1));
    }
  }
  return {};
}

}  // namespace tuplepack::training
