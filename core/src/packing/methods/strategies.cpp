#include "strategies.hpp"

#include <algorithm>

namespace tuplepack::packing {

std::int64_t count_filling_strategies(std::int64_t limit, std::int64_t depth, std::int64_t most) {
  // As many as ways to make the limit of parts that are themselves at most `depth` (the conjugate partitions).
  std::vector<std::int64_t> ways(static_cast<std::size_t>(limit) + 1, 0);
  ways[0] = 1;
  const auto parts = static_cast<std::size_t>(std::min(limit, depth));
  for (std::size_t part = 1; part <= parts; ++part) {
    for (std::size_t sum = part; sum < ways.size(); ++sum) {
      ways[sum] = std::min(ways[sum] + ways[sum - part], most + 1);
    }
  }
  return ways.back();
}

/// Completes `chosen`, which leaves `gap`, with lengths from `least` on, at most `depth` of them.
static void complete(Strategies& all, std::vector<std::uint32_t>& chosen, std::uint32_t gap, std::uint32_t least,
                     std::int64_t depth) {
  const auto take = [&](std::uint32_t length) {
    chosen.push_back(length);
    if (length == gap) {
      all.lengths.insert(all.lengths.end(), chosen.begin(), chosen.end());
      all.offsets.push_back(all.lengths.size());
    } else {
      complete(all, chosen, gap - length, length, depth - 1);
    }
    chosen.pop_back();
  };
  if (depth > 1) {
    for (std::uint32_t length = least; length <= gap / 2; ++length) take(length);
  }
  if (gap >= least) take(gap);
}

Strategies filling_strategies(std::int64_t limit, std::int64_t depth) {
  Strategies all;
  std::vector<std::uint32_t> chosen;
  complete(all, chosen, static_cast<std::uint32_t>(limit), 1, depth);
  return all;
}

}  // namespace tuplepack::packing
