#pragma once

#include "tuplepack/temporal/access.hpp"
#include "tuplepack/temporal/hot_rows.hpp"
#include "tuplepack/temporal/requested_rows.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace tuplepack::reports {

/// What each batch looks up.
struct AccessCounts {
  std::vector<std::int64_t> requested;  ///< [batches] Q
  std::vector<std::int64_t> unique;     ///< [batches] R

  [[nodiscard]] std::int64_t batches() const { return static_cast<std::int64_t>(requested.size()); }
  [[nodiscard]] std::int64_t all_requested() const;
  [[nodiscard]] std::int64_t all_unique() const;
};

/// The requests of all batches that are not for neighbours.
[[nodiscard]] std::int64_t root_requests(const temporal::RowRequest& request, const temporal::Events& events);

/// Seconds for all batches.
struct AccessTimes {
  double unique = 0;       ///< step I
  double gather = 0;       ///< step II
  double reconstruct = 0;  ///< step III
  double baseline = 0;     ///< gathering every requested row from the table

  [[nodiscard]] double three_steps() const { return unique + gather + reconstruct; }
};

/// The bytes that three steps transfer as a share of those that are requested.
/// assumes  something is requested
[[nodiscard]] double transferred_share(const temporal::AccessVolume& volume);

/// The time of the baseline over that of the three steps; 0 if no time was measured.
[[nodiscard]] double speed_up(const AccessTimes& times);

/// The bandwidth, in bytes per second, of a link over which the three steps and the baseline take equally long,
/// transfers included; over slower links the three steps are faster. None if they are faster over any link.
[[nodiscard]] std::optional<double> break_even(const AccessTimes& times, const temporal::AccessVolume& volume);

/// Rounds of the same work.
struct AccessRounds {
  /// result  by how much longer than the baseline the three steps took, ascending: break_even() descends
  /// assumes at least one
  explicit AccessRounds(std::vector<AccessTimes> rounds);
  AccessRounds() = default;

  [[nodiscard]] const AccessTimes& median() const { return sorted[sorted.size() / 2]; }

  std::vector<AccessTimes> sorted{};
};

/// Rows transferred with hot rows on the device: the hot rows once, misses in each batch.
[[nodiscard]] std::int64_t rows_moved(const temporal::HotRows& hot);

}  // namespace tuplepack::reports
