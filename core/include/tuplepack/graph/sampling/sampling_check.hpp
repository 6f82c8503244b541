#pragma once

#include "sampling_spec.hpp"
#include "tuplepack/graph/schema/tensor_schema_check.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tuplepack::graph {

/// An op of a spec, and how much it samples for one seed (or pair of seeds) at most. Every node is sampled once per op,
/// however many inputs reach it; different inputs are taken to reach different nodes.
struct SamplingHop {
  std::size_t op = 0;      ///< index in the spec
  std::int64_t nodes = 0;  ///< nodes it samples edges of
  std::int64_t edges = 0;  ///< nodes · sample_size, and the nodes it reaches; 2^53 stands for more, too
  std::string source;      ///< node sets; empty when the schema is not known
  std::string target;
};

struct SamplingPlan {
  std::string seed_set;           ///< node set of the seeds; empty: unknown
  std::vector<SamplingHop> hops;  ///< each op after its inputs, otherwise in the order of the file
  SchemaFindings findings;        ///< with errors, hops may be missing
};

/// Brings the ops of a spec in order, and checks it: names that are missing, given twice or unknown, ops that feed each
/// other, sample_size below 1; with a schema also edge sets that it does not declare and edge sets that do not start
/// where their inputs end.
/// schema  may be null
[[nodiscard]] SamplingPlan check_sampling_spec(const SamplingSpec& spec, const TensorSchema* schema);

/// Nodes of a set that a plan reaches for one seed at most, seeds included; made with a schema.
struct ReachedNodes {
  std::string node_set;
  std::int64_t nodes = 0;
};
/// In the order in which they are reached.
[[nodiscard]] std::vector<ReachedNodes> reached_nodes(const SamplingSpec& spec, const SamplingPlan& plan);

/// Adds an edge set with the edges of another one from target to source. Its table is the same, with the metadata
/// edge_type: reversed, as readers of TensorFlow GNN's unigraphs know it. Features stay.
/// errors  unknown_name (no such edge set) · malformed (one with the new name is there)
[[nodiscard]] Result<void> add_reversed(TensorSchema& schema, const std::string& name, const std::string& of);

}  // namespace tuplepack::graph
