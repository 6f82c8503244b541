#pragma once

#include "tuplepack/graph/schema/tensor_schema.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::graph {

// How subgraphs are sampled around seeds, hop by hop (TensorFlow GNN's proto SamplingSpec).

/// Which edges of a node are taken; the numbers are those of TensorFlow GNN's proto.
enum class SamplingStrategy : std::uint8_t {
  top_k = 0,            ///< of the largest weight
  random_uniform = 1,   ///< without replacement
  random_weighted = 2,  ///< with probabilities in proportion to their weights, without replacement
  latest_k = 3,         ///< the latest before the time of the seed
};

/// "TOP_K", "RANDOM_UNIFORM", …
[[nodiscard]] std::string_view name(SamplingStrategy strategy);

/// One hop: up to sample_size edges of a set from each node that the inputs reached.
struct SamplingOp {
  std::string name;
  std::vector<TensorReference> inputs;  ///< names of ops
  TensorReference edge_set;
  std::int32_t sample_size = 0;
  std::optional<SamplingStrategy> strategy;  ///< none: the file does not say, which TensorFlow GNN reads as TOP_K
  TextPlace place;
  TextPlace sample_size_place;
};

struct SamplingSpec {
  std::string seed_op;  ///< its name
  /// Of the seeds; empty when `links`: seeds are then pairs of nodes, of the set that _readout/source starts from.
  TensorReference seed_set;
  bool links = false;  ///< symmetric_link_seed_op
  std::vector<SamplingOp> ops;
  TextPlace seed_place;
};

}  // namespace tuplepack::graph
