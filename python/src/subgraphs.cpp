// Subgraphs sampled from a graph in memory.
#include "module.hpp"

#include "arrays.hpp"
#include "edge_arrays.hpp"
#include "errors.hpp"
#include "pool.hpp"
#include "record_values.hpp"
#include "tuplepack/formats/tensorflow/subgraph_record.hpp"
#include "tuplepack/formats/tensorflow/tensor_schema_text.hpp"
#include "tuplepack/graph/schema/schema.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <optional>

namespace tuplepack::python {

// ---- Schemas ----

/// With the sets that are others reversed.
static graph::TensorSchema schema_of(const std::string& text,
                                     const std::vector<std::pair<std::string, std::string>>& reverse) {
  graph::TensorSchema schema = valid_schema(text);
  for (const auto& [name, of] : reverse) value(add_reversed(schema, name, of), "reverse");
  return schema;
}

/// The sets that a plan reaches, and with `induced` all edge sets between them.
static graph::TensorSchema reached_part(graph::TensorSchema schema, const graph::SamplingSpec& spec,
                                        const graph::SamplingPlan& plan, bool induced) {
  const std::vector<graph::ReachedNodes> reached = reached_nodes(spec, plan);
  const auto is_reached = [&](const std::string& set) {
    return std::any_of(reached.begin(), reached.end(),
                       [&](const graph::ReachedNodes& one) { return one.node_set == set; });
  };
  const auto is_sampled = [&](const graph::TensorEdgeSet& set) {
    return std::any_of(plan.hops.begin(), plan.hops.end(),
                       [&](const graph::SamplingHop& hop) { return spec.ops[hop.op].edge_set.name == set.name; });
  };
  std::erase_if(schema.node_sets, [&](const graph::TensorNodeSet& set) { return !is_reached(set.name); });
  std::erase_if(schema.edge_sets, [&](const graph::TensorEdgeSet& set) {
    return !is_sampled(set) && !(induced && is_reached(set.source.name) && is_reached(set.target.name));
  });
  return schema;
}

/// The columns of all features of some sets, without values.
template <typename Set>
static std::vector<std::vector<graph::FeatureColumn>> columns_of(const std::vector<Set>& sets) {
  std::vector<std::vector<graph::FeatureColumn>> columns;
  for (const Set& set : sets) {
    auto& of_set = columns.emplace_back();
    for (const graph::TensorFeature& feature : set.features) of_set.push_back({.feature = &feature});
  }
  return columns;
}

// ---- Edges ----

/// arrays  (sources, targets), (…, weights) or (…, weights or None, times)
/// sources, targets  how many nodes there are at the ends
static graph::GroupedEdges grouped(const std::string& set, const py::tuple& arrays, std::uint64_t sources,
                                   std::uint64_t targets) {
  if (arrays.size() < 2 || arrays.size() > 4) {
    refuse(ErrorCode::malformed, "edges of '" + set + "' are not (sources, targets[, weights[, times]])");
  }
  graph::EdgeTable table =
      edge_table(arrays[0].cast<py::array>(), arrays[1].cast<py::array>(), static_cast<std::int64_t>(sources),
                 static_cast<std::int64_t>(targets), "edges of '" + set + "':");
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
      refuse(ErrorCode::malformed, "edges of '" + set + "': weights or times are not of their length");
    }
  }
  return group_edges(table, false, static_cast<std::size_t>(sources), true);
}

static std::uint64_t nodes_of(const std::string& set, const std::map<std::string, std::int64_t>& nodes) {
  const auto found = nodes.find(set);
  if (found == nodes.end()) {
    refuse(ErrorCode::missing_column, "nodes: missing count for node set '" + set + "'");
  }
  if (found->second < 0 || found->second > graph::max_graph_nodes) {
    refuse(ErrorCode::out_of_range, "nodes: " + std::to_string(found->second) + " of '" + set + "'");
  }
  return static_cast<std::uint64_t>(found->second);
}

/// The arrays of edge sets, grouped by source: what a Sampler takes as they are.
static py::dict group_graph(const std::string& schema_text, const std::map<std::string, std::int64_t>& nodes,
                            const std::map<std::string, py::tuple>& edges,
                            const std::vector<std::pair<std::string, std::string>>& reverse) {
  const graph::TensorSchema schema = schema_of(schema_text, reverse);
  py::dict sets;
  for (const graph::TensorEdgeSet& set : schema.edge_sets) {
    const auto found = edges.find(set.name);
    if (found == edges.end()) continue;
    graph::GroupedEdges all =
        grouped(set.name, found->second, nodes_of(set.source.name, nodes), nodes_of(set.target.name, nodes));
    py::dict arrays;
    arrays["offsets"] = to_numpy(std::move(all.offsets));
    arrays["targets"] = to_numpy(std::move(all.targets));
    if (!all.rows.empty()) arrays["rows"] = to_numpy(std::move(all.rows));
    if (!all.weights.empty()) arrays["weights"] = to_numpy(std::move(all.weights));
    if (!all.times.empty()) arrays["times"] = to_numpy(std::move(all.times));
    sets[py::str(set.name)] = arrays;
  }
  return sets;
}

/// Whether arrays from a file are what group_edges() makes, so far as sampling relies on it: of rows, weights and times
/// only the numbers are looked at. A pass over the offsets and targets, without Python's lock.
static bool is_grouped(const graph::EdgesBySource& edges, std::uint64_t sources, std::uint64_t targets) {
  const py::gil_scoped_release release;
  const std::size_t count = edges.targets.size();
  for (const std::size_t size : {edges.rows.size(), edges.weights.size(), edges.times.size()}) {
    if (size != 0 && size != count) return false;
  }
  return edges.offsets.size() == sources + 1 && edges.offsets.front() == 0 && edges.offsets.back() == count &&
         std::is_sorted(edges.offsets.begin(), edges.offsets.end()) &&
         std::all_of(edges.targets.begin(), edges.targets.end(),
                     [&](std::uint32_t target) { return target < targets; });
}

namespace {

/// How subgraphs are sampled and read out; the options of the command of that name.
struct SamplingRequest {
  std::uint64_t seed = 0;
  std::string paths;
  bool induced = false;
  std::optional<std::string> readout;
  std::int64_t seeds_each = 1;
  bool remove_reverse = false;
  std::vector<std::pair<std::string, std::string>> reverse;  ///< names of edge sets, and of those that they reverse
};

/// A graph in memory, ready to be sampled.
class Sampler {
 public:
  /// edges  by name of an edge set: what grouped() takes; or what group_graph() made, which is used where it is
  Sampler(const std::string& schema_text, const std::string& spec_text,
          const std::map<std::string, std::int64_t>& nodes, const std::map<std::string, py::object>& edges,
          const SamplingRequest& request)
      : spec_(value(formats::read_sampling_spec(spec_text), "spec")) {
    const graph::TensorSchema schema = schema_of(schema_text, request.reverse);
    const graph::SamplingPlan plan = check_sampling_spec(spec_, &schema);
    if (!plan.findings.errors.empty()) refuse(plan.findings.errors.front(), "spec");
    if (request.remove_reverse && !spec_.links) {
      refuse(ErrorCode::component_mismatch,
             "remove_reverse is only for link prediction (symmetric_link_seed_op in the spec)");
    }
    readout_ = value(make_readout(readout_kind(request), schema, spec_, plan));
    schema_ = reached_part(without_readout(schema), spec_, plan, request.induced);
    seed_set_ = plan.seed_set;
    read_graph(nodes, edges);
    prepared_.emplace(
        value(prepare_sampling(graph_, schema_, spec_, plan,
                               {.seed = request.seed,
                                .paths = value(graph::sampling_paths_by_name(request.paths)),
                                .induced = request.induced,
                                .predicted = predicted_edges(schema_, spec_, seed_set_, request.remove_reverse)})));
  }

  /// Whether seeds are pairs of nodes.
  [[nodiscard]] bool links() const { return spec_.links; }

  /// The text of the GraphSchema that records of the subgraphs have.
  [[nodiscard]] std::string schema() const {
    const auto node_features = columns_of(schema_.node_sets);
    const auto edge_features = columns_of(schema_.edge_sets);
    formats::RecordLayout layout{.node_features = node_features, .edge_features = edge_features, .readout = readout_};
    for (const graph::TensorFeature& label : readout_.labels) layout.labels.push_back({.column = {.feature = &label}});
    return formats::tensor_schema_proto(subgraph_schema(schema_, layout, seed_set_));
  }

  /// May be called by several threads at once, which then work at the same time.
  /// roots   a node for each seed, or both of its pair
  /// number  of the first seed
  py::dict sample(const std::vector<std::vector<std::int64_t>>& roots, const std::optional<std::int64_t>& time,
                  std::uint32_t number) {
    std::vector<graph::SubgraphSeed> seeds;
    for (const std::vector<std::int64_t>& ends : roots) {
      seeds.push_back({.node = seed_node(ends.front()), .time = time});
      if (ends.size() > 1) seeds.back().other = seed_node(ends.back());
    }
    auto sampler = samplers_.take();
    const graph::Subgraph& subgraph = [&]() -> const graph::Subgraph& {
      const py::gil_scoped_release release;
      return sampler->sample(seeds);
    }();
    py::dict nodes, edges;
    for (std::size_t i = 0; i < schema_.node_sets.size(); ++i) {
      nodes[py::str(schema_.node_sets[i].name)] = copied(std::span(subgraph.nodes[i]));
    }
    for (std::size_t i = 0; i < schema_.edge_sets.size(); ++i) {
      edges[py::str(schema_.edge_sets[i].name)] = edges_of(subgraph, i);
    }
    add_readout(subgraph, seeds, number, nodes, edges);
    py::dict result;
    result["nodes"] = nodes;
    result["edges"] = edges;
    samplers_.give_back(std::move(sampler));
    return result;
  }

 private:
  [[nodiscard]] graph::ReadoutKind readout_kind(const SamplingRequest& request) const {
    std::optional<graph::ReadoutKind> asked;
    if (request.readout) asked = value(graph::readout_kind_by_name(*request.readout), "readout");
    return value(chosen_readout(asked, spec_, request.seeds_each));
  }

  [[nodiscard]] std::size_t node_set(const std::string& name) const {
    return static_cast<std::size_t>(schema_.node_set(name) - schema_.node_sets.data());
  }

  [[nodiscard]] std::uint32_t seed_node(std::int64_t node) const {
    const std::uint64_t nodes = graph_.nodes[node_set(seed_set_)];
    if (node < 0 || node >= static_cast<std::int64_t>(nodes)) {
      refuse(ErrorCode::out_of_range,
             "seed " + std::to_string(node) + "; '" + seed_set_ + "' has " + std::to_string(nodes) + " nodes");
    }
    return static_cast<std::uint32_t>(node);
  }

  void read_graph(const std::map<std::string, std::int64_t>& nodes, const std::map<std::string, py::object>& edges) {
    for (const graph::TensorNodeSet& set : schema_.node_sets) graph_.nodes.push_back(nodes_of(set.name, nodes));
    arrays_.reserve(schema_.edge_sets.size());
    for (const graph::TensorEdgeSet& set : schema_.edge_sets) {
      const auto found = edges.find(set.name);
      if (found == edges.end()) {
        refuse(ErrorCode::missing_column, "edges: none for edge set '" + set.name + "', which the spec samples");
      }
      add_edges(set, found->second);
    }
  }

  void add_edges(const graph::TensorEdgeSet& set, const py::object& arrays) {
    const std::size_t source = node_set(set.source.name), target = node_set(set.target.name);
    if (py::isinstance<py::dict>(arrays)) return add_mapped(set.name, arrays.cast<py::dict>(), source, target);
    if (!py::isinstance<py::tuple>(arrays)) {
      refuse(ErrorCode::malformed, "edges of '" + set.name + "' are not (sources, targets[, weights[, times]])");
    }
    arrays_.push_back(grouped(set.name, arrays.cast<py::tuple>(), graph_.nodes[source], graph_.nodes[target]));
    graph_.edge_sets.push_back(arrays_.back().view(source, target));
  }

  void add_mapped(const std::string& set, const py::dict& arrays, std::size_t source, std::size_t target) {
    graph::EdgesBySource edges{.source = source, .target = target};
    const bool have_types = map_array(arrays, "offsets", edges.offsets) &&
                            map_array(arrays, "targets", edges.targets) && map_array(arrays, "rows", edges.rows) &&
                            map_array(arrays, "weights", edges.weights) && map_array(arrays, "times", edges.times);
    if (!have_types || !is_grouped(edges, graph_.nodes[source], graph_.nodes[target])) {
      refuse(ErrorCode::malformed, "the arrays of '" + set + "' are damaged or of another graph; write them again");
    }
    graph_.edge_sets.push_back(edges);
  }

  /// Whether it is of this type, or left out.
  template <typename T>
  bool map_array(const py::dict& arrays, const char* name, std::span<const T>& into) {
    if (!arrays.contains(name)) return true;
    const py::array array = arrays[name].cast<py::array>();
    if (!py::isinstance<py::array_t<T, py::array::c_style>>(array) || array.ndim() != 1) return false;
    into = {static_cast<const T*>(array.data()), static_cast<std::size_t>(array.size())};
    mapped_.push_back(array);
    return true;
  }

  [[nodiscard]] py::dict edges_of(const graph::Subgraph& subgraph, std::size_t set) const {
    const graph::SubgraphEdges& edges = subgraph.edge_sets[set];
    const graph::EdgesBySource& all = graph_.edge_sets[set];
    std::vector<std::int64_t> rows;
    rows.reserve(edges.position.size());
    for (const std::uint32_t position : edges.position) {
      rows.push_back(all.rows.empty() ? position : all.rows[position]);
    }
    return edge_dict(copied(std::span(edges.source)), copied(std::span(edges.target)), to_numpy(std::move(rows)));
  }

  static py::dict edge_dict(const py::object& source, const py::object& target, const py::object& row) {
    py::dict result;
    result["source"] = source;
    result["target"] = target;
    result["row"] = row;
    return result;
  }

  /// The node set "_readout", whose nodes are the seeds by their numbers, and the edges into it.
  void add_readout(const graph::Subgraph& subgraph, const std::vector<graph::SubgraphSeed>& seeds, std::uint32_t number,
                   py::dict& nodes, py::dict& edges) const {
    if (readout_.edge_sets.empty()) return;
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = 0; i < seeds.size(); ++i) numbers.push_back(number + static_cast<std::uint32_t>(i));
    nodes["_readout"] = to_numpy(std::vector(numbers));
    const std::size_t step = spec_.links ? 2 : 1;
    for (const graph::Readout::EdgeSet& set : readout_.edge_sets) {
      std::vector<std::uint32_t> source, target;
      std::vector<std::int64_t> row;
      for (std::size_t i = 0; i < seeds.size() && set.end != graph::Readout::End::none; ++i) {
        source.push_back(subgraph.seeds[i * step + (set.end == graph::Readout::End::other ? 1 : 0)]);
        target.push_back(static_cast<std::uint32_t>(i));
        row.push_back(numbers[i]);
      }
      edges[py::str(set.name)] =
          edge_dict(to_numpy(std::move(source)), to_numpy(std::move(target)), to_numpy(std::move(row)));
    }
  }

  graph::SamplingSpec spec_;
  graph::TensorSchema schema_;  // the sets that are sampled
  graph::Readout readout_;
  std::string seed_set_;
  std::vector<graph::GroupedEdges> arrays_;  // what graph_ points into
  std::vector<py::array> mapped_;            // or this
  graph::HeterogeneousGraph graph_;
  std::optional<graph::PreparedSampling> prepared_;
  Pool<graph::SubgraphSampler> samplers_{[this] { return graph::SubgraphSampler(*prepared_); }};
};

/// The sets of a GraphSchema: "nodes/SET" and "edges/SET".
std::vector<std::string> graph_sets(const std::string& schema_text) {
  const graph::TensorSchema schema = value(formats::read_tensor_schema(schema_text), "schema");
  std::vector<std::string> names;
  for (const graph::TensorNodeSet& set : schema.node_sets) names.push_back("nodes/" + set.name);
  for (const graph::TensorEdgeSet& set : schema.edge_sets) names.push_back("edges/" + set.name);
  return names;
}

}  // namespace

void define_subgraphs(py::module_& module) {
  module.def("graph_sets", &graph_sets, py::arg("schema"));
  module.def("group_graph", &group_graph, py::arg("schema"), py::arg("nodes"), py::arg("edges"), py::arg("reverse"));
  py::class_<Sampler>(module, "Sampler")
      .def(py::init([](const std::string& schema, const std::string& spec,
                       const std::map<std::string, std::int64_t>& nodes, const std::map<std::string, py::object>& edges,
                       std::uint64_t seed, const std::string& paths, bool induced,
                       const std::optional<std::string>& readout, std::int64_t seeds_each, bool remove_reverse,
                       const std::vector<std::pair<std::string, std::string>>& reverse) {
             const SamplingRequest request{seed, paths, induced, readout, seeds_each, remove_reverse, reverse};
             return std::make_unique<Sampler>(schema, spec, nodes, edges, request);
           }),
           py::arg("schema"), py::arg("spec"), py::arg("nodes"), py::arg("edges"), py::arg("seed"), py::arg("paths"),
           py::arg("induced"), py::arg("readout"), py::arg("seeds_each"), py::arg("remove_reverse"), py::arg("reverse"))
      .def_property_readonly("links", &Sampler::links)
      .def_property_readonly("schema", &Sampler::schema)
      .def("sample", &Sampler::sample, py::arg("roots"), py::arg("time"), py::arg("number"));
}

}  // namespace tuplepack::python
