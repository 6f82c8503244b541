#include "tuplepack/formats/tensorflow/graph_tensor.hpp"

#include "formats/text/text.hpp"
#include "tuplepack/base/limits.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack::formats {

/// TensorFlow reads an empty Feature as it does one that is not there.
static bool is_omitted(const FeatureValues& values) {
  return std::holds_alternative<std::monostate>(values);
}

// ---- writing ----

namespace {

/// Features under names that stay where they are.
struct FlatFeatures {
  std::deque<std::string>& names;
  std::vector<NamedFeature> features;

  void add(std::string name, const FeatureValues& values) {
    names.push_back(std::move(name));
    features.push_back({.name = names.back(), .values = values});
  }
};

}  // namespace

static std::string lengths_name(const std::string& feature, std::size_t dimension) {
  return feature + ".d" + std::to_string(dimension);
}

static void add_tensor_values(FlatFeatures& all, const std::string& prefix, const std::vector<TensorValues>& features) {
  for (const TensorValues& feature : features) {
    const std::string name = prefix + std::string(feature.name);
    if (!is_omitted(feature.values)) all.add(name, feature.values);
    for (const RaggedLengths& ragged : feature.ragged) all.add(lengths_name(name, ragged.dimension), ragged.lengths);
  }
}

std::vector<NamedFeature> example_features(const GraphTensor& graph, std::deque<std::string>& names,
                                           std::string_view prefix) {
  FlatFeatures all{.names = names, .features = {}};
  add_tensor_values(all, std::string(prefix) + "context/", graph.context);
  for (const TensorPiece& set : graph.node_sets) {
    const std::string of_set = std::string(prefix) + "nodes/" + std::string(set.name) + ".";
    all.add(of_set + "#size", set.sizes);
    add_tensor_values(all, of_set, set.features);
  }
  for (const TensorPiece& set : graph.edge_sets) {
    const std::string of_set = std::string(prefix) + "edges/" + std::string(set.name) + ".";
    all.add(of_set + "#size", set.sizes);
    all.add(of_set + "#source", set.source);
    all.add(of_set + "#target", set.target);
    add_tensor_values(all, of_set, set.features);
  }
  return std::move(all.features);
}

void append_graph_tensor(std::string& out, const GraphTensor& graph, std::string_view prefix) {
  std::deque<std::string> names;
  append_example(out, example_features(graph, names, prefix));
}

// ---- reading ----

using TensorIntegers = std::span<const std::int64_t>;

static tl::unexpected<Error> wrong_feature(ErrorCode code, std::string_view name, const std::string& reason) {
  return fail(code, "the feature " + quote(name) + " " + reason);
}

/// Null when there is none, or it is empty.
static const NamedFeature* feature_called(std::span<const NamedFeature> features, std::string_view name) {
  const NamedFeature* const found = named_feature(features, name);
  return found != nullptr && !is_omitted(found->values) ? found : nullptr;
}

/// Non-negative integers; none where there is no such feature, or nothing in it.
static Result<TensorIntegers> counts_called(std::span<const NamedFeature> features, const std::string& name) {
  const NamedFeature* const found = feature_called(features, name);
  if (found == nullptr) return TensorIntegers{};
  const auto* const integers = std::get_if<TensorIntegers>(&found->values);
  if (integers == nullptr) {
    return wrong_feature(ErrorCode::malformed, name,
                         "has " + std::string(kind_of(found->values)) + " where integers are expected");
  }
  for (const std::int64_t count : *integers) {
    if (count < 0) return wrong_feature(ErrorCode::negative, name, "has the number " + std::to_string(count));
  }
  return *integers;
}

static Result<std::int64_t> sum_called(TensorIntegers counts, const std::string& name) {
  std::int64_t sum = 0;
  for (const std::int64_t count : counts) {
    if (count > max_exact - sum) return wrong_feature(ErrorCode::too_large, name, "has numbers that exceed 2^53");
    sum += count;
  }
  return sum;
}

/// The alternative of FeatureValues that holds a type.
static std::size_t kind_index(graph::FeatureType type) {
  switch (example_list(type)) {
    case graph::ExampleList::bytes: return 1;
    case graph::ExampleList::floats: return 2;
    default: return 3;
  }
}

static Result<void> check_kind(const graph::TensorFeature& feature, const std::string& name,
                               const FeatureValues& values) {
  if (!feature.type || *feature.type == graph::FeatureType::other) return {};
  if (is_omitted(values) || values.index() == kind_index(*feature.type)) return {};
  return wrong_feature(
      ErrorCode::malformed, name,
      "has " + std::string(kind_of(values)) + ", but the schema declares " + std::string(graph::name(*feature.type)));
}

/// TensorFlow keeps the low bits of integers beyond the range of their type.
static Result<void> check_range(const graph::TensorFeature& feature, const std::string& name,
                                const FeatureValues& values) {
  const auto* const integers = std::get_if<TensorIntegers>(&values);
  if (integers == nullptr) return {};
  const graph::FeatureType type = feature.type.value_or(graph::FeatureType::int64);
  const auto wrong = first_beyond(type, *integers);
  if (!wrong) return {};
  return wrong_feature(
      ErrorCode::out_of_range, name,
      "has " + std::to_string(*wrong) + ", which is beyond the range of " + std::string(graph::name(type)));
}

static tl::unexpected<Error> wrong_count(const std::string& name, std::size_t found, std::int64_t expected,
                                         std::string_view what) {
  return wrong_feature(
      ErrorCode::malformed, name,
      "has " + std::to_string(found) + " " + std::string(what) + " instead of " + std::to_string(expected));
}

static bool is_ragged(const graph::TensorFeature& feature) {
  return std::any_of(feature.shape.begin(), feature.shape.end(), [](const auto& one) { return one.size < 0; });
}

/// Whether so many rows need row lengths: no dimension before the first ragged one is 0.
static bool needs_lengths(const graph::TensorFeature& feature, std::int64_t rows) {
  for (const graph::TensorDimension& dimension : feature.shape) {
    if (rows == 0 || dimension.size < 0) break;
    if (dimension.size == 0) rows = 0;
  }
  return rows > 0 && is_ragged(feature);
}

/// How many row lengths a feature has, of all ragged dimensions; none where there are not even empty lists of them.
static std::optional<std::size_t> count_lengths(std::span<const NamedFeature> features,
                                                const graph::TensorFeature& feature, const std::string& name) {
  std::optional<std::size_t> count;
  for (std::size_t i = 0; i < feature.shape.size(); ++i) {
    if (feature.shape[i].size >= 0) continue;
    const NamedFeature* const found = feature_called(features, lengths_name(name, i + 1));
    if (found != nullptr) count = count.value_or(0) + size_of(found->values);
  }
  return count;
}

/// rows  nodes or edges of the set, or components
static Result<TensorValues> read_tensor_values(std::span<const NamedFeature> features,
                                               const graph::TensorFeature& feature, const std::string& name,
                                               std::int64_t rows) {
  TensorValues read{.name = feature.name, .values = {}, .ragged = {}};
  const NamedFeature* const found = feature_called(features, name);
  if (found != nullptr) read.values = found->values;
  if (auto ok = check_kind(feature, name, read.values); !ok) return tl::unexpected(ok.error());
  if (auto ok = check_range(feature, name, read.values); !ok) return tl::unexpected(ok.error());
  const auto lengths_found = count_lengths(features, feature, name);
  const bool omitted = found == nullptr && !lengths_found;
  const bool only_empty_lists =
      needs_lengths(feature, rows) && size_of(read.values) == 0 && lengths_found.value_or(0) == 0;
  if (feature.unknown_rank || omitted || only_empty_lists) return read;
  for (std::size_t i = 0; i < feature.shape.size(); ++i) {
    const std::int64_t size = feature.shape[i].size;
    if (size >= 0) {
      if (size > 0 && rows > max_exact / size) {
        return wrong_feature(ErrorCode::too_large, name, "has a shape of more than 2^53 values");
      }
      rows *= size;
      continue;
    }
    const std::string lengths = lengths_name(name, i + 1);
    const auto counts = counts_called(features, lengths);
    if (!counts) return tl::unexpected(counts.error());
    if (static_cast<std::int64_t>(counts->size()) != rows) return wrong_count(lengths, counts->size(), rows, "lengths");
    const auto sum = sum_called(*counts, lengths);
    if (!sum) return tl::unexpected(sum.error());
    rows = *sum;
    read.ragged.push_back({.dimension = i + 1, .lengths = *counts});
  }
  const std::size_t n = size_of(read.values);
  if (static_cast<std::int64_t>(n) != rows) return wrong_count(name, n, rows, "values");
  return read;
}

/// How many components a graph has: what its sets say, or one.
static Result<std::size_t> component_count(std::span<const NamedFeature> features, const graph::TensorSchema& schema) {
  std::optional<std::size_t> components;
  std::string first;
  const auto add = [&](const std::string& name) -> Result<void> {
    const NamedFeature* const found = feature_called(features, name);
    if (found == nullptr) return {};
    const std::size_t n = size_of(found->values);
    if (!components) {
      components = n;
      first = name;
    } else if (n != *components) {
      return wrong_feature(
          ErrorCode::component_mismatch, name,
          "has " + std::to_string(n) + " components, and " + quote(first) + " has " + std::to_string(*components));
    }
    return {};
  };
  for (const graph::TensorNodeSet& set : schema.node_sets) {
    if (auto ok = add("nodes/" + set.name + ".#size"); !ok) return tl::unexpected(ok.error());
  }
  for (const graph::TensorEdgeSet& set : schema.edge_sets) {
    if (auto ok = add("edges/" + set.name + ".#size"); !ok) return tl::unexpected(ok.error());
  }
  return components.value_or(1);
}

/// The sizes of a set and its features. Returns the number of its nodes or edges.
static Result<std::int64_t> read_piece(std::span<const NamedFeature> features, const std::string& prefix,
                                       const std::vector<graph::TensorFeature>& named, std::size_t components,
                                       TensorPiece& piece) {
  static constexpr std::int64_t none = 0;
  const auto sizes = counts_called(features, prefix + "#size");
  if (!sizes) return tl::unexpected(sizes.error());
  piece.sizes = *sizes;
  if (piece.sizes.empty() && components == 1) piece.sizes = {&none, 1};
  if (piece.sizes.size() != components) {
    return wrong_feature(ErrorCode::component_mismatch, prefix + "#size",
                         "is missing, but there are " + std::to_string(components) + " components");
  }
  auto total = sum_called(piece.sizes, prefix + "#size");
  if (!total) return total;
  for (const graph::TensorFeature& feature : named) {
    auto read = read_tensor_values(features, feature, prefix + feature.name, *total);
    if (!read) return tl::unexpected(read.error());
    piece.features.push_back(std::move(*read));
  }
  return total;
}

/// One end of every edge.
static Result<TensorIntegers> read_ends(std::span<const NamedFeature> features, const std::string& name,
                                        std::int64_t edges, std::string_view set, std::int64_t nodes) {
  auto ids = counts_called(features, name);
  if (!ids) return ids;
  if (static_cast<std::int64_t>(ids->size()) != edges) return wrong_count(name, ids->size(), edges, "nodes");
  for (const std::int64_t id : *ids) {
    if (id < nodes) continue;
    return wrong_feature(
        ErrorCode::out_of_range, name,
        "has the node " + std::to_string(id) + ", but there are " + std::to_string(nodes) + " of " + quote(set));
  }
  return ids;
}

Result<GraphTensor> read_graph_tensor(std::span<const NamedFeature> features, const graph::TensorSchema& schema) {
  GraphTensor graph;
  const auto components = component_count(features, schema);
  if (!components) return tl::unexpected(components.error());
  if (schema.context) {
    for (const graph::TensorFeature& feature : schema.context->features) {
      const std::string name = "context/" + feature.name;
      auto read = read_tensor_values(features, feature, name, static_cast<std::int64_t>(*components));
      if (!read) return tl::unexpected(read.error());
      if (feature_called(features, name) == nullptr && !is_ragged(feature)) {
        return wrong_feature(ErrorCode::malformed, name, "is missing");
      }
      graph.context.push_back(std::move(*read));
    }
  }
  std::vector<std::int64_t> nodes;
  for (const graph::TensorNodeSet& set : schema.node_sets) {
    TensorPiece& piece = graph.node_sets.emplace_back();
    piece.name = set.name;
    const auto total = read_piece(features, "nodes/" + set.name + ".", set.features, *components, piece);
    if (!total) return tl::unexpected(total.error());
    nodes.push_back(*total);
  }
  const auto nodes_of = [&](const std::string& set) {
    const graph::TensorNodeSet* const found = schema.node_set(set);
    return found == nullptr ? std::int64_t{0} : nodes[static_cast<std::size_t>(found - schema.node_sets.data())];
  };
  for (const graph::TensorEdgeSet& set : schema.edge_sets) {
    TensorPiece& piece = graph.edge_sets.emplace_back();
    piece.name = set.name;
    const std::string prefix = "edges/" + set.name + ".";
    const auto edges = read_piece(features, prefix, set.features, *components, piece);
    if (!edges) return tl::unexpected(edges.error());
    const auto source = read_ends(features, prefix + "#source", *edges, set.source.name, nodes_of(set.source.name));
    if (!source) return tl::unexpected(source.error());
    const auto target = read_ends(features, prefix + "#target", *edges, set.target.name, nodes_of(set.target.name));
    if (!target) return tl::unexpected(target.error());
    piece.source = *source;
    piece.target = *target;
  }
  return graph;
}

}  // namespace tuplepack::formats
