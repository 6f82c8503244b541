#pragma once

#include "tf_example.hpp"
#include "tuplepack/base/result.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

/// How many nodes or edges a set of a GraphTensor has, as its feature "nodes/NAME.#size" or "edges/NAME.#size" says.
struct SetSize {
  std::string_view set;                      ///< "nodes/NAME" or "edges/NAME"
  std::span<const std::int64_t> components;  ///< of each component
  std::int64_t total = 0;
};

/// The sizes in a GraphTensor that TensorFlow GNN has written as a tf.Example, in the order of the names. What they
/// point into is that of the features.
/// errors  malformed (a #size, #source or #target that is not of integers; other than one #source and #target per edge) ·
///         negative · too_large · component_mismatch (sets with different numbers of components)
[[nodiscard]] Result<std::vector<SetSize>> set_sizes(std::span<const NamedFeature> features);

}  // namespace tuplepack::formats
