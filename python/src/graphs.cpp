// Partitions.
#include "module.hpp"

#include "arrays.hpp"
#include "edge_arrays.hpp"
#include "errors.hpp"
#include "requests.hpp"
#include "tuplepack/graph/partition/multilevel.hpp"
#include "tuplepack/graph/partition/partition_method.hpp"
#include "tuplepack/graph/partition/random_partition.hpp"
#include "tuplepack/graph/partition/restream.hpp"
#include "tuplepack/graph/schema/schema.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <numeric>

namespace tuplepack::python {

namespace {

struct SymmetricEdges {
  std::vector<std::int64_t> offsets;
  std::vector<std::uint32_t> neighbours;
};

}  // namespace

/// Both directions of every edge but self-loops, grouped by node.
static SymmetricEdges symmetric(const graph::EdgeTable& table, std::size_t nodes) {
  SymmetricEdges graph{.offsets = std::vector<std::int64_t>(nodes + 1), .neighbours = {}};
  const auto for_both = [&](const auto& function) {
    for (std::size_t i = 0; i < table.sources.size(); ++i) {
      const std::uint32_t source = table.sources[i], target = table.targets[i];
      if (source == target) continue;
      function(source, target);
      function(target, source);
    }
  };
  for_both([&](std::uint32_t node, std::uint32_t) { ++graph.offsets[node + 1]; });
  std::partial_sum(graph.offsets.begin(), graph.offsets.end(), graph.offsets.begin());
  graph.neighbours.resize(static_cast<std::size_t>(graph.offsets.back()));
  std::vector<std::int64_t> next(graph.offsets.begin(), graph.offsets.end() - 1);
  for_both([&](std::uint32_t node, std::uint32_t neighbour) {
    graph.neighbours[static_cast<std::size_t>(next[node]++)] = neighbour;
  });
  for (std::size_t node = 0; node < nodes; ++node) {
    std::sort(graph.neighbours.begin() + graph.offsets[node], graph.neighbours.begin() + graph.offsets[node + 1]);
  }
  return graph;
}

/// Without files for levels, multilevel cannot go in slices.
static graph::PartitionMethod method_in_memory(graph::PartitionMethod asked, std::int64_t nodes, std::int64_t edges,
                                               std::int64_t memory) {
  const graph::ChosenMethod chosen = chosen_method(asked, nodes, edges, memory);
  const bool lacks_files = asked == graph::PartitionMethod::automatic && chosen.in_slices;
  return lacks_files ? graph::PartitionMethod::restream : chosen.method;
}

static py::dict partition(const py::array& sources, const py::array& targets, std::int64_t nodes, std::int64_t parts,
                          const std::string& method, bool balance_edges, const py::object& balance_by, double imbalance,
                          std::int64_t passes, std::uint64_t seed, std::int64_t memory, const std::string& effort,
                          const py::object& progress) {
  const graph::PartitionMethod asked = value(graph::partition_method_by_name(method));
  const Effort searched = value(effort_by_name(effort));
  const graph::PartitionMethod by = method_in_memory(asked, nodes, static_cast<std::int64_t>(sources.size()), memory);
  if (by == graph::PartitionMethod::metis) {
    refuse(ErrorCode::unsupported,
           "METIS is not available from Python; use the command line: tuplepack partition --method metis");
  }
  const graph::EdgeTable table = edge_table(sources, targets, nodes, nodes, "edges");
  std::vector<std::uint16_t> class_of;
  if (!balance_by.is_none()) {
    for (const std::uint32_t one : node_ids(balance_by.cast<py::array>(), 65'536, "balance_by")) {
      class_of.push_back(static_cast<std::uint16_t>(one));
    }
  }
  std::vector<std::uint32_t> degrees;
  std::int64_t cut = 0;
  Questions questions(progress);
  Result<graph::NodeAssignment> made = [&]() -> Result<graph::NodeAssignment> {
    const py::gil_scoped_release release;
    if (balance_edges) {
      degrees.assign(static_cast<std::size_t>(nodes), 0);
      for (const std::uint32_t target : table.targets) ++degrees[target];
    }
    const graph::PartBalance balance{.class_of = class_of, .weights = degrees, .imbalance = imbalance};
    const graph::PartitionOptions options{
        .parts = parts, .passes = passes, .seed = seed, .effort = searched, .memory = memory};
    if (by == graph::PartitionMethod::random) return random_partition(nodes, balance, options);
    const SymmetricEdges graph = symmetric(table, static_cast<std::size_t>(nodes));
    const graph::Adjacency adjacency{.offsets = graph.offsets, .neighbours = graph.neighbours};
    const KeepGoing keep_going = [&](double fraction) { return questions.keep_going(fraction); };
    return by == graph::PartitionMethod::multilevel ? multilevel(adjacency, balance, options, keep_going)
                                                    : restream(adjacency, balance, options, keep_going);
  }();
  questions.raise_if_interrupted();
  graph::NodeAssignment assignment = value(std::move(made));
  for (std::size_t i = 0; i < table.sources.size(); ++i) {
    cut += assignment.part_of[table.sources[i]] != assignment.part_of[table.targets[i]] ? 1 : 0;
  }
  py::dict result;
  result["part_of"] = to_numpy(std::move(assignment.part_of));
  result["cut"] = cut;
  result["method"] = name(by);
  return result;
}

void define_graphs(py::module_& module) {
  module.def("partition", &partition, py::arg("sources"), py::arg("targets"), py::arg("nodes"), py::arg("parts"),
             py::arg("method"), py::arg("balance_edges"), py::arg("balance_by"), py::arg("imbalance"),
             py::arg("passes"), py::arg("seed"), py::arg("memory"), py::arg("effort"),
             py::arg("progress") = py::none());
  module.def("are_sparse_ids", &graph::are_sparse_ids, py::arg("largest"), py::arg("ends"));
  module.attr("usual_partition_memory") = graph::usual_partition_memory;
}

}  // namespace tuplepack::python
