// Partitions and sampled subgraphs.
#include "module.hpp"

#include "arrays.hpp"
#include "errors.hpp"
#include "pool.hpp"
#include "requests.hpp"
#include "tuplepack/formats/tensorflow/tensor_schema_text.hpp"
#include "tuplepack/graph/partition/multilevel.hpp"
#include "tuplepack/graph/partition/partition_method.hpp"
#include "tuplepack/graph/partition/random_partition.hpp"
#include "tuplepack/graph/partition/restream.hpp"
#include "tuplepack/graph/sampling/group_edges.hpp"
#include "tuplepack/graph/sampling/sampling_check.hpp"
#include "tuplepack/graph/sampling/subgraph.hpp"
#include "tuplepack/graph/schema/schema.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <numeric>
#include <optional>

namespace tuplepack::python {

// ---- Edges ----

/// Ids of nodes, each below their number.
static std::vector<std::uint32_t> node_ids(const py::array& given, std::int64_t nodes, const std::string& what) {
  const Wholes wholes(given, what);
  std::vector<std::uint32_t> ids;
  ids.reserve(wholes.values().size());
  for (const std::int64_t id : wholes.values()) {
    if (id < 0 || id >= nodes) {
      refuse(ErrorCode::out_of_range, what + ": node " + std::to_string(id) + " at position " +
                                          std::to_string(ids.size()) + "; there are " + std::to_string(nodes));
    }
    ids.push_back(static_cast<std::uint32_t>(id));
  }
  return ids;
}

static EdgeTable edge_table(const py::array& sources, const py::array& targets, std::int64_t source_nodes,
                            std::int64_t target_nodes, const std::string& what) {
  EdgeTable table;
  table.sources = node_ids(sources, source_nodes, what + " sources");
  table.targets = node_ids(targets, target_nodes, what + " targets");
  if (table.sources.size() != table.targets.size()) {
    refuse(ErrorCode::malformed, what + ": sources and targets must have the same length");
  }
  return table;
}

// ---- Partitions ----

struct SymmetricEdges {
  std::vector<std::int64_t> offsets;
  std::vector<std::uint32_t> neighbours;
};

/// Both directions of every edge but self-loops, grouped by node.
static SymmetricEdges symmetric(const EdgeTable& table, std::size_t nodes) {
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

static py::dict partition(const py::array& sources, const py::array& targets, std::int64_t nodes, std::int64_t parts,
                          const std::string& method, bool balance_edges, const py::object& balance_by, double imbalance,
                          std::int64_t passes, std::uint64_t seed, std::int64_t memory, const py::object& progress) {
  const PartitionMethod asked = value(partition_method_by_name(method));
  const PartitionMethod by = chosen_method(asked, nodes, static_cast<std::int64_t>(sources.size()), memory);
  if (by == PartitionMethod::metis) {
    refuse(ErrorCode::unsupported,
           "METIS is not available from Python; use the command line: tuplepack partition --method metis");
  }
  const EdgeTable table = edge_table(sources, targets, nodes, nodes, "edges");
  std::vector<std::uint16_t> class_of;
  if (!balance_by.is_none()) {
    for (const std::uint32_t one : node_ids(balance_by.cast<py::array>(), 65'536, "balance_by")) {
      class_of.push_back(static_cast<std::uint16_t>(one));
    }
  }
  std::vector<std::uint32_t> degrees;
  std::int64_t cut = 0;
  Questions questions(progress);
  Result<NodeAssignment> made = [&]() -> Result<NodeAssignment> {
    const py::gil_scoped_release release;
    if (balance_edges) {
      degrees.assign(static_cast<std::size_t>(nodes), 0);
      for (const std::uint32_t target : table.targets) ++degrees[target];
    }
    const PartBalance balance{.class_of = class_of, .weights = degrees, .imbalance = imbalance};
    const PartitionOptions options{.parts = parts, .passes = passes, .seed = seed};
    if (by == PartitionMethod::random) return random_partition(nodes, balance, options);
    const SymmetricEdges graph = symmetric(table, static_cast<std::size_t>(nodes));
    const Adjacency adjacency{.offsets = graph.offsets, .neighbours = graph.neighbours};
    const KeepGoing keep_going = [&](double fraction) { return questions.keep_going(fraction); };
    return by == PartitionMethod::multilevel ? multilevel(adjacency, balance, options, keep_going)
                                             : restream(adjacency, balance, options, keep_going);
  }();
  questions.raise_if_interrupted();
  NodeAssignment assignment = value(std::move(made));
  for (std::size_t i = 0; i < table.sources.size(); ++i) {
    cut += assignment.part_of[table.sources[i]] != assignment.part_of[table.targets[i]] ? 1 : 0;
  }
  py::dict result;
  result["part_of"] = to_numpy(std::move(assignment.part_of));
  result["cut"] = cut;
  result["method"] = name(by);
  return result;
}

// ---- Subgraphs ----

namespace {

/// A graph in memory, ready to be sampled.
class Sampler {
 public:
  /// edges  by name of an edge set: (sources, targets), (…, weights) or (…, weights or None, times)
  Sampler(const std::string& schema_text, const std::string& spec_text,
          const std::map<std::string, std::int64_t>& nodes, const std::map<std::string, py::tuple>& edges,
          std::uint64_t seed, const std::string& paths, bool induced)
      : schema_(value(read_tensor_schema(schema_text), "schema")), spec_(value(read_sampling_spec(spec_text), "spec")) {
    const SamplingPlan plan = check_sampling_spec(spec_, &schema_);
    if (!plan.findings.errors.empty()) refuse(plan.findings.errors.front(), "spec");
    read_graph(nodes, edges, induced);
    seed_set_ = plan.seed_set;
    prepared_.emplace(value(prepare_sampling(
        graph_, schema_, spec_, plan,
        {.seed = seed, .paths = value(sampling_paths_by_name(paths)), .induced = induced, .predicted = {}})));
  }

  /// Whether seeds are pairs of nodes.
  [[nodiscard]] bool links() const { return spec_.links; }

  /// May be called by several threads at once, which then work at the same time.
  /// other  the second node of a pair, if seeds are pairs
  py::dict sample(std::int64_t node, const py::object& time, const std::optional<std::int64_t>& other) {
    if (other.has_value() != spec_.links) {
      refuse(ErrorCode::malformed, spec_.links ? "the spec's seeds are links: pairs of nodes"
                                               : "a seed is a pair of nodes; the spec's seeds are nodes");
    }
    SubgraphSeed seed{.node = seed_node(node)};
    if (other) seed.other = seed_node(*other);
    if (!time.is_none()) seed.time = time.cast<std::int64_t>();
    auto sampler = samplers_.take();
    const Subgraph& subgraph = [&]() -> const Subgraph& {
      const py::gil_scoped_release release;
      return sampler->sample(seed);
    }();
    py::dict nodes, edges;
    for (std::size_t i = 0; i < schema_.node_sets.size(); ++i) {
      nodes[py::str(schema_.node_sets[i].name)] = copied(std::span(subgraph.nodes[i]));
    }
    for (std::size_t i = 0; i < schema_.edge_sets.size(); ++i)
      edges[py::str(schema_.edge_sets[i].name)] = edges_of(subgraph, i);
    py::dict result;
    result["nodes"] = nodes;
    result["edges"] = edges;
    samplers_.give_back(std::move(sampler));
    return result;
  }

 private:
  [[nodiscard]] std::uint32_t seed_node(std::int64_t node) const {
    const auto set = static_cast<std::size_t>(schema_.node_set(seed_set_) - schema_.node_sets.data());
    if (node < 0 || node >= static_cast<std::int64_t>(graph_.nodes[set])) {
      refuse(ErrorCode::out_of_range, "seed " + std::to_string(node) + "; '" + seed_set_ + "' has " +
                                          std::to_string(graph_.nodes[set]) + " nodes");
    }
    return static_cast<std::uint32_t>(node);
  }

  /// Whether edges of a set are sampled.
  [[nodiscard]] bool is_used(const std::string& edge_set, bool induced) const {
    return (induced && !edge_set.starts_with("_readout")) ||
           std::any_of(spec_.ops.begin(), spec_.ops.end(),
                       [&](const auto& op) { return op.edge_set.name == edge_set; });
  }

  /// Sets that the spec does not use may be left out; they are empty then.
  void read_graph(const std::map<std::string, std::int64_t>& nodes, const std::map<std::string, py::tuple>& edges,
                  bool induced) {
    for (const TensorNodeSet& set : schema_.node_sets) {
      const auto found = nodes.find(set.name);
      const auto touches = [&](const TensorEdgeSet& edge_set) {
        return (edge_set.source.name == set.name || edge_set.target.name == set.name) &&
               (is_used(edge_set.name, induced) || edges.contains(edge_set.name));
      };
      if (found == nodes.end() && std::none_of(schema_.edge_sets.begin(), schema_.edge_sets.end(), touches)) {
        graph_.nodes.push_back(0);
        continue;
      }
      if (found == nodes.end())
        refuse(ErrorCode::missing_column, "nodes: missing count for node set '" + set.name + "'");
      if (found->second < 0 || found->second > max_graph_nodes) {
        refuse(ErrorCode::out_of_range, "nodes: " + std::to_string(found->second) + " of '" + set.name + "'");
      }
      graph_.nodes.push_back(static_cast<std::uint64_t>(found->second));
    }
    arrays_.reserve(schema_.edge_sets.size());
    for (const TensorEdgeSet& set : schema_.edge_sets) {
      const auto found = edges.find(set.name);
      if (found == edges.end() && is_used(set.name, induced)) {
        refuse(ErrorCode::missing_column, "edges: none for edge set '" + set.name + "', which the spec samples");
      }
      const py::array_t<std::int64_t> none(0);
      add_edges(set, found == edges.end() ? py::make_tuple(none, none) : found->second);
    }
  }

  void add_edges(const TensorEdgeSet& set, const py::tuple& arrays) {
    const auto index_of = [&](const std::string& name) {
      return static_cast<std::size_t>(schema_.node_set(name) - schema_.node_sets.data());
    };
    if (arrays.size() < 2 || arrays.size() > 4) {
      refuse(ErrorCode::malformed, "edges of '" + set.name + "' are not (sources, targets[, weights[, times]])");
    }
    const std::size_t source = index_of(set.source.name), target = index_of(set.target.name);
    EdgeTable table = edge_table(arrays[0].cast<py::array>(), arrays[1].cast<py::array>(),
                                 static_cast<std::int64_t>(graph_.nodes[source]),
                                 static_cast<std::int64_t>(graph_.nodes[target]), "edges of '" + set.name + "':");
    if (arrays.size() > 2 && !arrays[2].is_none()) {
      const py::array_t<float, py::array::c_style | py::array::forcecast> weights(arrays[2].cast<py::array>());
      table.weights.assign(weights.data(), weights.data() + weights.size());
    }
    if (arrays.size() > 3) {
      const Wholes times(arrays[3].cast<py::array>(), "times");
      table.times.assign(times.values().begin(), times.values().end());
    }
    for (const std::size_t size : {table.weights.size(), table.times.size()}) {
      if (size != 0 && size != table.sources.size()) {
        refuse(ErrorCode::malformed, "edges of '" + set.name + "': weights or times are not of their length");
      }
    }
    arrays_.push_back(group_edges(table, false, static_cast<std::size_t>(graph_.nodes[source]), true));
    graph_.edge_sets.push_back(arrays_.back().view(source, target));
  }

  [[nodiscard]] py::dict edges_of(const Subgraph& subgraph, std::size_t set) const {
    const SubgraphEdges& edges = subgraph.edge_sets[set];
    const EdgesBySource& all = graph_.edge_sets[set];
    std::vector<std::int64_t> rows;
    rows.reserve(edges.position.size());
    for (const std::uint32_t position : edges.position)
      rows.push_back(all.rows.empty() ? position : all.rows[position]);
    py::dict result;
    result["source"] = copied(std::span(edges.source));
    result["target"] = copied(std::span(edges.target));
    result["row"] = to_numpy(std::move(rows));
    return result;
  }

  TensorSchema schema_;
  SamplingSpec spec_;
  std::string seed_set_;
  std::vector<GroupedEdges> arrays_;  // what graph_ points into
  HeterogeneousGraph graph_;
  std::optional<PreparedSampling> prepared_;
  Pool<SubgraphSampler> samplers_{[this] { return SubgraphSampler(*prepared_); }};
};

/// The sets of a GraphSchema: "nodes/SET" and "edges/SET".
std::vector<std::string> graph_sets(const std::string& schema_text) {
  const TensorSchema schema = value(read_tensor_schema(schema_text), "schema");
  std::vector<std::string> names;
  for (const TensorNodeSet& set : schema.node_sets) names.push_back("nodes/" + set.name);
  for (const TensorEdgeSet& set : schema.edge_sets) names.push_back("edges/" + set.name);
  return names;
}

}  // namespace

void define_graphs(py::module_& module) {
  module.def("partition", &partition, py::arg("sources"), py::arg("targets"), py::arg("nodes"), py::arg("parts"),
             py::arg("method"), py::arg("balance_edges"), py::arg("balance_by"), py::arg("imbalance"),
             py::arg("passes"), py::arg("seed"), py::arg("memory"), py::arg("progress") = py::none());
  module.def("are_sparse_ids", &are_sparse_ids, py::arg("largest"), py::arg("ends"));
  module.attr("usual_partition_memory") = usual_partition_memory;
  module.def("graph_sets", &graph_sets, py::arg("schema"));
  py::class_<Sampler>(module, "Sampler")
      .def(py::init<const std::string&, const std::string&, const std::map<std::string, std::int64_t>&,
                    const std::map<std::string, py::tuple>&, std::uint64_t, const std::string&, bool>(),
           py::arg("schema"), py::arg("spec"), py::arg("nodes"), py::arg("edges"), py::arg("seed"), py::arg("paths"),
           py::arg("induced"))
      .def_property_readonly("links", &Sampler::links)
      .def("sample", &Sampler::sample, py::arg("node"), py::arg("time") = py::none(), py::arg("other") = py::none());
}

}  // namespace tuplepack::python
