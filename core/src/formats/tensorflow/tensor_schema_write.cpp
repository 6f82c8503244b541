#include "tuplepack/formats/tensorflow/tensor_schema_text.hpp"

#include "tuplepack/formats/tensorflow/text_proto.hpp"

#include <array>

namespace tuplepack::formats {

using WrittenFields = std::vector<TextProtoField>;

static TextProtoField written_field(std::string name, TextProtoKind kind, std::string text) {
  return {.name = std::move(name),
          .kind = kind,
          .text = std::move(text),
          .fields = {},
          .in_list = false,
          .place = {},
          .value_place = {}};
}

static void add_text(WrittenFields& fields, std::string_view name, const std::string& text) {
  if (!text.empty()) fields.push_back(written_field(std::string(name), TextProtoKind::string, text));
}

static void add_number(WrittenFields& fields, std::string_view name, std::int64_t number) {
  fields.push_back(written_field(std::string(name), TextProtoKind::number, std::to_string(number)));
}

static void add_word(WrittenFields& fields, std::string_view name, std::string_view word) {
  fields.push_back(written_field(std::string(name), TextProtoKind::word, std::string(word)));
}

static void add_message(WrittenFields& fields, std::string_view name, WrittenFields message) {
  TextProtoField field = written_field(std::string(name), TextProtoKind::message, {});
  field.fields = std::move(message);
  fields.push_back(std::move(field));
}

/// An entry of a map.
static void add_entry(WrittenFields& fields, std::string_view map, const std::string& key, WrittenFields value) {
  WrittenFields entry;
  entry.push_back(written_field("key", TextProtoKind::string, key));
  add_message(entry, "value", std::move(value));
  add_message(fields, map, std::move(entry));
}

static void add_features(WrittenFields& fields, const std::vector<graph::TensorFeature>& features) {
  for (const graph::TensorFeature& feature : features) {
    WrittenFields value;
    add_text(value, "description", feature.description);
    if (feature.type && *feature.type != graph::FeatureType::other) {
      add_word(value, "dtype", proto_name(*feature.type));
    } else if (feature.type) {
      add_number(value, "dtype", feature.type_number);
    }
    WrittenFields shape;
    for (const graph::TensorDimension& dimension : feature.shape) {
      WrittenFields written;
      add_number(written, "size", dimension.size);
      add_text(written, "name", dimension.name);
      add_message(shape, "dim", std::move(written));
    }
    if (feature.unknown_rank) add_word(shape, "unknown_rank", "true");
    if (!shape.empty()) add_message(value, "shape", std::move(shape));
    add_text(value, "source", feature.source);
    add_entry(fields, "features", feature.name, std::move(value));
  }
}

static void add_metadata(WrittenFields& fields, const graph::SetMetadata& metadata) {
  WrittenFields written;
  for (const auto& [key, value] : metadata.extra) {
    WrittenFields pair;
    add_text(pair, "key", key);
    add_text(pair, "value", value);
    add_message(written, "extra", std::move(pair));
  }
  add_text(written, "filename", metadata.filename);
  if (metadata.cardinality) add_number(written, "cardinality", *metadata.cardinality);
  if (!written.empty()) add_message(fields, "metadata", std::move(written));
}

static void add_references(WrittenFields& fields, std::string_view name,
                           const std::vector<graph::TensorReference>& references) {
  for (const graph::TensorReference& reference : references) add_text(fields, name, reference.name);
}

std::string tensor_schema_proto(const graph::TensorSchema& schema) {
  static constexpr std::array<std::string_view, 4> origins{"UNDEFINED", "FULL", "SUBGRAPH", "RANDOM_WALKS"};
  WrittenFields fields;
  if (schema.context) {
    WrittenFields context;
    add_features(context, schema.context->features);
    add_metadata(context, schema.context->metadata);
    add_message(fields, "context", std::move(context));
  }
  for (const graph::TensorNodeSet& set : schema.node_sets) {
    WrittenFields value;
    add_text(value, "description", set.description);
    add_features(value, set.features);
    add_references(value, "context", set.context);
    add_metadata(value, set.metadata);
    add_entry(fields, "node_sets", set.name, std::move(value));
  }
  for (const graph::TensorEdgeSet& set : schema.edge_sets) {
    WrittenFields value;
    add_text(value, "description", set.description);
    add_features(value, set.features);
    add_text(value, "source", set.source.name);
    add_text(value, "target", set.target.name);
    add_references(value, "context", set.context);
    add_metadata(value, set.metadata);
    add_entry(fields, "edge_sets", set.name, std::move(value));
  }
  WrittenFields info;
  if (schema.origin != graph::GraphOrigin::undefined) {
    add_word(info, "graph_type", origins[static_cast<std::size_t>(schema.origin)]);
  }
  add_references(info, "root_set", schema.root_sets);
  if (!info.empty()) add_message(fields, "info", std::move(info));
  return text_proto(fields);
}

}  // namespace tuplepack::formats
