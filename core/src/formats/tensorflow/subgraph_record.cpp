#include "tuplepack/formats/tensorflow/subgraph_record.hpp"

#include "base/name_table.hpp"
#include "record_entry.hpp"
#include "tuplepack/formats/tensorflow/tf_record.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <utility>

namespace tuplepack::formats {

static constexpr NameTable<SubgraphFeatures, 3> feature_names{{
    {SubgraphFeatures::values, "inline"},
    {SubgraphFeatures::rows, "rows"},
    {SubgraphFeatures::none, "none"},
}};

std::string_view name(SubgraphFeatures features) {
  return name_in(feature_names, features);
}

std::vector<std::string_view> subgraph_features() {
  return names_in(feature_names);
}

Result<SubgraphFeatures> subgraph_features_by_name(std::string_view name) {
  return value_in(feature_names, name);
}

char* RecordBuffer::append(std::size_t bytes) {
  if (size_ + bytes > capacity_) {
    capacity_ = std::max(size_ + bytes, 2 * capacity_);
    std::unique_ptr<char[]> larger(new char[capacity_]);  // NOLINT: make_unique would clear it
    if (size_ > 0) std::memcpy(larger.get(), bytes_.get(), size_);
    bytes_ = std::move(larger);
  }
  char* const at = bytes_.get() + size_;
  size_ += bytes;
  return at;
}

graph::TensorSchema record_schema(const graph::TensorSchema& schema, const RecordLayout& layout) {
  graph::TensorSchema records = schema;
  records.context.reset();
  for (const ContextFeature& feature : layout.context) {
    if (!records.context) records.context.emplace();
    records.context->features.push_back(*feature.column.feature);
  }
  const auto is_left_out = [&](const graph::TensorReference& feature) {
    return !records.context || find_feature(records.context->features, feature.name) == nullptr;
  };
  graph::TensorFeature row;
  row.name = "#row";
  row.type = graph::FeatureType::int64;
  row.type_number = static_cast<std::int64_t>(graph::FeatureType::int64);
  row.has_shape = true;
  const auto restrict = [&](auto& set, const std::vector<graph::FeatureColumn>* columns) {
    std::erase_if(set.context, is_left_out);
    set.features.clear();
    if (layout.features == SubgraphFeatures::rows) set.features.push_back(row);
    if (layout.features != SubgraphFeatures::values || columns == nullptr) return;
    for (const graph::FeatureColumn& column : *columns) set.features.push_back(*column.feature);
  };
  const auto columns_at = [](std::span<const std::vector<graph::FeatureColumn>> columns, std::size_t i) {
    return i < columns.size() ? &columns[i] : nullptr;
  };
  for (std::size_t i = 0; i < records.node_sets.size(); ++i) {
    restrict(records.node_sets[i], columns_at(layout.node_features, i));
  }
  for (std::size_t i = 0; i < records.edge_sets.size(); ++i) {
    restrict(records.edge_sets[i], columns_at(layout.edge_features, i));
  }
  if (layout.readout.edge_sets.empty()) return records;
  graph::TensorNodeSet& readout = records.node_sets.emplace_back();
  readout.name = "_readout";
  for (const ReadoutLabel& label : layout.labels) readout.features.push_back(*label.column.feature);
  for (const graph::Readout::EdgeSet& set : layout.readout.edge_sets) {
    graph::TensorEdgeSet& edges = records.edge_sets.emplace_back();
    edges.name = set.name;
    edges.source.name = set.source;
    edges.target.name = "_readout";
  }
  return records;
}

graph::TensorSchema subgraph_schema(const graph::TensorSchema& schema, const RecordLayout& layout,
                                    const std::string& seed_set) {
  graph::TensorSchema records = record_schema(schema, layout);
  for (graph::TensorNodeSet& set : records.node_sets) set.metadata = {};
  for (graph::TensorEdgeSet& set : records.edge_sets) set.metadata = {};
  records.origin = graph::GraphOrigin::subgraph;
  records.root_sets.clear();
  if (layout.readout.edge_sets.empty()) records.root_sets.push_back({.name = seed_set, .place = {}});
  return records;
}

// ---- records ----

struct SubgraphRecords::State {
  /// Which numbers an entry has, or which rows of its column.
  struct Origin {
    enum class Of : std::uint8_t { node_size, nodes, edge_size, source, target, edge_rows, of_seeds, nothing };
    Of of{};
    std::size_t set = 0;  // or which series
  };
  using Of = Origin::Of;
  /// Numbers about the seeds: 0, how many there are; of each its place among them, its nodes in the subgraph, its node
  /// in the graph, its row.
  enum Series : std::uint8_t { zero, count, place, first_index, other_index, seed_node, seed_row };

  const graph::HeterogeneousGraph& graph;
  RecordLayout layout{};
  std::vector<std::pair<RecordEntry, Origin>> entries{};  // sorted by name
  std::vector<std::uint32_t> node_sizes{}, edge_sizes{};
  std::vector<std::vector<std::uint32_t>> edge_rows{};  // of edge sets that need them
  std::vector<bool> needs_rows{};
  std::array<std::vector<std::uint32_t>, 7> series{};

  void add(const std::string& name, Origin origin) {
    entries.push_back({{.name = layout.prefix + name, .content = RecordEntry::Content::numbers}, origin});
  }
  void add_column(const std::string& prefix, Origin origin, const graph::FeatureColumn& column);
  void add_sets(const graph::TensorSchema& schema);
  void add_context();
  void add_readout();
  void find_rows(const graph::Subgraph& subgraph);
  void find_seeds(const graph::Subgraph& subgraph, std::span<const graph::SubgraphSeed> seeds, std::size_t number);
  [[nodiscard]] std::span<const std::uint32_t> rows_of(Origin origin, const graph::Subgraph& subgraph) const;
};

/// The values of a feature, and the lengths of their ragged dimensions.
void SubgraphRecords::State::add_column(const std::string& prefix, Origin origin, const graph::FeatureColumn& column) {
  static constexpr std::array<std::size_t, 3> kinds{2, 3, 1};  // of floats, integers, bytes
  const std::string name = layout.prefix + prefix + column.feature->name;
  entries.push_back({{.name = name,
                      .content = RecordEntry::Content::values,
                      .column = &column,
                      .depth = column.ragged.size(),
                      .kind = kinds.at(column.values.index())},
                     origin});
  std::size_t depth = 0;
  for (std::size_t i = 0; i < column.feature->shape.size() && depth < column.ragged.size(); ++i) {
    if (column.feature->shape[i].size >= 0) continue;
    entries.push_back({{.name = name + ".d" + std::to_string(i + 1),
                        .content = RecordEntry::Content::lengths,
                        .column = &column,
                        .depth = depth++},
                       origin});
  }
}

void SubgraphRecords::State::add_sets(const graph::TensorSchema& schema) {
  const bool values = layout.features == SubgraphFeatures::values, rows = layout.features == SubgraphFeatures::rows;
  for (std::size_t i = 0; i < schema.node_sets.size(); ++i) {
    const std::string prefix = "nodes/" + schema.node_sets[i].name + ".";
    add(prefix + "#size", {.of = Of::node_size, .set = i});
    if (rows) add(prefix + "#row", {.of = Of::nodes, .set = i});
    if (!values || i >= layout.node_features.size()) continue;
    for (const graph::FeatureColumn& column : layout.node_features[i])
      add_column(prefix, {.of = Of::nodes, .set = i}, column);
  }
  for (std::size_t i = 0; i < schema.edge_sets.size(); ++i) {
    const std::string prefix = "edges/" + schema.edge_sets[i].name + ".";
    add(prefix + "#size", {.of = Of::edge_size, .set = i});
    add(prefix + "#source", {.of = Of::source, .set = i});
    add(prefix + "#target", {.of = Of::target, .set = i});
    const bool has_values = values && i < layout.edge_features.size() && !layout.edge_features[i].empty();
    needs_rows[i] = rows || has_values;
    if (rows) add(prefix + "#row", {.of = Of::edge_rows, .set = i});
    if (!has_values) continue;
    for (const graph::FeatureColumn& column : layout.edge_features[i]) {
      add_column(prefix, {.of = Of::edge_rows, .set = i}, column);
    }
  }
}

void SubgraphRecords::State::add_context() {
  for (const ContextFeature& feature : layout.context) {
    add_column("context/", {.of = Of::of_seeds, .set = feature.of_seed ? seed_row : zero}, feature.column);
  }
}

void SubgraphRecords::State::add_readout() {
  if (layout.readout.edge_sets.empty()) return;
  add("nodes/_readout.#size", {.of = Of::of_seeds, .set = count});
  for (const ReadoutLabel& label : layout.labels) {
    const Series row = label.of_seed ? seed_node : seed_row;
    add_column("nodes/_readout.", {.of = Of::of_seeds, .set = row}, label.column);
  }
  for (const graph::Readout::EdgeSet& set : layout.readout.edge_sets) {
    const std::string prefix = "edges/" + set.name + ".";
    const bool is_read = set.end != graph::Readout::End::none;
    const Of of = is_read ? Of::of_seeds : Of::nothing;
    add(prefix + "#size", {.of = Of::of_seeds, .set = is_read ? count : zero});
    add(prefix + "#source", {.of = of, .set = set.end == graph::Readout::End::other ? other_index : first_index});
    add(prefix + "#target", {.of = of, .set = place});
  }
}

void SubgraphRecords::State::find_rows(const graph::Subgraph& subgraph) {
  for (std::size_t i = 0; i < node_sizes.size(); ++i) {
    node_sizes[i] = static_cast<std::uint32_t>(subgraph.nodes[i].size());
  }
  for (std::size_t i = 0; i < edge_sizes.size(); ++i) {
    const std::vector<std::uint32_t>& positions = subgraph.edge_sets[i].position;
    const std::span<const std::uint32_t> rows = graph.edge_sets[i].rows;
    edge_sizes[i] = static_cast<std::uint32_t>(positions.size());
    if (!needs_rows[i] || rows.empty()) continue;
    edge_rows[i].resize(positions.size());
    std::transform(positions.begin(), positions.end(), edge_rows[i].begin(),
                   [&](std::uint32_t position) { return rows[position]; });
  }
}

void SubgraphRecords::State::find_seeds(const graph::Subgraph& subgraph, std::span<const graph::SubgraphSeed> seeds,
                                        std::size_t number) {
  for (std::vector<std::uint32_t>& one : series) one.clear();
  series[zero] = {0};
  series[count] = {static_cast<std::uint32_t>(seeds.size())};
  for (std::size_t i = 0, at = 0; i < seeds.size(); ++i) {
    series[place].push_back(static_cast<std::uint32_t>(i));
    series[first_index].push_back(subgraph.seeds[at]);
    if (seeds[i].other) ++at;
    series[other_index].push_back(subgraph.seeds[at++]);
    series[seed_node].push_back(seeds[i].node);
    const std::size_t row = number + i;
    series[seed_row].push_back(layout.seed_rows.empty() ? static_cast<std::uint32_t>(row) : layout.seed_rows[row]);
  }
}

std::span<const std::uint32_t> SubgraphRecords::State::rows_of(Origin origin, const graph::Subgraph& subgraph) const {
  switch (origin.of) {
    case Of::node_size: return {&node_sizes[origin.set], 1};
    case Of::nodes: return subgraph.nodes[origin.set];
    case Of::edge_size: return {&edge_sizes[origin.set], 1};
    case Of::source: return subgraph.edge_sets[origin.set].source;
    case Of::target: return subgraph.edge_sets[origin.set].target;
    case Of::edge_rows:
      return graph.edge_sets[origin.set].rows.empty() ? subgraph.edge_sets[origin.set].position : edge_rows[origin.set];
    case Of::of_seeds: return series.at(origin.set);
    default: return {};
  }
}

SubgraphRecords::SubgraphRecords(const graph::HeterogeneousGraph& graph, const graph::TensorSchema& schema,
                                 RecordLayout layout)
    : state_(std::make_unique<State>(State{.graph = graph, .layout = std::move(layout)})) {
  State& state = *state_;
  state.node_sizes.resize(graph.nodes.size());
  state.edge_sizes.resize(graph.edge_sets.size());
  state.edge_rows.resize(graph.edge_sets.size());
  state.needs_rows.resize(graph.edge_sets.size());
  state.add_sets(schema);
  state.add_context();
  state.add_readout();
  std::sort(state.entries.begin(), state.entries.end(),
            [](const auto& a, const auto& b) { return a.first.name < b.first.name; });
}

SubgraphRecords::~SubgraphRecords() = default;
SubgraphRecords::SubgraphRecords(SubgraphRecords&&) noexcept = default;
SubgraphRecords& SubgraphRecords::operator=(SubgraphRecords&&) noexcept = default;

void SubgraphRecords::append(RecordBuffer& out, const graph::Subgraph& subgraph,
                             std::span<const graph::SubgraphSeed> seeds, std::size_t number) {
  State& state = *state_;
  state.find_rows(subgraph);
  const bool tells_of_seeds = !state.layout.readout.edge_sets.empty() || !state.layout.context.empty();
  if (tells_of_seeds) state.find_seeds(subgraph, seeds, number);
  std::size_t features = 0;
  for (auto& [entry, origin] : state.entries) {
    entry.rows = state.rows_of(origin, subgraph);
    measure_entry(entry);
    features += delimited_size(entry.entry);
  }
  const std::size_t example = delimited_size(features);
  char* const record = out.append(record_size(example));
  char* at = put_head_at(record_data(record), 1, features);
  for (const auto& entry : state.entries) at = put_entry_at(at, entry.first);
  assert(at == record_data(record) + example);
  seal_record(record, example);
}

}  // namespace tuplepack::formats
