#pragma once

#include "graph/dispatch/dispatch_job.hpp"
#include "graph/dispatch/spill_stage.hpp"

namespace tuplepack::graph {

/// Finds the features that an earlier run has written, if it has written those of all parts and nothing has changed them.
/// Collective.
void find_features(const DispatchJob& job, DispatchState& state);

/// Writes the features of all parts that are not finished, unless they are there. Collective.
/// errors  those of write_features
[[nodiscard]] Result<void> write_all_features(const DispatchJob& job, const SpilledGraph& spilled,
                                              DispatchState& state);

}  // namespace tuplepack::graph
