#pragma once

#include "cli/requests/arguments.hpp"
#include "tuplepack/graph/schema/tensor_schema.hpp"

#include <string>

namespace tuplepack::cli {

/// schema --random: writes random graphs that fit a schema as TFRecords, and reports that.
/// schema  without errors
/// source  the file it comes from
[[nodiscard]] int write_random_graphs(const graph::TensorSchema& schema, const std::string& source,
                                      const Arguments& arguments);

}  // namespace tuplepack::cli
