#include "tuplepack/graph/sampling/subgraph.hpp"

#include "base/name_table.hpp"
#include "draw_edges.hpp"
#include "graph/schema/schema_findings.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

namespace tuplepack::graph {

static constexpr NameTable<SamplingPaths, 2> path_names{{
    {SamplingPaths::unique, "unique"},
    {SamplingPaths::tfgnn, "tfgnn"},
}};

std::string_view name(SamplingPaths paths) {
  return name_in(path_names, paths);
}

std::vector<std::string_view> sampling_paths() {
  return names_in(path_names);
}

Result<SamplingPaths> sampling_paths_by_name(std::string_view name) {
  return value_in(path_names, name);
}

std::vector<PredictedEdges> predicted_edges(const TensorSchema& schema, const SamplingSpec& spec,
                                            const std::string& seed_set, bool undirected) {
  std::vector<PredictedEdges> predicted;
  const auto& sets = schema.edge_sets;
  for (std::size_t i = 0; spec.links && i < sets.size(); ++i) {
    if (sets[i].source.name != seed_set || sets[i].target.name != seed_set) continue;
    predicted.push_back({.edge_set = i, .reversed = is_reversed(sets[i])});
    if (undirected) predicted.push_back({.edge_set = i, .reversed = !is_reversed(sets[i])});
  }
  return predicted;
}

/// The edges of each source in another order; of equal ones, the first in the table first.
template <typename Before>
static std::vector<std::uint32_t> sorted_edges(const EdgesBySource& edges, const Before& before) {
  std::vector<std::uint32_t> order(edges.targets.size());
  for (std::size_t s = 0; s + 1 < edges.offsets.size(); ++s) {
    const std::uint64_t first = edges.offsets[s];
    const auto begin = order.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = order.begin() + static_cast<std::ptrdiff_t>(edges.offsets[s + 1]);
    std::iota(begin, end, 0U);
    std::stable_sort(begin, end, [&](std::uint32_t a, std::uint32_t b) { return before(first + a, first + b); });
  }
  return order;
}

static bool is_in_order_of_time(const EdgesBySource& edges) {
  for (std::size_t s = 0; s + 1 < edges.offsets.size(); ++s) {
    const auto* const times = edges.times.data();
    if (!std::is_sorted(times + edges.offsets[s], times + edges.offsets[s + 1])) return false;
  }
  return true;
}

/// The edges of a node whose weight cannot be used, said with the row of the table.
static Result<void> check_weights(const EdgesBySource& edges, const std::string& what, bool as_shares) {
  for (std::size_t e = 0; e < edges.weights.size(); ++e) {
    const float weight = edges.weights[e];
    if (std::isfinite(weight) && (weight >= 0 || !as_shares)) continue;
    const std::string where = "row " + std::to_string(edges.rows.empty() ? e : edges.rows[e]);
    if (!std::isfinite(weight)) return fail(ErrorCode::malformed, what + ": the weight of " + where + " is not finite");
    return fail(ErrorCode::negative, what + ": the weight of " + where + " is below 0");
  }
  return {};
}

/// What an op needs of its edge set.
static Result<void> add_tables(const SamplingOp& op, SamplingStrategy strategy, const EdgesBySource& edges,
                               PreparedSampling::Tables& tables) {
  const std::string what = "Op " + in_quotes(op.name) + " (" + std::string(name(strategy)) + ")";
  const auto missing = [&](std::string_view column) {
    return fail(ErrorCode::missing_column,
                what + ": edge set " + in_quotes(op.edge_set.name) + " has no " + std::string(column));
  };
  if (strategy == SamplingStrategy::random_uniform || edges.targets.empty()) return {};
  if (strategy == SamplingStrategy::latest_k) {
    if (edges.times.empty()) return missing("times");
    if (tables.by_time.empty() && !is_in_order_of_time(edges)) {
      tables.by_time =
          sorted_edges(edges, [&](std::size_t a, std::size_t b) { return edges.times[a] < edges.times[b]; });
    }
    return {};
  }
  if (edges.weights.empty()) return missing("weights");
  const bool weighted = strategy == SamplingStrategy::random_weighted;
  if (auto ok = check_weights(edges, what, weighted); !ok) return ok;
  if (weighted) {
    tables.weight_sums.resize(edges.weights.size());
    tables.weight_guide.resize(edges.weights.size());
    for (std::size_t s = 0; s + 1 < edges.offsets.size(); ++s) {
      const std::uint64_t first = edges.offsets[s];
      sum_weights(edges.weights.subspan(first, edges.offsets[s + 1] - first), tables.weight_sums.data() + first,
                  tables.weight_guide.data() + first);
    }
  } else {
    tables.by_weight =
        sorted_edges(edges, [&](std::size_t a, std::size_t b) { return edges.weights[a] > edges.weights[b]; });
  }
  return {};
}

template <typename Sets>
static std::size_t index_of_set(const Sets& sets, const std::string& name) {
  const auto found = std::find_if(sets.begin(), sets.end(), [&](const auto& set) { return set.name == name; });
  assert(found != sets.end());
  return static_cast<std::size_t>(found - sets.begin());
}

/// The hops before a hop that feed it, each once; its own index stands for the seed.
static std::vector<std::size_t> input_hops(const SamplingSpec& spec, const SamplingPlan& plan, std::size_t hop) {
  std::vector<std::size_t> inputs;
  for (const TensorReference& input : spec.ops[plan.hops[hop].op].inputs) {
    std::size_t from = 0;
    while (from < hop && spec.ops[plan.hops[from].op].name != input.name) ++from;
    if (std::find(inputs.begin(), inputs.end(), from) == inputs.end()) inputs.push_back(from);
  }
  return inputs;
}

Result<PreparedSampling> prepare_sampling(const HeterogeneousGraph& graph, const TensorSchema& schema,
                                          const SamplingSpec& spec, const SamplingPlan& plan, SubgraphOptions options) {
  assert(plan.findings.errors.empty());
  assert(graph.nodes.size() == schema.node_sets.size() && graph.edge_sets.size() == schema.edge_sets.size());
  PreparedSampling prepared{.graph = graph,
                            .seed_set = index_of_set(schema.node_sets, plan.seed_set),
                            .hops = {},
                            .tables = std::vector<PreparedSampling::Tables>(graph.edge_sets.size()),
                            .options = std::move(options)};
  std::vector<std::size_t> uses(graph.edge_sets.size());
  for (std::size_t i = 0; i < plan.hops.size(); ++i) {
    const SamplingOp& op = spec.ops[plan.hops[i].op];
    const SamplingStrategy strategy = op.strategy.value_or(SamplingStrategy::top_k);
    const std::size_t edge_set = index_of_set(schema.edge_sets, op.edge_set.name);
    if (auto ok = add_tables(op, strategy, graph.edge_sets[edge_set], prepared.tables[edge_set]); !ok) {
      return tl::unexpected(ok.error());
    }
    ++uses[edge_set];
    prepared.hops.push_back({.op = plan.hops[i].op,
                             .edge_set = edge_set,
                             .inputs = input_hops(spec, plan, i),
                             .sample_size = static_cast<std::size_t>(op.sample_size),
                             .strategy = strategy});
    for (const std::size_t input : prepared.hops[i].inputs) {
      if (input != i) prepared.hops[input].feeds = true;
    }
  }
  for (PreparedSampling::Hop& hop : prepared.hops) {
    hop.may_meet = prepared.options.paths == SamplingPaths::tfgnn || uses[hop.edge_set] > 1;
  }
  for (const PredictedEdges& predicted : prepared.options.predicted) {
    PreparedSampling::Tables& tables = prepared.tables[predicted.edge_set];
    (predicted.reversed ? tables.predicted_reversed : tables.predicted) = true;
  }
  return prepared;
}

}  // namespace tuplepack::graph
