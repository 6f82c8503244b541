#pragma once

#include "tuplepack/graph/sampling/readout.hpp"
#include "tuplepack/graph/sampling/subgraph.hpp"
#include "tuplepack/graph/schema/feature_column.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

/// What a record has of the features of its nodes and edges.
enum class SubgraphFeatures : std::uint8_t {
  values,  ///< "inline": the values
  rows,  ///< "#row" of every set: the rows of its table where the features are, for whoever keeps the features elsewhere
  none,
};
[[nodiscard]] std::string_view name(SubgraphFeatures features);
[[nodiscard]] Result<SubgraphFeatures> subgraph_features_by_name(std::string_view name);
[[nodiscard]] std::vector<std::string_view> subgraph_features();

/// A feature of "_readout".
struct ReadoutLabel {
  graph::FeatureColumn column;
  bool of_seed = true;  ///< its rows are the nodes of the set of the seeds; else the rows of the seeds
};

/// A feature of the context.
struct ContextFeature {
  graph::FeatureColumn column;
  bool of_seed = false;  ///< its rows are those of the seeds, of which a subgraph has one; else it has one row
};

/// The layout of subgraph records. What it points to must outlive it.
struct RecordLayout {
  SubgraphFeatures features = SubgraphFeatures::values;
  std::span<const std::vector<graph::FeatureColumn>> node_features{};  ///< of each node set of the schema
  std::span<const std::vector<graph::FeatureColumn>> edge_features{};
  std::vector<ContextFeature> context{};
  graph::Readout readout{};
  std::vector<ReadoutLabel> labels{};
  std::string prefix{};                        ///< of the names of features
  std::span<const std::uint32_t> seed_rows{};  ///< of each seed in its table; empty: their numbers
};

/// The GraphSchema of such records.
/// schema  of the graph, without readout sets
[[nodiscard]] graph::TensorSchema record_schema(const graph::TensorSchema& schema, const RecordLayout& layout);

/// The same, for the file next to the records: of subgraphs, without tables, and without a readout structure with the set of the
/// seeds as the root.
[[nodiscard]] graph::TensorSchema subgraph_schema(const graph::TensorSchema& schema, const RecordLayout& layout,
                                                  const std::string& seed_set);

/// Bytes that grow without being cleared first.
class RecordBuffer {
 public:
  [[nodiscard]] std::string_view view() const { return {bytes_.get(), size_}; }
  void clear() { size_ = 0; }
  /// So many more bytes, to be written.
  [[nodiscard]] char* append(std::size_t bytes);

 private:
  std::unique_ptr<char[]> bytes_;  // NOLINT: bytes of a size known at run time
  std::size_t size_ = 0, capacity_ = 0;
};

/// Writes subgraphs as TFRecords of tf.Examples, in the deterministic bytes of append_graph_tensor(): straight from the
/// sample and the columns. One for each thread.
class SubgraphRecords {
 public:
  /// schema  of the graph, without readout sets. Graph and schema must outlive it
  SubgraphRecords(const graph::HeterogeneousGraph& graph, const graph::TensorSchema& schema, RecordLayout layout);
  ~SubgraphRecords();
  SubgraphRecords(SubgraphRecords&&) noexcept;
  SubgraphRecords& operator=(SubgraphRecords&&) noexcept;

  /// Appends a record. Each seed has a node of the readout.
  /// seeds   those that the subgraph was sampled around
  /// number  of the first seed, for labels
  void append(RecordBuffer& out, const graph::Subgraph& subgraph, std::span<const graph::SubgraphSeed> seeds,
              std::size_t number);
  void append(RecordBuffer& out, const graph::Subgraph& subgraph, const graph::SubgraphSeed& seed, std::size_t number) {
    append(out, subgraph, std::span(&seed, 1), number);
  }

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tuplepack::formats
