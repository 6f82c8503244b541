#include "training/random_segments.hpp"

#include <algorithm>
#include <numeric>

namespace tuplepack::tests {

static void scatter(Random& random, std::int64_t segments, std::span<std::int32_t> pack) {
  for (std::int32_t& id : pack) id = static_cast<std::int32_t>(random.between(0, segments));
}

/// Segments that rise, or in any order with a gap before the first; some are left out, some have gaps after them.
static void lay_runs(Random& random, std::int64_t segments, bool in_order, std::span<std::int32_t> pack) {
  std::fill(pack.begin(), pack.end(), 0);
  std::vector<std::int32_t> ids(static_cast<std::size_t>(segments));
  std::iota(ids.begin(), ids.end(), 1);
  for (std::size_t i = ids.size(); !in_order && i > 1; --i) {
    std::swap(ids[i - 1], ids[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(i) - 1))]);
  }
  const auto capacity = static_cast<std::int64_t>(pack.size());
  const std::int64_t longest = std::max<std::int64_t>(2 * capacity / segments, 1);
  std::int64_t at = in_order ? 0 : random.between(0, 2);
  for (const std::int32_t id : ids) {
    if (random.one_in(5)) continue;
    const std::int64_t end = std::min(at + random.between(1, longest), capacity);
    for (; at < end; ++at) pack[static_cast<std::size_t>(at)] = id;
    at += random.one_in(3) ? random.between(1, 3) : 0;
  }
}

std::vector<std::int32_t> random_segments(Random& random, training::PackShape shape, training::SegmentOrder order) {
  const auto capacity = static_cast<std::size_t>(shape.capacity);
  std::vector<std::int32_t> ids(static_cast<std::size_t>(shape.packs) * capacity);
  for (std::size_t begin = 0; begin < ids.size(); begin += capacity) {
    if (random.one_in(8)) continue;
    const auto pack = std::span<std::int32_t>(ids).subspan(begin, capacity);
    if (order == training::SegmentOrder::scattered) {
      scatter(random, shape.segments, pack);
    } else {
      lay_runs(random, shape.segments, order == training::SegmentOrder::in_order, pack);
    }
  }
  return ids;
}

training::PackShape random_shape(Random& random, std::int64_t capacity) {
  return {.packs = random.between(0, 3), .capacity = random.between(0, capacity), .segments = random.between(1, 5)};
}

}  // namespace tuplepack::tests
