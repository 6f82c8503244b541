#include "tuplepack/formats/tensorflow/example_schema.hpp"

#include "formats/text/text.hpp"
#include "tuplepack/base/limits.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace tuplepack::formats {

/// "a.d2" is the feature "a" and its dimension 2; another name is that of a feature, 0.
static std::pair<std::string_view, std::size_t> ragged_dimension(std::string_view name) {
  const std::size_t dot = name.rfind(".d");
  if (dot == std::string_view::npos) return {name, 0};
  const std::string_view digits = name.substr(dot + 2);
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  constexpr std::size_t most = 100;
  if (error != std::errc() || end != digits.data() + digits.size() || number > most) return {name, 0};
  return {name.substr(0, dot), number};
}

/// The set with the longest name that a feature's name begins with; null: none.
static const SetSize* set_of(std::string_view feature, std::span<const SetSize> sizes) {
  const SetSize* longest = nullptr;
  for (const SetSize& size : sizes) {
    const bool is_its =
        feature.size() > size.set.size() && feature.starts_with(size.set) && feature[size.set.size()] == '.';
    if (is_its && (longest == nullptr || size.set.size() > longest->set.size())) longest = &size;
  }
  return longest;
}

void ExampleSchema::add(std::span<const NamedFeature> features, std::span<const SetSize> sizes) {
  static constexpr std::string_view context = "context/";
  const auto components = sizes.empty() ? std::int64_t{1} : static_cast<std::int64_t>(sizes.front().components.size());
  for (const SetSize& size : sizes) {
    if (sets_.find(size.set) == sets_.end()) sets_.emplace(size.set, FoundSet{});
  }
  for (const NamedFeature& feature : features) {
    const bool of_context = feature.name.starts_with(context);
    const SetSize* const set = of_context ? nullptr : set_of(feature.name, sizes);
    if (!of_context && set == nullptr) continue;
    const std::string_view name = feature.name.substr(of_context ? context.size() : set->set.size() + 1);
    if (!of_context && (name == "#size" || name == "#source" || name == "#target")) continue;
    const auto lengths_of = ragged_dimension(feature.name);
    if (lengths_of.second > 0 && named_feature(features, lengths_of.first) != nullptr) continue;
    FoundSet& found_set = sets_[of_context ? "context" : std::string(set->set)];
    auto at = found_set.features.find(name);
    if (at == found_set.features.end()) at = found_set.features.emplace(name, Found{}).first;
    Found& found = at->second;
    if (found.kind == 0) found.kind = feature.values.index();
    auto rows = of_context ? components : set->total;
    const auto learn = [&](std::size_t dimension, std::int64_t values) {
      std::optional<std::int64_t>& fixed = found.fixed[dimension];
      if (!fixed && rows > 0) fixed = values / rows;
    };
    // Their names follow that of the feature, but not in the order of the numbers.
    std::map<std::size_t, std::span<const std::int64_t>> ragged;
    const std::string prefix = std::string(feature.name) + ".d";
    for (const NamedFeature* next = &feature + 1; next != features.data() + features.size(); ++next) {
      if (!next->name.starts_with(feature.name)) break;
      const auto dimension = ragged_dimension(next->name);
      const auto* const lengths = std::get_if<std::span<const std::int64_t>>(&next->values);
      if (!next->name.starts_with(prefix) || dimension.first != feature.name || dimension.second == 0) continue;
      ragged[dimension.second] = lengths == nullptr ? std::span<const std::int64_t>() : *lengths;
    }
    for (const auto& [dimension, lengths] : ragged) {
      learn(dimension, static_cast<std::int64_t>(lengths.size()));
      rows = 0;
      for (const std::int64_t length : lengths) {
        if (length > 0 && length <= max_exact - rows) rows += length;
      }
    }
    learn(0, static_cast<std::int64_t>(size_of(feature.values)));
  }
}

void ExampleSchema::add(const ExampleSchema& next) {
  for (const auto& [set, found_set] : next.sets_) {
    FoundSet& own_set = sets_[set];
    for (const auto& [name, from] : found_set.features) {
      Found& own = own_set.features[name];
      if (own.kind == 0) own.kind = from.kind;
      for (const auto& [dimension, values] : from.fixed) {
        std::optional<std::int64_t>& fixed = own.fixed[dimension];
        if (!fixed) fixed = values;
      }
    }
  }
}

std::vector<graph::TensorFeature> ExampleSchema::features_of(const std::string& set,
                                                             const std::vector<graph::TensorFeature>& declared) const {
  std::vector<graph::TensorFeature> all;
  const auto found_set = sets_.find(set);
  if (found_set == sets_.end()) return all;
  const auto& found = found_set->second.features;
  // Row lengths may stand alone: a feature without values is left out.
  const auto has_values_or_lengths = [&](const graph::TensorFeature& feature) {
    return std::any_of(found.begin(), found.end(), [&](const auto& one) {
      return one.first == feature.name || ragged_dimension(one.first).first == feature.name;
    });
  };
  for (const graph::TensorFeature& feature : declared) {
    if (has_values_or_lengths(feature)) all.push_back(feature);
  }
  for (const auto& [name, of_examples] : found) {
    if (of_examples.kind == 0 || find_feature(declared, name) != nullptr) continue;
    const auto lengths_of = ragged_dimension(name);
    const bool has_feature = find_feature(declared, lengths_of.first) != nullptr || found.contains(lengths_of.first);
    if (lengths_of.second > 0 && has_feature) continue;
    static constexpr std::array types = {graph::FeatureType::string, graph::FeatureType::float32,
                                         graph::FeatureType::int64};
    graph::TensorFeature& feature = all.emplace_back();
    feature.name = name;
    feature.type = types[of_examples.kind - 1];
    feature.has_shape = true;
    for (const auto& [dimension, values] : of_examples.fixed) {
      if (dimension == 0) continue;
      if (feature.shape.size() + 1 < dimension) feature.shape.push_back({.size = values.value_or(1), .name = {}});
      while (feature.shape.size() + 1 < dimension) feature.shape.push_back({.size = 1, .name = {}});
      feature.shape.push_back({.size = -1, .name = {}});
    }
    const std::int64_t inner = of_examples.fixed.at(0).value_or(1);
    if (inner != 1) feature.shape.push_back({.size = inner, .name = {}});
  }
  return all;
}

Result<graph::TensorSchema> ExampleSchema::schema(const graph::TensorSchema* declared) const {
  static const graph::TensorSchema nothing;
  const graph::TensorSchema& known = declared == nullptr ? nothing : *declared;
  graph::TensorSchema all = known;
  const auto& context = known.context ? known.context->features : std::vector<graph::TensorFeature>{};
  if (auto features = features_of("context", context); !features.empty()) {
    all.context.emplace().features = std::move(features);
  } else {
    all.context.reset();
  }
  for (graph::TensorNodeSet& set : all.node_sets) set.features = features_of("nodes/" + set.name, set.features);
  for (graph::TensorEdgeSet& set : all.edge_sets) set.features = features_of("edges/" + set.name, set.features);
  for (const bool of_nodes : {true, false}) {
    const std::string prefix = of_nodes ? "nodes/" : "edges/";
    for (const auto& [name, found] : sets_) {
      if (!name.starts_with(prefix)) continue;
      const std::string set = name.substr(prefix.size());
      if (of_nodes ? known.node_set(set) != nullptr : known.edge_set(set) != nullptr) continue;
      if (of_nodes) {
        graph::TensorNodeSet& added = all.node_sets.emplace_back();
        added.name = set;
        added.features = features_of(name, {});
        continue;
      }
      if (all.node_sets.size() != 1) {
        return fail(ErrorCode::unsupported, "which of the " + std::to_string(all.node_sets.size()) +
                                                " node sets the edges of " + quote(set) +
                                                " connect is not in the records");
      }
      graph::TensorEdgeSet& added = all.edge_sets.emplace_back();
      added.name = set;
      added.source.name = added.target.name = all.node_sets.front().name;
      added.features = features_of(name, {});
    }
  }
  return all;
}

}  // namespace tuplepack::formats
