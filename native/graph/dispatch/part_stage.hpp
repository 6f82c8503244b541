#pragma once

#include "graph/dispatch/dispatch_job.hpp"
#include "graph/dispatch/spill_stage.hpp"

namespace tuplepack::graph {

/// Finds the parts that earlier runs have finished, with any number of ranks. Collective.
void find_finished_parts(const DispatchJob& job, DispatchState& state);

/// Writes the parts of this rank that are not finished, each from its spilled nodes and edges.
/// errors  of the system · stopped
[[nodiscard]] Result<void> write_parts(const DispatchJob& job, const SpilledGraph& spilled, DispatchState& state);

}  // namespace tuplepack::graph
