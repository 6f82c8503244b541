#pragma once

#include "cli/output/text.hpp"
#include "ranks.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tuplepack::cli {

/// The sizes of a set in all subgraphs.
struct SampledSet {
  std::string name;
  bool of_nodes = true;
  std::int64_t total = 0;
  std::int64_t distinct = 0;  ///< nodes that are in any subgraph
  std::int64_t in_graph = 0;
  std::int64_t dangling = 0;  ///< edges that were left out, or nodes that were added
};

struct SampledOp {
  std::string name;
  std::string edge_set;
  std::string strategy;
  std::int64_t sample_size = 0;
};

struct SubgraphsReport {
  std::string seed_set;
  std::int64_t seeds = 0;
  std::int64_t subgraphs = 0;      ///< fewer where one has several seeds
  std::int64_t dropped_seeds = 0;  ///< that are not nodes
  std::vector<SampledOp> ops;
  std::vector<SampledSet> sets;
  std::string features;
  std::string readout;
  std::int64_t bytes = 0;
  std::vector<std::string> files;
  std::string schema;               ///< the file with the schema of the records
  std::int64_t resumed_shards = 0;  ///< that an interrupted run had finished
  RanksCost ranks;
  double seconds = 0;

  /// How often a node is in a subgraph, on average over the nodes that are in any.
  [[nodiscard]] double redundancy() const;
};

[[nodiscard]] std::string subgraphs_text(const SubgraphsReport& report, const Terminal& terminal);
[[nodiscard]] std::string subgraphs_json(const SubgraphsReport& report);

}  // namespace tuplepack::cli
