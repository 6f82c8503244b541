#pragma once

#include "assignment_files.hpp"
#include "cli/output/long_job.hpp"
#include "tuplepack/formats/sizes/sizes.hpp"
#include "tuplepack/packing/document.hpp"
#include "tuplepack/reports/assignment.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tuplepack::cli {

/// What ranks assign together, or one alone where there are more items than an Assigner takes.
struct ShareRequest {
  const std::vector<std::string>& files;
  const formats::ReadOptions& reading;
  const packing::PlanDocument& document;
  const packing::Plan& plan;  ///< of the document, perhaps with even packs
  std::string plan_name;      ///< in messages
  packing::AssignOptions options{};
};

struct AssignedShares {
  reports::AssignmentCounts counts;
  std::optional<packing::Assignment::Work> work;  ///< with a balance
};

/// The sink that gives the rows of a table of sizes to `add`, and refuses a table that is not one of a plan's items.
/// planned  components of the plan
[[nodiscard]] formats::RowSink item_sink(const std::vector<std::string>& planned,
                                         std::function<Result<void>(std::span<const std::int64_t>)> add);

/// Collective: each rank reads some of the files, and counts their pieces; then each gives its pieces their places in the plan
/// and sends them to the ranks that have the packs, a range of them each. The first rank writes all packs.
/// write   called on the first rank
/// memory  of a rank: 12 bytes for each piece that it reads and 8 for each piece of its packs; 8 more for each where items are
///         split, and 8 per component where sizes are kept
/// Throws Failure, on all ranks.
[[nodiscard]] AssignedShares assign_in_shares(const ShareRequest& request, LongJob& job,
                                              const std::function<void(const PackSlices&)>& write);

}  // namespace tuplepack::cli
