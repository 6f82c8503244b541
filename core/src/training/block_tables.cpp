#include "base/arithmetic.hpp"
#include "rows.hpp"
#include "tuplepack/training/mask.hpp"

#include <algorithm>
#include <cassert>

namespace tuplepack::training {

namespace {

/// A summary of the positions of a block.
struct Block {
  std::vector<std::int32_t> segments;  ///< ascending; padding only if it counts as a segment
  bool has_padding = false;
  bool is_whole = false;  ///< does not extend past S
};

}  // namespace

static Block describe_block(std::span<const std::int32_t> ids, std::int64_t block, PaddingRows padding) {
  Block described;
  std::vector<std::int32_t>& segments = described.segments;
  const auto keep_distinct = [&] { segments.erase(std::unique(segments.begin(), segments.end()), segments.end()); };
  segments.assign(ids.begin(), ids.end());
  keep_distinct();  // few are left to sort: the positions of a segment are neighbours
  std::sort(segments.begin(), segments.end());
  keep_distinct();
  const auto zero = std::find(segments.begin(), segments.end(), 0);
  described.has_padding = zero != segments.end();
  described.is_whole = holds(ids, block);
  if (described.has_padding && padding != PaddingRows::block) segments.erase(zero);
  return described;
}

/// Whether two ascending lists intersect.
static bool intersect(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b) {
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (*i == *j) return true;
    *i < *j ? ++i : ++j;
  }
  return false;
}

namespace {

enum class Touch : std::uint8_t { none, partial, full };

}  // namespace

/// How the positions of block `query` attend to those of block `key`.
static Touch touch(const std::vector<Block>& blocks, std::size_t query, std::size_t key, std::int64_t block,
                   const MaskOptions& options) {
  const Block& rows = blocks[query];
  const Block& columns = blocks[key];
  if (options.causal && key > query) return Touch::none;
  const bool alone = query == key && rows.has_padding && options.padding == PaddingRows::self;
  if (!alone && !intersect(rows.segments, columns.segments)) return Touch::none;

  const auto is_one_segment = [&](const Block& of) {
    return of.segments.size() == 1 && (!of.has_padding || options.padding == PaddingRows::block);
  };
  const bool is_single = query == key && block == 1;
  const bool all_same = is_single || (is_one_segment(rows) && is_one_segment(columns));
  const bool all_before = !options.causal || key < query || block == 1;
  return all_same && all_before && rows.is_whole && columns.is_whole ? Touch::full : Touch::partial;
}

/// Writes the indices of `touches` that are `wanted`, then the others, and returns the number of the former.
static std::int32_t list_blocks(std::span<const Touch> touches, Touch wanted, std::span<std::int32_t> list) {
  std::size_t at = 0;
  for (std::size_t key = 0; key < touches.size(); ++key) {
    if (touches[key] == wanted) list[at++] = static_cast<std::int32_t>(key);
  }
  const auto count = static_cast<std::int32_t>(at);
  for (std::size_t key = 0; key < touches.size(); ++key) {
    if (touches[key] != wanted) list[at++] = static_cast<std::int32_t>(key);
  }
  return count;
}

void fill_block_tables(std::span<const std::int32_t> ids, PackShape shape, const MaskOptions& options,
                       std::int64_t block, const BlockTables& out) {
  const std::int64_t count = divide_up(shape.capacity, block);
  assert(block >= 1 && holds(ids, shape.packs * shape.capacity));
  assert(holds(out.partial_counts, shape.packs * count) && holds(out.partial_blocks, shape.packs * count * count));
  assert(holds(out.full_counts, shape.packs * count) && holds(out.full_blocks, shape.packs * count * count));
  std::vector<Block> blocks(static_cast<std::size_t>(count));
  std::vector<Touch> touches(blocks.size());
  for (std::int64_t b = 0; b < shape.packs; ++b) {
    const auto pack = row_of(ids, b, shape.capacity);
    for (std::size_t q = 0; q < blocks.size(); ++q) {
      const auto rest = pack.subspan(q * static_cast<std::size_t>(block));
      blocks[q] =
          describe_block(rest.first(std::min(rest.size(), static_cast<std::size_t>(block))), block, options.padding);
    }
    for (std::size_t q = 0; q < blocks.size(); ++q) {
      for (std::size_t key = 0; key < blocks.size(); ++key) touches[key] = touch(blocks, q, key, block, options);
      const std::int64_t row = b * count + static_cast<std::int64_t>(q);
      const auto at = static_cast<std::size_t>(row);
      out.partial_counts[at] = list_blocks(touches, Touch::partial, row_of(out.partial_blocks, row, count));
      out.full_counts[at] = list_blocks(touches, Touch::full, row_of(out.full_blocks, row, count));
    }
  }
}

}  // namespace tuplepack::training
