#pragma once

#include "tuplepack/graph/tensor_schema_check.hpp"

namespace tuplepack {

/// Checks every readout structure of a schema: node sets "_readout" and "_readout:TAG", and the edge sets
/// "_readout/KEY" and "_readout/KEY/…" into them.
void check_readout(const TensorSchema& schema, SchemaFindings& findings);

}  // namespace tuplepack
