#pragma once

#include "tuplepack/formats/tensorflow/feature_store.hpp"
#include "tuplepack/graph/sampling/dangling.hpp"
#include "tuplepack/graph/sampling/group_edges.hpp"
#include "tuplepack/graph/sampling/id_table.hpp"
#include "tuplepack/graph/schema/tensor_schema.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::graph {

/// The feature that has the ids of nodes.
inline constexpr std::string_view id_feature = "#id";

/// A graph in memory, to sample from. The sets of the schema, the graph and the features are the same, in one order.
struct WholeGraph {
  TensorSchema schema;
  HeterogeneousGraph graph;
  std::vector<std::vector<FeatureColumn>> node_features;  ///< of each node set: those of the schema
  std::vector<std::vector<FeatureColumn>> edge_features;
  std::vector<FeatureColumn> context_features;  ///< those of the schema's context, of one row
  std::vector<IdTable> ids;                     ///< of each node set; empty: the ids are the numbers 0, 1, …
  std::optional<bool> decimal_times;            ///< whether the times of edges are floats; none: there are no times
  std::string time_unit;                        ///< of those that are timestamps; see formats::TimeColumn
  bool has_plain_times = false;                 ///< numbers without a unit
  std::vector<std::size_t> added_nodes;    ///< of each node set: nodes that no table has; empty: a partitioned graph
  std::vector<std::size_t> dropped_edges;  ///< of each edge set: those with an end that no table has; the same

  /// What the graph and its features view.
  std::vector<GroupedEdges> edges;
  std::vector<std::unique_ptr<formats::FeatureStore>> stores;
  std::vector<std::vector<formats::FeatureStore*>>
      node_stores;                                      ///< of each node set, the features of its table but its ids
  std::vector<std::vector<std::string_view>> node_ids;  ///< of each node set, where "#id" is a feature of the schema

  WholeGraph() = default;
  WholeGraph(WholeGraph&&) noexcept = default;
  WholeGraph& operator=(WholeGraph&&) noexcept = default;

  /// The number of a node, or IdTable::none.
  [[nodiscard]] std::uint32_t node(std::size_t set, std::string_view id) const;

  /// Adds a node that no table has. make_views() comes after the last.
  /// assumes  a graph of tables, where the id is not a node
  std::uint32_t add_node(std::size_t set, std::string_view id);

  /// Makes the views `graph` and `node_features`. Nodes that were added have no edges from their own, and default features.
  /// assumes  a graph of tables
  void make_views();
};

/// What is read of a graph.
struct GraphRequest {
  struct Edges {
    std::string set;
    bool weights = false;
    bool negative_weights = false;  ///< are fine
    bool times = false;
  };
  std::vector<std::string> node_sets;
  std::vector<Edges> edge_sets;         ///< between these
  bool features = true;                 ///< of nodes and edges, and those of the context that a table has
  Dangling dangling = Dangling::error;  ///< edges of tables
  bool rows = false;                    ///< EdgesBySource::rows also of edges without features
  bool edges_elsewhere =
      false;  ///< of a partitioned graph: no edges and none of their features, see read_distributed_edges
  /// Features of a node set that are read in any case.
  std::string label_set{};
  std::vector<std::string> labels{};
  std::vector<std::string> weight_names{"#weight", "weight"};  ///< of columns, the first that is there
  std::vector<std::string> time_names{"#time", "time"};
};

/// Makes "#id" a feature of a set, a string each.
void add_id_feature(TensorNodeSet& set);

/// A set has "#id" where the schema says so, and where it has neither a table nor features: its nodes are known by it.
/// errors  unsupported (a declared "#id" of another type or shape)
[[nodiscard]] Result<void> settle_ids(TensorNodeSet& set, const GraphRequest& request);

/// Ids that are the numbers of so many nodes, in text. The graph keeps them.
[[nodiscard]] FeatureColumn number_ids(const TensorFeature& feature, std::uint64_t nodes, WholeGraph& graph);

/// The part of a schema that a request asks for, in the order of the schema.
/// assumes  sets of the schema
[[nodiscard]] TensorSchema requested_schema(const TensorSchema& schema, const GraphRequest& request);

}  // namespace tuplepack::graph
