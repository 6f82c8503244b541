#include "packing/worth_by_trying.hpp"

#include <algorithm>

namespace tuplepack::tests {

using Wide = __int128;

static Wide worth_from(const packing::Histogram& histogram, const std::vector<std::int64_t>& prices,
                       std::vector<std::int64_t> room, std::int64_t slots, std::size_t bin) {
  if (bin == histogram.bins()) return 0;
  Wide best = 0;
  for (std::int64_t copies = 0;; ++copies) {
    best = std::max(best, Wide{copies} * prices[bin] + worth_from(histogram, prices, room, slots - copies, bin + 1));
    if (copies == slots || copies == histogram.counts[bin]) return best;
    for (std::size_t c = 0; c < room.size(); ++c) {
      room[c] -= histogram.size(bin)[c];
      if (room[c] < 0) return best;
    }
  }
}

Wide worth_by_trying(const Instance& instance, const packing::Certificate& certificate) {
  std::vector<std::int64_t> room = instance.limits.sizes;
  for (std::size_t c = 0; c < room.size(); ++c) {
    if (certificate.component.value_or(c) != c) room[c] = max_exact;
  }
  const std::int64_t slots = certificate.uses_depth ? instance.limits.depth : max_exact;
  return worth_from(instance.histogram, certificate.prices, room, slots, 0);
}

}  // namespace tuplepack::tests
