#include "projection.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack::packing {

using SizeAndCount = std::pair<std::int64_t, std::int64_t>;

static std::vector<SizeAndCount> by_counting(const Histogram& histogram, std::int64_t limit, std::size_t component) {
  std::vector<std::int64_t> counts(static_cast<std::size_t>(limit) + 1);
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    counts[static_cast<std::size_t>(histogram.size(bin)[component])] += histogram.counts[bin];
  }
  std::vector<SizeAndCount> column;
  for (std::size_t size = 1; size < counts.size(); ++size) {
    if (counts[size] > 0) column.emplace_back(static_cast<std::int64_t>(size), counts[size]);
  }
  return column;
}

static std::vector<SizeAndCount> by_sorting(const Histogram& histogram, std::size_t component) {
  std::vector<SizeAndCount> column;
  column.reserve(histogram.bins());
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    const std::int64_t size = histogram.size(bin)[component];
    if (size > 0) column.emplace_back(size, histogram.counts[bin]);
  }
  std::sort(column.begin(), column.end());
  std::size_t merged = 0;
  for (const SizeAndCount& next : column) {
    if (merged > 0 && column[merged - 1].first == next.first) {
      column[merged - 1].second += next.second;
    } else {
      column[merged++] = next;
    }
  }
  column.resize(merged);
  return column;
}

Projection project(const Histogram& histogram, const Limits& limits, std::size_t component) {
  const std::int64_t limit = limits.sizes[component];
  const bool is_dense = limit / 8 <= static_cast<std::int64_t>(histogram.bins());
  const auto column = is_dense ? by_counting(histogram, limit, component) : by_sorting(histogram, component);
  Projection projection;
  projection.limit = limit;
  projection.sizes.resize(column.size());
  projection.at_least.resize(column.size() + 1);
  for (std::size_t bin = column.size(); bin-- > 0;) {
    projection.sizes[bin] = column[bin].first;
    projection.at_least[bin] = projection.at_least[bin + 1] + column[bin].second;
    projection.total += column[bin].first * column[bin].second;
  }
  return projection;
}

}  // namespace tuplepack::packing
