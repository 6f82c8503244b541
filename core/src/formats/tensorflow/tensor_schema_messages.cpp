#include "tensor_schema_messages.hpp"

#include <array>

namespace tuplepack::formats {

// ---- tensorflow/core/framework: types.proto, tensor_shape.proto ----

/// A reference to a type has a number that is 100 more; TensorFlow 2 has none.
static constexpr auto data_type_values = std::to_array<ProtoValue>({
    {"DT_INVALID", 0},       {"DT_FLOAT", 1},
    {"DT_DOUBLE", 2},        {"DT_INT32", 3},
    {"DT_UINT8", 4},         {"DT_INT16", 5},
    {"DT_INT8", 6},          {"DT_STRING", 7},
    {"DT_COMPLEX64", 8},     {"DT_INT64", 9},
    {"DT_BOOL", 10},         {"DT_QINT8", 11},
    {"DT_QUINT8", 12},       {"DT_QINT32", 13},
    {"DT_BFLOAT16", 14},     {"DT_QINT16", 15},
    {"DT_QUINT16", 16},      {"DT_UINT16", 17},
    {"DT_COMPLEX128", 18},   {"DT_HALF", 19},
    {"DT_RESOURCE", 20},     {"DT_VARIANT", 21},
    {"DT_UINT32", 22},       {"DT_UINT64", 23},
    {"DT_FLOAT8_E5M2", 24},  {"DT_FLOAT8_E4M3FN", 25},
    {"DT_INT4", 29},         {"DT_UINT4", 30},
    {"DT_FLOAT_REF", 101},   {"DT_DOUBLE_REF", 102},
    {"DT_INT32_REF", 103},   {"DT_UINT8_REF", 104},
    {"DT_INT16_REF", 105},   {"DT_INT8_REF", 106},
    {"DT_STRING_REF", 107},  {"DT_COMPLEX64_REF", 108},
    {"DT_INT64_REF", 109},   {"DT_BOOL_REF", 110},
    {"DT_QINT8_REF", 111},   {"DT_QUINT8_REF", 112},
    {"DT_QINT32_REF", 113},  {"DT_BFLOAT16_REF", 114},
    {"DT_QINT16_REF", 115},  {"DT_QUINT16_REF", 116},
    {"DT_UINT16_REF", 117},  {"DT_COMPLEX128_REF", 118},
    {"DT_HALF_REF", 119},    {"DT_RESOURCE_REF", 120},
    {"DT_VARIANT_REF", 121}, {"DT_UINT32_REF", 122},
    {"DT_UINT64_REF", 123},
});
static constexpr ProtoEnum data_type_enum{"tensorflow.DataType", data_type_values};

static constexpr auto dimension_fields = std::to_array<ProtoField>(
    {{.name = "size", .kind = ProtoKind::int64}, {.name = "name", .kind = ProtoKind::string}});
static constexpr ProtoMessage dimension_message{"tensorflow.TensorShapeProto.Dim", dimension_fields};

static constexpr auto shape_fields = std::to_array<ProtoField>(
    {{.name = "dim", .kind = ProtoKind::message, .repeated = true, .message = &dimension_message},
     {.name = "unknown_rank", .kind = ProtoKind::boolean}});
static constexpr ProtoMessage shape_message{"tensorflow.TensorShapeProto", shape_fields};

// ---- graph_schema.proto ----

static constexpr auto feature_fields =
    std::to_array<ProtoField>({{.name = "description", .kind = ProtoKind::string},
                               {.name = "dtype", .kind = ProtoKind::enumeration, .values = &data_type_enum},
                               {.name = "shape", .kind = ProtoKind::message, .message = &shape_message},
                               {.name = "source", .kind = ProtoKind::string}});
static constexpr ProtoMessage feature_message{"tensorflow_gnn.Feature", feature_fields, true};

static constexpr auto key_value_fields = std::to_array<ProtoField>(
    {{.name = "key", .kind = ProtoKind::string}, {.name = "value", .kind = ProtoKind::string}});
static constexpr ProtoMessage key_value_message{"tensorflow_gnn.Metadata.KeyValue", key_value_fields};

static constexpr auto table_spec_fields = std::to_array<ProtoField>({{.name = "project", .kind = ProtoKind::string},
                                                                     {.name = "dataset", .kind = ProtoKind::string},
                                                                     {.name = "table", .kind = ProtoKind::string}});
static constexpr ProtoMessage table_spec_message{"tensorflow_gnn.BigQuery.TableSpec", table_spec_fields};
static constexpr auto read_method_values =
    std::to_array<ProtoValue>({{"UNSPECIFIED", 0}, {"EXPORT", 1}, {"DIRECT_READ", 2}});
static constexpr ProtoEnum read_method_enum{"tensorflow_gnn.BigQuery.ReadMethod", read_method_values};
static constexpr auto bigquery_fields =
    std::to_array<ProtoField>({{.name = "table_spec", .kind = ProtoKind::message, .message = &table_spec_message},
                               {.name = "sql", .kind = ProtoKind::string},
                               {.name = "read_method", .kind = ProtoKind::enumeration, .values = &read_method_enum},
                               {.name = "reshuffle", .kind = ProtoKind::boolean}});
static constexpr ProtoMessage bigquery_message{"tensorflow_gnn.BigQuery", bigquery_fields};

static constexpr auto set_metadata_fields = std::to_array<ProtoField>(
    {{.name = "extra", .kind = ProtoKind::message, .repeated = true, .message = &key_value_message},
     {.name = "filename", .kind = ProtoKind::string},
     {.name = "cardinality", .kind = ProtoKind::int64},
     {.name = "bigquery", .kind = ProtoKind::message, .message = &bigquery_message}});
static constexpr ProtoMessage set_metadata_message{"tensorflow_gnn.Metadata", set_metadata_fields};

/// The entries of a map<string, Feature>, which three messages have under the same name.
static constexpr auto feature_entry_fields =
    std::to_array<ProtoField>({{.name = "key", .kind = ProtoKind::string},
                               {.name = "value", .kind = ProtoKind::message, .message = &feature_message}});
static constexpr ProtoMessage feature_entry_message{"FeaturesEntry", feature_entry_fields};

static constexpr auto context_fields = std::to_array<ProtoField>(
    {{.name = "features", .kind = ProtoKind::message, .repeated = true, .message = &feature_entry_message},
     {.name = "metadata", .kind = ProtoKind::message, .message = &set_metadata_message}});
static constexpr ProtoMessage context_message{"tensorflow_gnn.Context", context_fields};

static constexpr auto node_set_fields = std::to_array<ProtoField>(
    {{.name = "description", .kind = ProtoKind::string},
     {.name = "features", .kind = ProtoKind::message, .repeated = true, .message = &feature_entry_message},
     {.name = "context", .kind = ProtoKind::string, .repeated = true},
     {.name = "metadata", .kind = ProtoKind::message, .message = &set_metadata_message}});
static constexpr ProtoMessage node_set_message{"tensorflow_gnn.NodeSet", node_set_fields};

static constexpr auto edge_set_fields = std::to_array<ProtoField>(
    {{.name = "description", .kind = ProtoKind::string},
     {.name = "features", .kind = ProtoKind::message, .repeated = true, .message = &feature_entry_message},
     {.name = "source", .kind = ProtoKind::string},
     {.name = "target", .kind = ProtoKind::string},
     {.name = "context", .kind = ProtoKind::string, .repeated = true},
     {.name = "metadata", .kind = ProtoKind::message, .message = &set_metadata_message}});
static constexpr ProtoMessage edge_set_message{"tensorflow_gnn.EdgeSet", edge_set_fields};

static constexpr auto node_entry_fields =
    std::to_array<ProtoField>({{.name = "key", .kind = ProtoKind::string},
                               {.name = "value", .kind = ProtoKind::message, .message = &node_set_message}});
static constexpr ProtoMessage node_entry_message{"tensorflow_gnn.GraphSchema.NodeSetsEntry", node_entry_fields};
static constexpr auto edge_entry_fields =
    std::to_array<ProtoField>({{.name = "key", .kind = ProtoKind::string},
                               {.name = "value", .kind = ProtoKind::message, .message = &edge_set_message}});
static constexpr ProtoMessage edge_entry_message{"tensorflow_gnn.GraphSchema.EdgeSetsEntry", edge_entry_fields};

static constexpr auto graph_type_values =
    std::to_array<ProtoValue>({{"UNDEFINED", 0}, {"FULL", 1}, {"SUBGRAPH", 2}, {"RANDOM_WALKS", 3}});
static constexpr ProtoEnum graph_type_enum{"tensorflow_gnn.GraphType", graph_type_values};
static constexpr auto origin_fields =
    std::to_array<ProtoField>({{.name = "graph_type", .kind = ProtoKind::enumeration, .values = &graph_type_enum},
                               {.name = "root_set", .kind = ProtoKind::string, .repeated = true}});
static constexpr ProtoMessage origin_message{"tensorflow_gnn.OriginInfo", origin_fields};

static constexpr auto schema_fields = std::to_array<ProtoField>(
    {{.name = "context", .kind = ProtoKind::message, .message = &context_message},
     {.name = "node_sets", .kind = ProtoKind::message, .repeated = true, .message = &node_entry_message},
     {.name = "edge_sets", .kind = ProtoKind::message, .repeated = true, .message = &edge_entry_message},
     {.name = "info", .kind = ProtoKind::message, .message = &origin_message}});
static constexpr ProtoMessage schema_message{"tensorflow_gnn.GraphSchema", schema_fields};

// ---- sampling_spec.proto ----

static constexpr auto seed_op_fields = std::to_array<ProtoField>(
    {{.name = "op_name", .kind = ProtoKind::string}, {.name = "node_set_name", .kind = ProtoKind::string}});
static constexpr ProtoMessage seed_op_message{"tensorflow_gnn.sampler.SeedOp", seed_op_fields};

static constexpr auto link_seed_op_fields = std::to_array<ProtoField>({{.name = "op_name", .kind = ProtoKind::string}});
static constexpr ProtoMessage link_seed_op_message{"tensorflow_gnn.sampler.SymmetricLinkSeedOp", link_seed_op_fields};

static constexpr auto strategy_values =
    std::to_array<ProtoValue>({{"TOP_K", 0}, {"RANDOM_UNIFORM", 1}, {"RANDOM_WEIGHTED", 2}, {"LATEST_K", 3}});
static constexpr ProtoEnum strategy_enum{"tensorflow_gnn.sampler.SamplingStrategy", strategy_values};
static constexpr auto sampling_op_fields =
    std::to_array<ProtoField>({{.name = "op_name", .kind = ProtoKind::string},
                               {.name = "input_op_names", .kind = ProtoKind::string, .repeated = true},
                               {.name = "edge_set_name", .kind = ProtoKind::string},
                               {.name = "sample_size", .kind = ProtoKind::int32},
                               {.name = "strategy", .kind = ProtoKind::enumeration, .values = &strategy_enum}});
static constexpr ProtoMessage sampling_op_message{"tensorflow_gnn.sampler.SamplingOp", sampling_op_fields};

static constexpr auto spec_fields = std::to_array<ProtoField>(
    {{.name = "seed_op", .kind = ProtoKind::message, .message = &seed_op_message},
     {.name = "sampling_ops", .kind = ProtoKind::message, .repeated = true, .message = &sampling_op_message},
     {.name = "symmetric_link_seed_op", .kind = ProtoKind::message, .message = &link_seed_op_message}});
static constexpr ProtoMessage spec_message{"tensorflow_gnn.sampler.SamplingSpec", spec_fields};

const ProtoMessage& graph_schema_message() {
  return schema_message;
}

const ProtoMessage& sampling_spec_message() {
  return spec_message;
}

}  // namespace tuplepack::formats
