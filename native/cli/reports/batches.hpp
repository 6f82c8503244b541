#pragma once

#include "cli/output/text.hpp"
#include "ranks.hpp"
#include "tuplepack/graph/schema/size_constraints.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tuplepack::cli {

/// What all batches hold of a set of nodes or edges, or of the components.
struct BatchedSet {
  std::string name;
  std::string prefix;        ///< "nodes" or "edges"; of the components empty
  std::int64_t total = 0;    ///< in the records
  std::int64_t largest = 0;  ///< in one batch, without the padding
  std::int64_t room = 0;     ///< in every batch
};

struct BatchesReport {
  std::vector<std::string> files;  ///< that were written
  std::int64_t batches = 0, records = 0, dropped = 0, bytes = 0;
  graph::SizeConstraints constraints;
  std::vector<BatchedSet> sets;  ///< the components, the node sets, the edge sets
  RanksCost cost{};
  double seconds = 0;
};

[[nodiscard]] std::string batches_text(const BatchesReport& report, const Terminal& terminal);
[[nodiscard]] std::string batches_json(const BatchesReport& report);

}  // namespace tuplepack::cli
