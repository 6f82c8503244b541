#include "tuplepack/reports/access.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

namespace tuplepack::reports {

static std::int64_t sum(const std::vector<std::int64_t>& values) {
  return std::accumulate(values.begin(), values.end(), std::int64_t{0});
}

std::int64_t AccessCounts::all_requested() const {
  return sum(requested);
}

std::int64_t AccessCounts::all_unique() const {
  return sum(unique);
}

std::int64_t root_requests(const temporal::RowRequest& request, const temporal::Events& events) {
  return request.table == temporal::FeatureTableOf::nodes ? (2 + request.negatives.per_event) * events.size()
                                                          : events.size();
}

double transferred_share(const temporal::AccessVolume& volume) {
  return static_cast<double>(volume.unique_bytes) / static_cast<double>(volume.requested_bytes);
}

double speed_up(const AccessTimes& times) {
  return times.three_steps() > 0 ? times.baseline / times.three_steps() : 0;
}

std::optional<double> break_even(const AccessTimes& times, const temporal::AccessVolume& volume) {
  const double longer = times.three_steps() - times.baseline;
  if (longer <= 0) return std::nullopt;
  return static_cast<double>(volume.requested_bytes - volume.unique_bytes) / longer;
}

AccessRounds::AccessRounds(std::vector<AccessTimes> rounds) : sorted(std::move(rounds)) {
  assert(!sorted.empty());
  const auto excess = [](const AccessTimes& times) { return times.three_steps() - times.baseline; };
  std::sort(sorted.begin(), sorted.end(),
            [&](const AccessTimes& a, const AccessTimes& b) { return excess(a) < excess(b); });
}

std::int64_t rows_moved(const temporal::HotRows& hot) {
  return hot.accesses - hot.hits + static_cast<std::int64_t>(hot.ids.size());
}

}  // namespace tuplepack::reports
