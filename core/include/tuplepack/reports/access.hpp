#pragma once

#include "tuplepack/temporal/access.hpp"
#include "tuplepack/temporal/hot_rows.hpp"
#include "tuplepack/temporal/requested_rows.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace tuplepack {

/// What each batch looks up.
struct AccessCounts {
  std::vector<std::int64_t> requested;  ///< [batches] Q
  std::vector<std::int64_t> unique;     ///< [batches] R

  [[nodiscard]] std::int64_t batches() const { return static_cast<std::int64_t>(requested.size()); }
  [[nodiscard]] std::int64_t all_requested() const;
  [[nodiscard]] std::int64_t all_unique() const;
};

/// The requests of all batches that are not for neighbours.
[[nodiscard]] std::int64_t root_requests(const RowRequest& request, const Events& events);

/// Seconds for all batches.
struct AccessTimes {
  double unique = 0;       ///< step I
  double gather = 0;       ///< step II
  double reconstruct = 0;  ///< step III
  double baseline = 0;     ///< every requested row gathered from the table

  [[nodiscard]] double three_steps() const { return unique + gather + reconstruct; }
};

/// The bytes that three steps transfer as a share of those that are requested.
/// assumes  something is requested
[[nodiscard]] double transferred_share(const AccessVolume& volume);

/// How many times as long the baseline takes; 0 where the clock saw nothing.
[[nodiscard]] double speed_up(const AccessTimes& times);

/// Bytes per second of a link over which both ways take equally long, each with its own bytes to transfer; over slower
/// links three steps are faster. None where they are faster over any.
[[nodiscard]] std::optional<double> break_even(const AccessTimes& times, const AccessVolume& volume);

/// Rows that move although some stay on the device: those that stay, once, and the others for each batch.
[[nodiscard]] std::int64_t rows_moved(const HotRows& hot);

}  // namespace tuplepack
