#include "tuplepack/reports/access.hpp"

namespace tuplepack {

double speed_up(const AccessTimes& times) {
  return times.three_steps() > 0 ? times.baseline / times.three_steps() : 0;
}

std::optional<double> break_even(const AccessTimes& times, const AccessVolume& volume) {
  const double longer = times.three_steps() - times.baseline;
  if (longer <= 0) return std::nullopt;
  return static_cast<double>(volume.requested_bytes - volume.unique_bytes) / longer;
}

std::int64_t rows_moved(const HotRows& hot) {
  return hot.accesses - hot.hits + static_cast<std::int64_t>(hot.ids.size());
}

}  // namespace tuplepack
