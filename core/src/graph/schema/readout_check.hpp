#pragma once

#include "tuplepack/graph/schema/tensor_schema_check.hpp"

#include <string_view>

namespace tuplepack::graph {

/// The node set that predictions are read from. There may be others, "_readout:TAG".
inline constexpr std::string_view readout_name = "_readout";

/// "_shadow/E" is a node set that stands for the edges of E.
inline constexpr std::string_view shadow_prefix = "_shadow/";

/// Of "_readout/KEY…" or "_readout:TAG/KEY…", what is before the slash. Empty: another edge set.
[[nodiscard]] std::string_view readout_set_of(std::string_view edge_set);

/// Its KEY; what comes after a second slash only tells edge sets of a key apart. Empty: another edge set.
[[nodiscard]] std::string_view readout_key_of(std::string_view edge_set);

/// Checks every readout structure of a schema: node sets "_readout" and "_readout:TAG", and the edge sets
/// "_readout/KEY" and "_readout/KEY/…" into them.
void check_readout(const TensorSchema& schema, SchemaFindings& findings);

}  // namespace tuplepack::graph
