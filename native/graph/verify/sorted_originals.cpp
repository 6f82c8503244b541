#include "graph/verify/sorted_originals.hpp"

#include <algorithm>
#include <numeric>

namespace tuplepack::graph {

std::int64_t SortedOriginals::first_from(std::int64_t least) const {
  std::int64_t low = 0, high = size();
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if ((*this)[middle] < least) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

void SortedOriginals::sort() {
  std::int64_t i = 1;
  while (i < size() && stored_[i - 1] <= stored_[i]) ++i;
  if (i >= size()) return;
  order_.resize(static_cast<std::size_t>(size()));
  std::iota(order_.begin(), order_.end(), 0);
  std::stable_sort(order_.begin(), order_.end(),
                   [&](std::int64_t a, std::int64_t b) { return stored_[a] < stored_[b]; });
}

}  // namespace tuplepack::graph
