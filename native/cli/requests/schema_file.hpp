#pragma once

#include "arguments.hpp"
#include "tuplepack/graph/schema/tensor_schema.hpp"

#include <string>

namespace tuplepack::cli {

/// The file, or the only .pbtxt file of a folder. Throws Failure.
[[nodiscard]] std::string schema_path(const std::string& path);

/// The GraphSchema in a file; "-" is standard input. Throws Failure.
[[nodiscard]] graph::TensorSchema read_schema_file(const std::string& path);

/// The GraphSchema in a file or folder, free of the errors that check_tensor_schema() finds. Throws Failure.
[[nodiscard]] graph::TensorSchema read_valid_schema(const std::string& path);

/// Declares the edge sets of --reverse. Throws Failure.
void declare_reversed(graph::TensorSchema& schema, const Arguments& arguments);

}  // namespace tuplepack::cli
