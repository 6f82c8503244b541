#pragma once

#include "tuplepack/graph/sampling/subgraph.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace tuplepack::tests {

/// The table of an edge set.
struct EdgeTable {
  std::string name;
  std::size_t source = 0, target = 0;
  std::vector<std::tuple<std::uint32_t, std::uint32_t>> edges;  // source, target
  std::vector<float> weights{};
  std::vector<std::int64_t> times{};
};

/// A graph by source that owns its arrays. Node sets are named a, b, …
class OwnedGraph {
 public:
  OwnedGraph(std::vector<std::uint64_t> nodes, const std::vector<EdgeTable>& tables) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      schema.node_sets.emplace_back();
      schema.node_sets.back().name = std::string(1, static_cast<char>('a' + i));
    }
    arrays_.reserve(tables.size());
    for (const EdgeTable& table : tables) add(table, nodes[table.source]);
    graph.nodes = std::move(nodes);
  }
  OwnedGraph(const OwnedGraph&) = delete;
  OwnedGraph& operator=(const OwnedGraph&) = delete;

  graph::TensorSchema schema;
  graph::HeterogeneousGraph graph;

 private:
  struct Arrays {
    std::vector<std::uint64_t> offsets;
    std::vector<std::uint32_t> targets, rows;
    std::vector<float> weights;
    std::vector<std::int64_t> times;
  };
  std::vector<Arrays> arrays_;

  void add(const EdgeTable& table, std::uint64_t sources) {
    Arrays& arrays = arrays_.emplace_back();
    arrays.offsets.push_back(0);
    for (std::uint64_t s = 0; s < sources; ++s) {
      for (std::size_t row = 0; row < table.edges.size(); ++row) {
        if (std::get<0>(table.edges[row]) != s) continue;
        arrays.targets.push_back(std::get<1>(table.edges[row]));
        arrays.rows.push_back(static_cast<std::uint32_t>(row));
        if (!table.weights.empty()) arrays.weights.push_back(table.weights[row]);
        if (!table.times.empty()) arrays.times.push_back(table.times[row]);
      }
      arrays.offsets.push_back(arrays.targets.size());
    }
    graph.edge_sets.push_back({.source = table.source,
                               .target = table.target,
                               .offsets = arrays.offsets,
                               .targets = arrays.targets,
                               .rows = arrays.rows,
                               .weights = arrays.weights,
                               .times = arrays.times});
    schema.edge_sets.emplace_back();
    schema.edge_sets.back().name = table.name;
    schema.edge_sets.back().source.name = schema.node_sets[table.source].name;
    schema.edge_sets.back().target.name = schema.node_sets[table.target].name;
  }
};

inline graph::SamplingOp sampling_op(const std::string& name, const std::vector<std::string>& inputs,
                                     const std::string& edge_set, std::int32_t size, graph::SamplingStrategy strategy) {
  graph::SamplingOp op;
  op.name = name;
  for (const std::string& input : inputs) {
    op.inputs.emplace_back();
    op.inputs.back().name = input;
  }
  op.edge_set.name = edge_set;
  op.sample_size = size;
  op.strategy = strategy;
  return op;
}

/// A spec whose seed op is "seed".
inline graph::SamplingSpec spec_of(const std::string& seed_set, std::vector<graph::SamplingOp> ops) {
  graph::SamplingSpec spec;
  spec.seed_op = "seed";
  spec.seed_set.name = seed_set;
  spec.seed_place.line = 1;
  spec.ops = std::move(ops);
  return spec;
}

}  // namespace tuplepack::tests
