#pragma once

#include "cuda/temporal/tgn.hpp"

namespace tuplepack::cuda {

/// The weights, and buffers for the largest batch, of which each batch uses the first rows. All in device memory.
struct TgnWorkspace {
  temporal::TgnShape shape;
  std::int64_t neighbours = 0;                                                          ///< k
  Array<float> update_message, update_memory, node_weights, edge_weights, age_weights;  ///< as in TgnWeights
  Array<float> from_message;  ///< [U, 3d] reset, update, candidate
  Array<float> from_memory;   ///< [U, 3d] the same
  Array<float> updated;       ///< [U, d] the memory updated with its message
  Array<float> node;          ///< [U, 4d] query, key, value, own
  Array<float> edge;          ///< [F, 2d] key, value; 0 where edges have no features
  Array<float> ages;          ///< [2B, k] log(1 + age)
  Array<float> attention;     ///< [2B, k] attention scores
  Array<float> embedded;      ///< [2B, d]
};

}  // namespace tuplepack::cuda
