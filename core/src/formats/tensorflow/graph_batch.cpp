#include "tuplepack/formats/tensorflow/graph_batch.hpp"

#include "formats/text/text.hpp"
#include "graph/schema/readout_check.hpp"
#include "tuplepack/formats/tensorflow/tf_record.hpp"
#include "tuplepack/packing/histogram.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <type_traits>

namespace tuplepack::formats {

template <typename T>
static void append_all(std::vector<T>& out, std::span<const T> more) {
  out.insert(out.end(), more.begin(), more.end());
}

static Error with_set(const Error& error, std::string_view what, std::string_view name) {
  return {.code = error.code, .message = std::string(what) + " " + quote(name) + ": " + error.message};
}

// ---- a feature ----

void GraphBatch::Column::clear() {
  bytes.clear();
  floats.clear();
  integers.clear();
  for (auto& of_dimension : lengths) of_dimension.clear();
}

TensorValues GraphBatch::Column::values() const {
  TensorValues all{.name = feature.name, .values = {}, .ragged = {}};
  switch (kind) {
    case 1: all.values = std::span(bytes); break;
    case 2: all.values = std::span(floats); break;
    default: all.values = std::span(integers); break;
  }
  std::size_t ragged = 0;
  for (std::size_t i = 0; i < feature.shape.size(); ++i) {
    if (feature.shape[i].size >= 0) continue;
    all.ragged.push_back({.dimension = i + 1, .lengths = lengths[ragged++]});
  }
  return all;
}

/// rows  nodes, edges or components
Result<void> GraphBatch::Column::add(const TensorValues& more, std::int64_t rows) {
  std::size_t ragged = 0;
  std::int64_t expected = rows;
  for (const graph::TensorDimension& dimension : feature.shape) {
    if (dimension.size > 0 && expected > max_exact / dimension.size) break;
    if (dimension.size >= 0) {
      expected *= dimension.size;
    } else if (ragged < more.ragged.size()) {
      const auto of_dimension = more.ragged[ragged].lengths;
      append_all(lengths[ragged++], of_dimension);
      expected = 0;
      for (const std::int64_t length : of_dimension) expected += length;
    } else {  // omitted: rows without values
      if (expected > static_cast<std::int64_t>(max_record_bytes)) break;
      auto& of_dimension = lengths[ragged++];
      of_dimension.resize(of_dimension.size() + static_cast<std::size_t>(expected));
      expected = 0;
    }
  }
  if (static_cast<std::int64_t>(size_of(more.values)) != expected) {
    return fail(ErrorCode::malformed,
                "the feature " + quote(feature.name) + " is missing in a graph, or has no values");
  }
  if (const auto* const all = std::get_if<std::span<const std::string_view>>(&more.values)) append_all(bytes, *all);
  if (const auto* const all = std::get_if<std::span<const float>>(&more.values)) append_all(floats, *all);
  if (const auto* const all = std::get_if<std::span<const std::int64_t>>(&more.values)) append_all(integers, *all);
  return {};
}

Result<void> GraphBatch::Column::pad(std::int64_t rows) {
  constexpr auto most = static_cast<std::int64_t>(max_record_bytes);
  std::size_t ragged = 0;
  for (const graph::TensorDimension& dimension : feature.shape) {
    if (dimension.size < 0) {
      auto& of_dimension = lengths[ragged++];
      of_dimension.resize(of_dimension.size() + static_cast<std::size_t>(rows));
      rows = 0;
    } else if (dimension.size > 0 && rows > most / dimension.size) {
      return fail(ErrorCode::too_large,
                  "the feature " + quote(feature.name) + " would be padded by more than 2^31 values");
    } else {
      rows *= dimension.size;
    }
  }
  const auto more = static_cast<std::size_t>(rows);
  switch (kind) {
    case 1: bytes.resize(bytes.size() + more, std::get<std::string>(padding)); break;
    case 2: floats.resize(floats.size() + more, static_cast<float>(std::get<double>(padding))); break;
    default: integers.resize(integers.size() + more, std::get<std::int64_t>(padding)); break;
  }
  return {};
}

/// The padding value of a feature, which fits the list.
static PaddingValue padding_of(const FeaturePadding* values, const std::string& feature, graph::ExampleList list) {
  PaddingValue value = std::int64_t{0};
  if (list == graph::ExampleList::bytes) value = std::string();
  if (values != nullptr) {
    if (const auto given = values->find(feature); given != values->end()) value = given->second;
  }
  const auto* const integer = std::get_if<std::int64_t>(&value);
  if (list == graph::ExampleList::floats && integer != nullptr) value = static_cast<double>(*integer);
  return value;
}

/// values  null: none
Result<std::vector<GraphBatch::Column>> GraphBatch::columns_of(const std::vector<graph::TensorFeature>& features,
                                                               const FeaturePadding* values) {
  std::vector<Column> columns;
  columns.reserve(features.size());
  for (const graph::TensorFeature& feature : features) {
    if (!feature.type || *feature.type == graph::FeatureType::other || feature.unknown_rank) {
      return fail(ErrorCode::unsupported, "feature " + quote(feature.name) + " has no dtype or shape in the schema",
                  feature.place.line, feature.place.column);
    }
    Column column;
    column.feature = feature;
    column.padding = padding_of(values, feature.name, example_list(*feature.type));
    switch (example_list(*feature.type)) {
      case graph::ExampleList::bytes: column.kind = 1; break;
      case graph::ExampleList::floats: column.kind = 2; break;
      case graph::ExampleList::int64s: column.kind = 3; break;
    }
    const auto is_ragged = [](const graph::TensorDimension& dimension) { return dimension.size < 0; };
    column.lengths.resize(
        static_cast<std::size_t>(std::count_if(feature.shape.begin(), feature.shape.end(), is_ragged)));
    columns.push_back(std::move(column));
  }
  return columns;
}

// ---- a set ----

void GraphBatch::Set::clear() {
  sizes.clear();
  sources.clear();
  targets.clear();
  total = 0;
  for (Column& column : features) column.clear();
  mask.clear();
}

TensorPiece GraphBatch::Set::piece() const {
  TensorPiece all{.name = name, .sizes = sizes, .source = sources, .target = targets, .features = {}};
  all.features.reserve(features.size() + 1);
  for (const Column& column : features) all.features.push_back(column.values());
  if (!mask.feature.name.empty()) all.features.push_back(mask.values());
  return all;
}

Result<void> GraphBatch::Set::add(const TensorPiece& more) {
  std::int64_t rows = 0;
  for (const std::int64_t size : more.sizes) rows += size;
  if (rows > max_exact - total) return fail(ErrorCode::too_large, "more than 2^53 in a batch");
  append_all(sizes, more.sizes);
  total += rows;
  for (std::size_t i = 0; i < features.size(); ++i) {
    if (auto ok = features[i].add(more.features[i], rows); !ok) return ok;
  }
  if (!mask.feature.name.empty()) mask.integers.resize(static_cast<std::size_t>(total), 1);
  return {};
}

Result<void> GraphBatch::Set::pad(const graph::PaddedSet& padded) {
  constexpr auto most = static_cast<std::int64_t>(max_record_bytes);
  if (padded.total > most || padded.components > most) return fail(ErrorCode::too_large, "a total of more than 2^31");
  auto all = padded_sizes(sizes, padded);
  if (!all) return tl::unexpected(std::move(all.error()));
  for (Column& column : features) {
    if (auto ok = column.pad(padded.total - total); !ok) return ok;
  }
  if (!mask.feature.name.empty()) mask.integers.resize(static_cast<std::size_t>(padded.total));
  sizes = std::move(*all);
  return {};
}

// ---- all ----

static Result<void> check_mask(const std::string& mask, const std::vector<graph::TensorFeature>& features,
                               const std::string& whose) {
  if (mask.empty() || find_feature(features, mask) == nullptr) return {};
  return fail(ErrorCode::malformed, whose + " a feature " + quote(mask) + " already");
}

template <typename Sets>
Result<void> GraphBatch::add_sets(std::vector<Set>& sets, const Sets& of, bool masked, const PaddingOptions& padding) {
  constexpr bool are_nodes = std::is_same_v<typename Sets::value_type, graph::TensorNodeSet>;
  const auto& values = are_nodes ? padding.values.node_sets : padding.values.edge_sets;
  for (const auto& one : of) {
    const auto given = values.find(one.name);
    auto columns = columns_of(one.features, given == values.end() ? nullptr : &given->second);
    if (!columns) return tl::unexpected(std::move(columns.error()));
    Set& set = sets.emplace_back();
    set.name = one.name;
    set.features = std::move(*columns);
    if (!masked) continue;
    const std::string whose = (are_nodes ? "nodes of " : "edges of ") + quote(one.name) + " have";
    if (auto ok = check_mask(padding.mask, one.features, whose); !ok) return ok;
    set.mask.feature.name = padding.mask;
  }
  return {};
}

Result<PaddingOptions> padding_options(const std::string& mask, std::span<const std::string> mask_of) {
  PaddingOptions options{.mask = mask, .mask_context = false};
  for (const std::string& piece : mask_of) {
    if (piece == "context") {
      options.mask_context = true;
    } else if (piece == "nodes") {
      options.mask_nodes = true;
    } else if (piece == "edges") {
      options.mask_edges = true;
    } else {
      return fail(ErrorCode::unknown_name, "a mask of '" + piece + "'; expected context, nodes or edges");
    }
  }
  if (mask.empty() && (options.mask_nodes || options.mask_edges)) {
    return fail(ErrorCode::malformed, "the mask has no feature name");
  }
  return options;
}

Result<GraphBatch> GraphBatch::create(const graph::TensorSchema& schema, const PaddingOptions& padding) {
  static const std::vector<graph::TensorFeature> none;
  GraphBatch batch;
  const auto& context = schema.context ? schema.context->features : none;
  auto columns = columns_of(context, &padding.values.context);
  if (!columns) return tl::unexpected(std::move(columns.error()));
  batch.context_ = std::move(*columns);
  if (padding.mask_context) {
    if (auto ok = check_mask(padding.mask, context, "the context has"); !ok)
      return tl::unexpected(std::move(ok.error()));
    batch.mask_.feature.name = padding.mask;
  }
  if (auto ok = add_sets(batch.nodes_, schema.node_sets, padding.mask_nodes, padding); !ok) {
    return tl::unexpected(std::move(ok.error()));
  }
  if (auto ok = add_sets(batch.edges_, schema.edge_sets, padding.mask_edges, padding); !ok) {
    return tl::unexpected(std::move(ok.error()));
  }
  for (std::size_t i = 0; i < schema.edge_sets.size(); ++i) {
    const graph::TensorEdgeSet& set = schema.edge_sets[i];
    Set& edges = batch.edges_[i];
    for (const bool of_source : {true, false}) {
      const graph::TensorReference& end = of_source ? set.source : set.target;
      const graph::TensorNodeSet* const found = schema.node_set(end.name);
      if (found == nullptr) {
        return fail(ErrorCode::unknown_name,
                    "the edge set " + quote(set.name) + " has ends in " + quote(end.name) + ", which is not a node set",
                    end.place.line, end.place.column);
      }
      (of_source ? edges.source : edges.target) = static_cast<std::size_t>(found - schema.node_sets.data());
    }
    if (const std::string_view structure = graph::readout_set_of(set.name); structure == set.target.name) {
      edges.readout_key = std::string(structure) + "/" + std::string(graph::readout_key_of(set.name));
    }
  }
  return batch;
}

void GraphBatch::clear() {
  for (Column& column : context_) column.clear();
  mask_.clear();
  for (Set& set : nodes_) set.clear();
  for (Set& set : edges_) set.clear();
  components_ = 0;
}

Result<void> GraphBatch::add(const GraphTensor& graph) {
  assert(graph.node_sets.size() == nodes_.size() && graph.edge_sets.size() == edges_.size());
  std::int64_t components = 1;
  for (const auto* const sets : {&graph.node_sets, &graph.edge_sets}) {
    if (!sets->empty()) components = static_cast<std::int64_t>(sets->front().sizes.size());
  }
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    Set& set = edges_[e];
    const TensorPiece& more = graph.edge_sets[e];
    for (const std::int64_t node : more.source) set.sources.push_back(node + nodes_[set.source].total);
    for (const std::int64_t node : more.target) set.targets.push_back(node + nodes_[set.target].total);
    if (auto ok = set.add(more); !ok) return tl::unexpected(with_set(ok.error(), "edges of", set.name));
  }
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    if (auto ok = nodes_[n].add(graph.node_sets[n]); !ok) {
      return tl::unexpected(with_set(ok.error(), "nodes of", nodes_[n].name));
    }
  }
  for (std::size_t i = 0; i < context_.size(); ++i) {
    if (auto ok = context_[i].add(graph.context[i], components); !ok) return ok;
  }
  components_ += components;
  mask_.integers.resize(static_cast<std::size_t>(components_), 1);
  return {};
}

Result<void> GraphBatch::check_readout_padding(const graph::SizeConstraints& constraints) const {
  struct Padding {
    std::size_t structure = 0;
    std::int64_t edges = 0;
  };
  std::map<std::string_view, Padding> keys;
  for (const Set& set : edges_) {
    if (set.readout_key.empty()) continue;
    Padding& padding = keys[set.readout_key];
    padding.structure = set.target;
    padding.edges += constraints.total_num_edges.find(set.name)->second - set.total;
  }
  for (const auto& [key, padding] : keys) {
    const Set& structure = nodes_[padding.structure];
    const std::int64_t nodes = constraints.total_num_nodes.find(structure.name)->second - structure.total;
    if (nodes == padding.edges || nodes < 0 || padding.edges < 0) continue;  // too few: said of the set
    return fail(ErrorCode::component_mismatch,
                "the padding has " + std::to_string(nodes) + " nodes of " + quote(structure.name) + " and " +
                    std::to_string(padding.edges) + " edges of " + quote(key) +
                    "; each of these nodes needs exactly one such edge, so make the totals of the constraints equal");
  }
  return {};
}

Result<void> GraphBatch::pad(const graph::SizeConstraints& constraints) {
  const std::int64_t components = constraints.total_num_components;
  const auto least = [&](const std::string& name) {
    const auto found = constraints.min_nodes_per_component.find(name);
    return found == constraints.min_nodes_per_component.end() ? std::int64_t{0} : found->second;
  };
  if (components_ > components) {
    return fail(ErrorCode::too_large,
                std::to_string(components_) + " components exceed the limit of " + std::to_string(components));
  }
  if (auto ok = check_readout_padding(constraints); !ok) return ok;
  std::map<std::string_view, std::int64_t> next_readout;  // node of the padding, by key
  for (Set& set : nodes_) {
    const graph::PaddedSet padded{.total = constraints.total_num_nodes.find(set.name)->second,
                                  .components = components,
                                  .min_in_component = least(set.name)};
    if (auto ok = set.pad(padded); !ok) return tl::unexpected(with_set(ok.error(), "nodes of", set.name));
  }
  for (Set& set : edges_) {
    const std::int64_t total = constraints.total_num_edges.find(set.name)->second;
    const graph::PaddedSet padded{.total = total, .components = components};
    if (auto ok = set.pad(padded); !ok) return tl::unexpected(with_set(ok.error(), "edges of", set.name));
    for (const bool of_source : {true, false}) {
      const Set& end = nodes_[of_source ? set.source : set.target];
      const std::int64_t last = constraints.total_num_nodes.find(end.name)->second - 1;
      if (total > set.total && last < end.total) {
        return fail(ErrorCode::too_large, "no padding node in " + quote(end.name) + " for the padding edges of " +
                                              quote(set.name) + ": the constraints allow only " +
                                              std::to_string(last + 1) + " nodes");
      }
      if (of_source || set.readout_key.empty()) {
        graph::append_padding_ends(of_source ? set.sources : set.targets, total - set.total, end.total, last);
        continue;
      }
      std::int64_t& next = next_readout.try_emplace(set.readout_key, end.total).first->second;
      for (std::int64_t edge = set.total; edge < total; ++edge) set.targets.push_back(next++);
    }
  }
  for (Column& column : context_) {
    if (auto ok = column.pad(components - components_); !ok) return ok;
  }
  mask_.integers.resize(static_cast<std::size_t>(components));
  return {};
}

GraphTensor GraphBatch::graph() const {
  GraphTensor all;
  all.context.reserve(context_.size() + 1);
  all.node_sets.reserve(nodes_.size());
  all.edge_sets.reserve(edges_.size());
  for (const Column& column : context_) all.context.push_back(column.values());
  if (!mask_.feature.name.empty()) all.context.push_back(mask_.values());
  for (const Set& set : nodes_) all.node_sets.push_back(set.piece());
  for (const Set& set : edges_) all.edge_sets.push_back(set.piece());
  return all;
}

}  // namespace tuplepack::formats
