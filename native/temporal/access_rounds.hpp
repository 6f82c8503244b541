#pragma once

#include "tuplepack/reports/access.hpp"
#include "tuplepack/temporal/access.hpp"
#include "tuplepack/temporal/requested_rows.hpp"

#include <cstdint>
#include <functional>
#include <span>

namespace tuplepack::temporal {

/// What the batches look up, and the time that it takes.
struct MeasuredAccess {
  reports::AccessCounts counts;
  reports::AccessRounds rounds;
};

struct AccessWatchers {
  std::function<void(std::span<const std::int64_t> unique)> unique{};  ///< of each batch, once; may be empty
  std::function<void(double fraction)> progress{};                     ///< may be empty
};

/// Looks up the rows of all batches: each requested row, and by the three steps (Gao et al. 2024, §4.2). A round does the
/// first for all batches and then the second, so that neither finds the other's rows in the caches. There are three
/// rounds, or fewer if they take longer than ten seconds. Times are those of this thread on its processor, which other
/// programs do not lengthen.
/// batches  at least one
/// errors   as RequestedRows::of; out_of_range (an id outside the table)
[[nodiscard]] Result<MeasuredAccess> measure_access(const Rows& features, RequestedRows& rows, std::int64_t batches,
                                                    UniqueOrder order, const AccessWatchers& watchers = {});

}  // namespace tuplepack::temporal
