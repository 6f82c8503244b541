#pragma once

#include "tensor_schema.hpp"
#include "tuplepack/base/result.hpp"

#include <vector>

namespace tuplepack::graph {

/// What is wrong in a schema or a spec, with places, in the order of the checks.
struct SchemaFindings {
  std::vector<Error> errors;
  std::vector<Error> warnings;
};

/// The checks of TensorFlow GNN's validate_schema(), with its sentences: types, shapes, descriptions, reserved names,
/// references to context features and node sets, and readout (structured_readout()). Its errors are errors here, all of
/// them instead of the first; what it only logs is a warning.
/// What it lets pass is checked too. Errors: dimensions below −1, an empty name of a node set, a root set that is not a node
/// set, a negative cardinality, edge sets of a readout without its node set, readout structures "_readout:…", and
/// features that have the same name in tf.Example, and features and sets that are declared twice. Warnings: dimensions of
/// 0, a schema without node sets.
[[nodiscard]] SchemaFindings check_tensor_schema(const TensorSchema& schema);

/// What a program needs and a schema lacks, by TensorFlow GNN's check_required_features(): every feature of `required`
/// must be there, with its type and shape if `required` gives them; a dimension of 0 stands for any. The places are
/// those in `required`.
[[nodiscard]] std::vector<Error> missing_features(const TensorSchema& required, const TensorSchema& schema);

}  // namespace tuplepack::graph
