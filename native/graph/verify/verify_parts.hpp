#pragma once

#include "graph/chunk/edge_reader.hpp"
#include "tuplepack/graph/partition/parts.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::graph {

/// One thing that has to hold for a partitioned graph.
struct PartsCheck {
  enum class Outcome : std::uint8_t { holds, fails, skipped };

  std::string name;
  std::string what;  ///< that holds
  Outcome outcome = Outcome::skipped;
  std::string found;  ///< why it fails: file, index and values of the first place; why it was skipped
};

struct PartsVerification {
  PartitionedGraph graph;
  std::vector<PartsCheck> checks;

  [[nodiscard]] bool holds() const;
};

/// Told the fraction of the work that is done and the name of the check; false stops the work.
using VerifyProgress = std::function<bool(double fraction, std::string_view check)>;

/// Checks everything that dispatch wrote against the chunked graph that it was made from. Nothing that writes parts is
/// used: new ids come from the original ids in the parts.
/// out      the folder of the parts
/// chunked  the folder of the chunked graph
/// errors   of reading the two metadata.json, the edges and the features of the chunked graph. Files of parts that are
///          missing or damaged are failed checks. `stopped` if `progress` says so
/// cost     one pass over the edges and the features of the chunked graph, and over the parts; memory is 6 bytes per
///          node (4 more with several hops, 8 more for graphs of GraphBolt), however many edges there are, and pages of
///          mapped files. Edges of the latter are compared by a 64-bit digest for each node, and if that differs one by one
[[nodiscard]] Result<PartsVerification> verify_parts(const std::string& out, const std::string& chunked,
                                                     const VerifyProgress& progress = {});

}  // namespace tuplepack::graph
