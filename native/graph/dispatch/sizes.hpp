#pragma once

#include "graph/dispatch/dispatch.hpp"
#include "graph/dispatch/documents.hpp"
#include "graph/dispatch/inputs.hpp"

namespace tuplepack::graph {

/// How much memory each step may use.
struct DispatchMemory {
  std::int64_t buffers = 0;  ///< for the buffers of a step
  std::int64_t peak = 0;     ///< of the whole process
};

/// errors  unsupported (the memory of the options is too little)
[[nodiscard]] Result<DispatchMemory> divide_memory(const DispatchSource& source, const DispatchOptions& options,
                                                   bool only_count);

/// The sizes of all files. Its memory is left at 0.
[[nodiscard]] DispatchSize total_size(const DispatchIdentity& identity, DispatchPlan plan,
                                      const GraphFeatures& features);

/// What is on the disk while dispatch works, besides its output, at most.
[[nodiscard]] std::int64_t temporary_bytes(const DispatchIdentity& identity, const DispatchPlan& plan);

}  // namespace tuplepack::graph
