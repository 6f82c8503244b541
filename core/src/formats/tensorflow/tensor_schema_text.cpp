#include "tuplepack/formats/tensorflow/tensor_schema_text.hpp"

#include "formats/text/text.hpp"
#include "tensor_schema_messages.hpp"

#include <algorithm>
#include <map>

namespace tuplepack::formats {

using ProtoFields = std::vector<TextProtoField>;

// ---- fields of a message that conform() has checked ----

static const TextProtoField* find_field(const ProtoFields& fields, std::string_view name) {
  const auto found =
      std::find_if(fields.begin(), fields.end(), [name](const auto& field) { return field.name == name; });
  return found == fields.end() ? nullptr : &*found;
}

/// The fields of a message within; none when it is missing.
static const ProtoFields& fields_of(const ProtoFields& fields, std::string_view name) {
  static const ProtoFields none;
  const TextProtoField* const field = find_field(fields, name);
  return field == nullptr ? none : field->fields;
}

static std::string string_of(const ProtoFields& fields, std::string_view name) {
  const TextProtoField* const field = find_field(fields, name);
  return field == nullptr ? std::string() : field->text;
}

static std::optional<std::int64_t> integer_of(const ProtoFields& fields, std::string_view name) {
  const TextProtoField* const field = find_field(fields, name);
  if (field == nullptr) return std::nullopt;
  return text_proto_integer(field->text).value_or(0);
}

/// The value of a field that may be missing; then its place is that of the message.
static graph::TensorReference reference_of(const ProtoFields& fields, std::string_view name, const TextPlace& message) {
  const TextProtoField* const field = find_field(fields, name);
  if (field == nullptr) return {.name = {}, .place = message};
  return {.name = field->text, .place = field->value_place};
}

static std::vector<graph::TensorReference> references_of(const ProtoFields& fields, std::string_view name) {
  std::vector<graph::TensorReference> found;
  for (const TextProtoField& field : fields) {
    if (field.name == name) found.push_back({.name = field.text, .place = field.value_place});
  }
  return found;
}

namespace {

/// An entry of a map.
struct ProtoEntry {
  std::string key;
  const ProtoFields* value;
  TextPlace place;
};

}  // namespace

/// The entries of a map, in the order of the file. Of several with one key the last is kept, as protocol buffers do.
/// duplicates  gets an error for each of the others
static std::vector<ProtoEntry> entries_of(const ProtoFields& fields, std::string_view name, const std::string& what,
                                          std::vector<Error>& duplicates) {
  std::vector<ProtoEntry> found;
  std::map<std::string, std::size_t, std::less<>> indices;
  for (const TextProtoField& field : fields) {
    if (field.name != name) continue;
    const TextProtoField* const key = find_field(field.fields, "key");
    ProtoEntry entry{.key = string_of(field.fields, "key"),
                     .value = &fields_of(field.fields, "value"),
                     .place = key == nullptr ? field.place : key->value_place};
    const auto [earlier, is_new] = indices.emplace(entry.key, found.size());
    if (is_new) {
      found.push_back(std::move(entry));
      continue;
    }
    ProtoEntry& replaced = found[earlier->second];
    duplicates.push_back(Error{ErrorCode::malformed,
                               "duplicate " + what + " " + quote(entry.key) + "; first declared on line " +
                                   std::to_string(replaced.place.line),
                               entry.place.line, entry.place.column});
    replaced = std::move(entry);
  }
  return found;
}

// ---- GraphSchema ----

static graph::FeatureType feature_type_of(std::int64_t number) {
  for (const graph::FeatureType type : graph::feature_types()) {
    if (static_cast<std::int64_t>(type) == number) return type;
  }
  return graph::FeatureType::other;
}

static graph::TensorFeature feature_of(const ProtoEntry& entry) {
  const ProtoFields& fields = *entry.value;
  graph::TensorFeature feature;
  feature.name = entry.key;
  feature.place = entry.place;
  feature.description = string_of(fields, "description");
  feature.source = string_of(fields, "source");
  if (const auto type = integer_of(fields, "dtype")) {
    feature.type = feature_type_of(*type);
    feature.type_number = *type;
  }
  feature.has_description = find_field(fields, "description") != nullptr;
  feature.has_shape = find_field(fields, "shape") != nullptr;
  const ProtoFields& shape = fields_of(fields, "shape");
  feature.unknown_rank = integer_of(shape, "unknown_rank").value_or(0) != 0;
  for (const TextProtoField& dimension : shape) {
    if (dimension.name != "dim") continue;
    feature.shape.push_back(
        {.size = integer_of(dimension.fields, "size").value_or(0), .name = string_of(dimension.fields, "name")});
  }
  return feature;
}

static std::vector<graph::TensorFeature> features_in(const ProtoFields& fields, std::vector<Error>& duplicates) {
  std::vector<graph::TensorFeature> features;
  for (const ProtoEntry& entry : entries_of(fields, "features", "feature", duplicates)) {
    features.push_back(feature_of(entry));
  }
  return features;
}

static graph::SetMetadata metadata_of(const ProtoFields& fields) {
  const TextProtoField* const message = find_field(fields, "metadata");
  if (message == nullptr) return {};
  graph::SetMetadata metadata;
  metadata.place = message->place;
  metadata.filename = string_of(message->fields, "filename");
  metadata.cardinality = integer_of(message->fields, "cardinality");
  for (const TextProtoField& field : message->fields) {
    if (field.name == "extra")
      metadata.extra.emplace_back(string_of(field.fields, "key"), string_of(field.fields, "value"));
  }
  const ProtoFields& bigquery = fields_of(message->fields, "bigquery");
  metadata.bigquery = string_of(bigquery, "sql");
  if (const ProtoFields& table = fields_of(bigquery, "table_spec"); !table.empty()) {
    metadata.bigquery =
        string_of(table, "project") + "." + string_of(table, "dataset") + "." + string_of(table, "table");
  }
  return metadata;
}

static graph::TensorNodeSet node_set_of(const ProtoEntry& entry, std::vector<Error>& duplicates) {
  const ProtoFields& fields = *entry.value;
  return graph::TensorNodeSet{.name = entry.key,
                              .description = string_of(fields, "description"),
                              .features = features_in(fields, duplicates),
                              .context = references_of(fields, "context"),
                              .metadata = metadata_of(fields),
                              .place = entry.place};
}

static graph::TensorEdgeSet edge_set_of(const ProtoEntry& entry, std::vector<Error>& duplicates) {
  const ProtoFields& fields = *entry.value;
  return graph::TensorEdgeSet{.name = entry.key,
                              .description = string_of(fields, "description"),
                              .features = features_in(fields, duplicates),
                              .source = reference_of(fields, "source", entry.place),
                              .target = reference_of(fields, "target", entry.place),
                              .context = references_of(fields, "context"),
                              .metadata = metadata_of(fields),
                              .place = entry.place};
}

static void add_sets(graph::TensorSchema& schema, const ProtoFields& fields) {
  for (const ProtoEntry& entry : entries_of(fields, "node_sets", "node set", schema.duplicates)) {
    schema.node_sets.push_back(node_set_of(entry, schema.duplicates));
  }
  for (const ProtoEntry& entry : entries_of(fields, "edge_sets", "edge set", schema.duplicates)) {
    schema.edge_sets.push_back(edge_set_of(entry, schema.duplicates));
  }
}

static Result<graph::TensorSchema> schema_of(ProtoFields fields) {
  if (auto ok = conform(fields, graph_schema_message()); !ok) return tl::unexpected(std::move(ok.error()));
  graph::TensorSchema schema;
  if (const TextProtoField* const context = find_field(fields, "context"); context != nullptr) {
    schema.context = graph::ContextSet{.features = features_in(context->fields, schema.duplicates),
                                       .metadata = metadata_of(context->fields),
                                       .place = context->place};
  }
  add_sets(schema, fields);
  const ProtoFields& info = fields_of(fields, "info");
  schema.origin = static_cast<graph::GraphOrigin>(integer_of(info, "graph_type").value_or(0));
  schema.root_sets = references_of(info, "root_set");
  return schema;
}

// ---- SamplingSpec ----

static graph::SamplingOp sampling_op_of(const TextProtoField& message) {
  const ProtoFields& fields = message.fields;
  const TextProtoField* const size = find_field(fields, "sample_size");
  graph::SamplingOp op;
  op.name = string_of(fields, "op_name");
  op.place = reference_of(fields, "op_name", message.place).place;
  op.inputs = references_of(fields, "input_op_names");
  op.edge_set = reference_of(fields, "edge_set_name", message.place);
  op.sample_size = static_cast<std::int32_t>(integer_of(fields, "sample_size").value_or(0));
  op.sample_size_place = size == nullptr ? message.place : size->value_place;
  if (const auto strategy = integer_of(fields, "strategy"))
    op.strategy = static_cast<graph::SamplingStrategy>(*strategy);
  return op;
}

static Result<graph::SamplingSpec> spec_of(ProtoFields fields) {
  if (auto ok = conform(fields, sampling_spec_message()); !ok) return tl::unexpected(std::move(ok.error()));
  const TextProtoField* const seeds = find_field(fields, "seed_op");
  const TextProtoField* const links = find_field(fields, "symmetric_link_seed_op");
  if (seeds != nullptr && links != nullptr) {
    return fail(ErrorCode::malformed, "a SamplingSpec has either seed_op or symmetric_link_seed_op", links->place.line,
                links->place.column);
  }
  graph::SamplingSpec spec;
  spec.links = links != nullptr;
  if (const TextProtoField* const op = spec.links ? links : seeds; op != nullptr) {
    spec.seed_op = string_of(op->fields, "op_name");
    spec.seed_place = op->place;
    spec.seed_set = reference_of(op->fields, "node_set_name", op->place);
  }
  for (const TextProtoField& field : fields) {
    if (field.name == "sampling_ops") spec.ops.push_back(sampling_op_of(field));
  }
  return spec;
}

// ---- texts ----

Result<graph::TensorSchema> read_tensor_schema(std::string_view text) {
  auto schema = parse_text_proto(text).and_then(schema_of);
  if (schema && !schema->duplicates.empty()) return tl::unexpected(schema->duplicates.front());
  return schema;
}

Result<graph::SamplingSpec> read_sampling_spec(std::string_view text) {
  return parse_text_proto(text).and_then(spec_of);
}

Result<std::variant<graph::TensorSchema, graph::SamplingSpec>> read_schema_or_spec(std::string_view text) {
  using Either = std::variant<graph::TensorSchema, graph::SamplingSpec>;
  auto fields = parse_text_proto(text);
  if (!fields) return tl::unexpected(std::move(fields.error()));
  if (fields->empty())
    return fail(ErrorCode::empty, "the file has no fields: neither a GraphSchema nor a SamplingSpec");
  const auto& known = sampling_spec_message().fields;
  const bool is_spec = std::any_of(known.begin(), known.end(),
                                   [&](const ProtoField& field) { return find_field(*fields, field.name) != nullptr; });
  if (is_spec)
    return spec_of(std::move(*fields)).map([](graph::SamplingSpec&& spec) { return Either(std::move(spec)); });
  return schema_of(std::move(*fields)).map([](graph::TensorSchema&& schema) { return Either(std::move(schema)); });
}

}  // namespace tuplepack::formats
