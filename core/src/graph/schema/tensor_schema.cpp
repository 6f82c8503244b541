#include "tuplepack/graph/schema/tensor_schema.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace tuplepack::graph {

namespace {

struct FeatureTypeRow {
  FeatureType type;
  std::string_view name;
  std::string_view proto;
  ExampleList list;
};

}  // namespace

static constexpr auto feature_type_rows = std::to_array<FeatureTypeRow>({
    {FeatureType::other, "unsupported", "DT_INVALID", ExampleList::bytes},
    {FeatureType::float32, "float32", "DT_FLOAT", ExampleList::floats},
    {FeatureType::float64, "float64", "DT_DOUBLE", ExampleList::floats},
    {FeatureType::int32, "int32", "DT_INT32", ExampleList::int64s},
    {FeatureType::uint8, "uint8", "DT_UINT8", ExampleList::int64s},
    {FeatureType::int16, "int16", "DT_INT16", ExampleList::int64s},
    {FeatureType::int8, "int8", "DT_INT8", ExampleList::int64s},
    {FeatureType::string, "string", "DT_STRING", ExampleList::bytes},
    {FeatureType::int64, "int64", "DT_INT64", ExampleList::int64s},
    {FeatureType::boolean, "bool", "DT_BOOL", ExampleList::int64s},
    {FeatureType::bfloat16, "bfloat16", "DT_BFLOAT16", ExampleList::floats},
    {FeatureType::uint16, "uint16", "DT_UINT16", ExampleList::int64s},
    {FeatureType::float16, "float16", "DT_HALF", ExampleList::floats},
    {FeatureType::uint32, "uint32", "DT_UINT32", ExampleList::int64s},
    {FeatureType::uint64, "uint64", "DT_UINT64", ExampleList::int64s},
});

static const FeatureTypeRow& feature_type_row(FeatureType type) {
  const auto* const found = std::find_if(feature_type_rows.begin(), feature_type_rows.end(),
                                         [type](const FeatureTypeRow& row) { return row.type == type; });
  assert(found != feature_type_rows.end());
  return *found;
}

std::span<const FeatureType> feature_types() {
  static constexpr auto all = [] {
    std::array<FeatureType, feature_type_rows.size() - 1> types{};
    for (std::size_t i = 0; i < types.size(); ++i) types[i] = feature_type_rows[i + 1].type;
    return types;
  }();
  return all;
}

std::string_view name(FeatureType type) {
  return feature_type_row(type).name;
}

std::string_view proto_name(FeatureType type) {
  return feature_type_row(type).proto;
}

IntegerRange integer_range(FeatureType type) {
  switch (type) {
    case FeatureType::boolean: return {.least = 0, .most = 1};
    case FeatureType::int8: return {.least = INT8_MIN, .most = INT8_MAX};
    case FeatureType::uint8: return {.least = 0, .most = UINT8_MAX};
    case FeatureType::int16: return {.least = INT16_MIN, .most = INT16_MAX};
    case FeatureType::uint16: return {.least = 0, .most = UINT16_MAX};
    case FeatureType::int32: return {.least = INT32_MIN, .most = INT32_MAX};
    case FeatureType::uint32: return {.least = 0, .most = UINT32_MAX};
    case FeatureType::uint64: return {.least = 0};
    default: return {};
  }
}

std::optional<std::int64_t> first_beyond(FeatureType type, std::span<const std::int64_t> integers) {
  if (type == FeatureType::boolean || type == FeatureType::uint64) return std::nullopt;
  const IntegerRange range = integer_range(type);
  const auto wrong =
      std::find_if_not(integers.begin(), integers.end(), [&](std::int64_t one) { return range.has(one); });
  return wrong == integers.end() ? std::nullopt : std::optional(*wrong);
}

ExampleList example_list(FeatureType type) {
  assert(type != FeatureType::other);
  return feature_type_row(type).list;
}

std::string shape_text(const std::vector<TensorDimension>& shape) {
  std::string text;
  for (const TensorDimension& dimension : shape) {
    if (!text.empty()) text += ", ";
    text += dimension.size == -1 ? "ragged" : std::to_string(dimension.size);
  }
  return "[" + text + "]";
}

template <typename Named>
static const Named* find_named(const std::vector<Named>& all, std::string_view name) {
  const auto found = std::find_if(all.begin(), all.end(), [name](const Named& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

const TensorNodeSet* TensorSchema::node_set(std::string_view name) const {
  return find_named(node_sets, name);
}

const TensorEdgeSet* TensorSchema::edge_set(std::string_view name) const {
  return find_named(edge_sets, name);
}

const TensorFeature* find_feature(const std::vector<TensorFeature>& features, std::string_view name) {
  return find_named(features, name);
}

bool is_reversed(const TensorEdgeSet& set) {
  const auto& extra = set.metadata.extra;
  return std::any_of(extra.begin(), extra.end(),
                     [](const auto& pair) { return pair.first == "edge_type" && pair.second == "reversed"; });
}

}  // namespace tuplepack::graph
