#pragma once

#include "cli/output/text.hpp"
#include "tuplepack/formats/json/json_writer.hpp"
#include "tuplepack/packing/batching.hpp"
#include "tuplepack/packing/plan.hpp"

#include <span>
#include <string>
#include <vector>

namespace tuplepack::cli {

/// What other policies make of the items of a plan.
struct BatchingReport {
  std::int64_t batch = 0;                       ///< items in a batch of a fixed number
  std::vector<packing::BatchedItems> policies;  ///< empty: they were not tried
};

/// A table of the policies, and of the plan below them.
[[nodiscard]] std::string batching_text(const BatchingReport& report, std::span<const std::string> components,
                                        const packing::Limits& limits, const packing::Metrics& plan,
                                        const Terminal& terminal);

/// Members of an object.
void write_batching(formats::JsonWriter& json, const BatchingReport& report);

}  // namespace tuplepack::cli
