#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/graph/sampling/sampling_spec.hpp"
#include "tuplepack/graph/schema/tensor_schema.hpp"

#include <string>
#include <string_view>
#include <variant>

namespace tuplepack::formats {

// Text protos of TensorFlow GNN. Fields are checked against its definitions; whether names refer to something and shapes
// make sense is left to graph/tensor_schema_check.hpp and graph/sampling_check.hpp. All errors have line and column:
//   malformed      no text proto; a value of another kind; a name that is declared twice
//   unknown_name   a field or a value of an enumeration that does not exist
//   not_an_integer · too_large

/// Reads a GraphSchema. Extensions of features are ignored.
[[nodiscard]] Result<graph::TensorSchema> read_tensor_schema(std::string_view text);

/// Reads a SamplingSpec.
[[nodiscard]] Result<graph::SamplingSpec> read_sampling_spec(std::string_view text);

/// The text of a GraphSchema that read_tensor_schema() reads back. The query of a BigQuery table is left out.
[[nodiscard]] std::string tensor_schema_proto(const graph::TensorSchema& schema);

/// Reads either; the names of the fields tell which. Names that are declared twice are not an error here, but
/// TensorSchema::duplicates, for check_tensor_schema().
/// errors  also empty (no field at all)
[[nodiscard]] Result<std::variant<graph::TensorSchema, graph::SamplingSpec>> read_schema_or_spec(std::string_view text);

}  // namespace tuplepack::formats
