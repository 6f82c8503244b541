#pragma once

#include "cli/output/text.hpp"
#include "cli/reports/ranks.hpp"
#include "graph/dispatch/dispatch.hpp"

#include <string>

namespace tuplepack::cli {

/// What `dispatch` answers.
struct DispatchReport {
  graph::GraphSchema schema;
  graph::DispatchOptions options;
  std::string folder;
  graph::Dispatched done;  ///< without a manifest: nothing was written
  double seconds = 0;
  std::int64_t peak_memory = 0;  ///< of the rank that used most
  RanksCost cost{};

  [[nodiscard]] bool is_dry() const { return done.manifest.empty(); }
};

[[nodiscard]] std::string dispatch_text(const DispatchReport& report, const Terminal& terminal);
/// The manifest, and metrics of this run.
[[nodiscard]] std::string dispatch_json(const DispatchReport& report);

}  // namespace tuplepack::cli
