#include "tuplepack/formats/tensorflow/graph_readout.hpp"

#include "formats/text/text.hpp"
#include "graph/schema/readout_check.hpp"

#include <map>

namespace tuplepack::formats {

namespace {

/// A key of a readout structure, and which of its nodes have an edge.
struct ReadKey {
  std::string_view node_set;
  std::string_view key;
  std::vector<bool> is_read;

  [[nodiscard]] std::string text(std::size_t node) const {
    return "the node " + std::to_string(node) + " of " + quote(node_set) + " has ";
  }
};

}  // namespace

static Result<void> check_ascending(const TensorPiece& edges) {
  for (std::size_t i = 1; i < edges.target.size(); ++i) {
    if (edges.target[i - 1] < edges.target[i]) continue;
    return fail(ErrorCode::malformed, "the feature " + quote("edges/" + std::string(edges.name) + ".#target") +
                                          " has " + std::to_string(edges.target[i]) + " after " +
                                          std::to_string(edges.target[i - 1]) + ", and targets of a readout ascend");
  }
  return {};
}

static Result<void> add_edges(const TensorPiece& edges, ReadKey& key) {
  for (const std::int64_t target : edges.target) {
    const auto node = static_cast<std::size_t>(target);
    if (key.is_read[node]) {
      return fail(ErrorCode::malformed, key.text(node) + "two edges of the key " + quote(key.key));
    }
    key.is_read[node] = true;
  }
  return {};
}

static Result<void> check_all_read(const ReadKey& key) {
  for (std::size_t node = 0; node < key.is_read.size(); ++node) {
    if (!key.is_read[node]) return fail(ErrorCode::malformed, key.text(node) + "no edge of the key " + quote(key.key));
  }
  return {};
}

/// The nodes of a set, all without an edge.
static std::vector<bool> unread_nodes(const GraphTensor& graph, const graph::TensorSchema& schema,
                                      std::string_view node_set) {
  const graph::TensorNodeSet* const found = schema.node_set(node_set);
  std::size_t nodes = 0;
  for (const std::int64_t size : graph.node_sets[static_cast<std::size_t>(found - schema.node_sets.data())].sizes) {
    nodes += static_cast<std::size_t>(size);
  }
  return std::vector<bool>(nodes);
}

Result<void> check_readout_values(const GraphTensor& graph, const graph::TensorSchema& schema) {
  std::map<std::pair<std::string_view, std::string_view>, ReadKey> keys;
  for (std::size_t i = 0; i < schema.edge_sets.size(); ++i) {
    const graph::TensorEdgeSet& set = schema.edge_sets[i];
    const std::string_view node_set = graph::readout_set_of(set.name), key = graph::readout_key_of(set.name);
    if (node_set.empty() || set.target.name != node_set || schema.node_set(node_set) == nullptr) continue;
    const TensorPiece& edges = graph.edge_sets[i];
    if (auto ascending = check_ascending(edges); !ascending) return ascending;
    const auto [found, is_new] = keys.try_emplace({node_set, key});
    if (is_new) found->second = {node_set, key, unread_nodes(graph, schema, node_set)};
    if (auto added = add_edges(edges, found->second); !added) return added;
  }
  for (const auto& key : keys) {
    if (auto all = check_all_read(key.second); !all) return all;
  }
  return {};
}

}  // namespace tuplepack::formats
