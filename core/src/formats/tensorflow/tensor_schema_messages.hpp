#pragma once

#include "proto_messages.hpp"

namespace tuplepack::formats {

/// TensorFlow GNN's messages GraphSchema and sampler.SamplingSpec.
[[nodiscard]] const ProtoMessage& graph_schema_message();
[[nodiscard]] const ProtoMessage& sampling_spec_message();

}  // namespace tuplepack::formats
