#pragma once

#include "tuplepack/formats/tensorflow/graph_tensor.hpp"

#include <pybind11/pybind11.h>

#include <span>
#include <string>

namespace tuplepack::python {

namespace py = pybind11;

/// The values of a feature: an array of float32 or int64, or a list of bytes.
[[nodiscard]] py::object array_of(const formats::FeatureValues& values);

/// Those of all features, by name.
[[nodiscard]] py::dict arrays_of(std::span<const formats::NamedFeature> features);

/// A schema that is free of the errors that check_tensor_schema() finds. Raises tuplepack.Error.
[[nodiscard]] graph::TensorSchema valid_schema(const std::string& text);

/// (kind, shape, type) of every feature by its name in a tf.Example: bytes, floats or integers, or None if the schema does
/// not say; the shape of a node's value, in which a ragged dimension is −1, or None; "int32", "bool", …, or None.
[[nodiscard]] py::dict features_of(const graph::TensorSchema& schema);

}  // namespace tuplepack::python
