#include "rows.hpp"
#include "tuplepack/training/segments.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <string>

namespace tuplepack::training {

namespace {

/// Where a segment begins and how many positions it has. A pack has K + 1; the first is padding, whose begin is unused.
struct Extent {
  std::int32_t begin = 0;
  std::int32_t length = 0;
};

}  // namespace

static Result<void> check_ids(std::span<const std::int32_t> ids, std::int64_t pack, std::int64_t segments) {
  const auto wrong = std::find_if(ids.begin(), ids.end(), [&](std::int32_t id) { return id < 0 || id > segments; });
  if (wrong == ids.end()) return {};
  return fail(ErrorCode::out_of_range, "pack " + std::to_string(pack) + " has segment id " + std::to_string(*wrong) +
                                           " at position " + std::to_string(wrong - ids.begin()) +
                                           "; ids must be 0 to " + std::to_string(segments));
}

/// Fills extents and returns the order of the segments.
static SegmentOrder measure(std::span<const std::int32_t> ids, std::span<Extent> extents) {
  std::fill(extents.begin(), extents.end(), Extent{});
  SegmentOrder order = SegmentOrder::in_order;
  std::int32_t last = 0;
  for (std::size_t begin = 0, end = 0; begin < ids.size(); begin = end) {
    end = run_end(ids, begin);
    const std::int32_t id = ids[begin];
    Extent& extent = extents[static_cast<std::size_t>(id)];
    if (id != 0) {
      const bool rises = last == 0 ? begin == 0 : id > last;
      if (!rises) order = std::min(order, SegmentOrder::runs);
      if (extent.length != 0) order = SegmentOrder::scattered;
      if (extent.length == 0) extent.begin = static_cast<std::int32_t>(begin);
      last = id;
    }
    extent.length += static_cast<std::int32_t>(end - begin);
  }
  return order;
}

static std::int32_t highest_id(std::span<const Extent> extents) {
  std::size_t id = extents.size() - 1;
  while (id > 0 && extents[id].length == 0) --id;
  return static_cast<std::int32_t>(id);
}

/// seen   workspace of K + 1 entries
static void number_positions(std::span<const std::int32_t> ids, std::span<std::int32_t> seen,
                             std::span<std::int32_t> position_ids) {
  std::fill(seen.begin(), seen.end(), 0);
  for (std::size_t begin = 0, end = 0; begin < ids.size(); begin = end) {
    end = run_end(ids, begin);
    const auto run = position_ids.subspan(begin, end - begin);
    if (ids[begin] == 0) {
      std::fill(run.begin(), run.end(), 0);
    } else {
      std::int32_t& next = seen[static_cast<std::size_t>(ids[begin])];
      std::iota(run.begin(), run.end(), next);
      next += static_cast<std::int32_t>(run.size());
    }
  }
}

static void write_ranges(std::span<const std::int32_t> ids, std::span<const Extent> extents,
                         std::span<std::int32_t> ranges) {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const Extent extent = ids[i] == 0 ? Extent{} : extents[static_cast<std::size_t>(ids[i])];
    ranges[2 * i] = extent.begin;
    ranges[2 * i + 1] = extent.begin + extent.length;
  }
}

/// The K + 1 entries of a pack that begins at `origin`, from last to first: a segment that does not occur begins where
/// the next one does.
static void write_cu_seqlens(std::span<const Extent> extents, std::int64_t origin, std::span<std::int32_t> cu_seqlens) {
  const auto highest = static_cast<std::size_t>(highest_id(extents));
  std::int32_t begin = highest == 0 ? 0 : extents[highest].begin + extents[highest].length;
  for (std::size_t k = cu_seqlens.size(); k-- > 0;) {
    if (k + 1 < extents.size() && extents[k + 1].length > 0) begin = extents[k + 1].begin;
    cu_seqlens[k] = static_cast<std::int32_t>(origin) + begin;
  }
}

static tl::unexpected<Error> refuse(std::int64_t pack, SegmentOrder order) {
  return fail(ErrorCode::not_contiguous,
              "pack " + std::to_string(pack) +
                  (order == SegmentOrder::scattered ? " has a segment in more than one run"
                                                    : " does not have its segments in rising order from position 0"));
}

Result<void> derive_segments(std::span<const std::int32_t> ids, PackShape shape, const SegmentArrays& out) {
  const auto [packs, capacity, segments] = shape;
  assert(packs >= 0 && capacity >= 0 && segments >= 0 && holds(ids, packs * capacity));
  assert(holds_or_empty(out.counts, packs) && holds_or_empty(out.lengths, packs * segments));
  assert(holds_or_empty(out.position_ids, packs * capacity) && holds_or_empty(out.order, packs));
  assert(holds_or_empty(out.ranges, packs * capacity * 2));
  assert(holds_or_empty(out.cu_seqlens, packs * (segments + 1) + 1));
  assert(out.cu_seqlens.empty() || packs * capacity <= std::numeric_limits<std::int32_t>::max());

  std::vector<Extent> extents(static_cast<std::size_t>(segments) + 1);
  std::vector<std::int32_t> seen(extents.size());
  for (std::int64_t b = 0; b < packs; ++b) {
    const auto pack = row_of(ids, b, capacity);
    if (auto checked = check_ids(pack, b, segments); !checked) return checked;
    const SegmentOrder order = measure(pack, extents);
    if (!out.ranges.empty() && order == SegmentOrder::scattered) return refuse(b, order);
    if (!out.cu_seqlens.empty() && order != SegmentOrder::in_order) return refuse(b, order);

    const auto at = static_cast<std::size_t>(b);
    if (!out.counts.empty()) out.counts[at] = highest_id(extents);
    if (!out.order.empty()) out.order[at] = order;
    if (!out.lengths.empty()) {
      const auto lengths = row_of(out.lengths, b, segments);
      for (std::size_t k = 0; k < lengths.size(); ++k) lengths[k] = extents[k + 1].length;
    }
    if (!out.position_ids.empty()) number_positions(pack, seen, row_of(out.position_ids, b, capacity));
    if (!out.ranges.empty()) write_ranges(pack, extents, row_of(out.ranges, b, capacity * 2));
    if (!out.cu_seqlens.empty()) {
      write_cu_seqlens(extents, b * capacity,
                       out.cu_seqlens.subspan(static_cast<std::size_t>(b * (segments + 1)), extents.size()));
    }
  }
  if (!out.cu_seqlens.empty()) out.cu_seqlens.back() = static_cast<std::int32_t>(packs * capacity);
  return {};
}

}  // namespace tuplepack::training
