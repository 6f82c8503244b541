#include "tuplepack/reports/batches.hpp"

#include "tuplepack/base/visible.hpp"
#include "tuplepack/graph/sampling/readout.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack::reports {

/// 1 for each node set of which every component has a node.
static graph::SetCounts least_nodes(std::span<const RecordedSet> sets) {
  graph::SetCounts least;
  for (const RecordedSet& set : sets) {
    if (set.prefix == "nodes" && set.everywhere) least[set.name] = 1;
  }
  return least;
}

void RecordSurveyor::add(const formats::GraphRecord& record) {
  examples_.add(record.features, record.sizes);
  statistics_.add(record);
}

void RecordSurveyor::add(const RecordSurveyor& next) {
  statistics_.add(next.statistics_);
  examples_.add(next.examples_);
}

Result<RecordSurvey> RecordSurveyor::finish(const graph::TensorSchema* declared) const {
  auto schema = examples_.schema(declared);
  if (!schema) return tl::unexpected(schema.error());
  const auto components = statistics_.components_of_records();
  RecordSurvey survey{.sets = statistics_.sets(),
                      .components = {components.begin(), components.end()},
                      .min_nodes = {},
                      .schema = std::move(*schema)};
  survey.min_nodes = least_nodes(survey.sets);
  return survey;
}

/// The set that a component is about; none: sets.size().
static std::size_t set_called(const std::string& component, std::span<const RecordedSet> sets) {
  for (std::size_t s = 0; s < sets.size(); ++s) {
    if (sets[s].column == component || sets[s].prefix + "/" + sets[s].name == component) return s;
  }
  for (std::size_t s = 0; s < sets.size(); ++s) {
    if (component == "size_" + std::to_string(s + 1)) return s;
  }
  return sets.size();
}

Result<std::vector<std::size_t>> sets_of_plan(const packing::PlanDocument& plan, std::span<const RecordedSet> sets) {
  if (plan.overlong.items > 0 && plan.fitting.overlong != packing::Overlong::drop) {
    return fail(ErrorCode::unsupported, "the plan cuts graphs over the limits (--overlong " +
                                            std::string(name(plan.fitting.overlong)) + "), but graphs cannot be cut");
  }
  std::vector<std::size_t> found;
  found.reserve(plan.histogram.components.size());
  for (const std::string& component : plan.histogram.components) {
    found.push_back(set_called(component, sets));
    if (found.back() < sets.size()) continue;
    std::string known;
    for (const RecordedSet& set : sets) known += (known.empty() ? "" : ", ") + visible(set.column);
    return fail(ErrorCode::plan_mismatch, "the plan's component '" + visible(component) +
                                              "' matches no node or edge set of the records; sets: " + known);
  }
  return found;
}

Result<packing::Assignment> assign_records(const packing::PlanDocument& plan, std::span<const RecordedSet> sets,
                                           const packing::AssignOptions& options) {
  const auto columns = sets_of_plan(plan, sets);
  if (!columns) return tl::unexpected(columns.error());
  auto assigner = packing::Assigner::create(plan.histogram, plan.packed.plan, plan.limits, plan.fitting, options);
  if (!assigner) return tl::unexpected(assigner.error());
  const std::size_t records = sets.empty() ? 0 : sets.front().sizes.size();
  std::vector<std::int64_t> row(columns->size());
  for (std::size_t record = 0; record < records; ++record) {
    for (std::size_t c = 0; c < row.size(); ++c) row[c] = sets[(*columns)[c]].sizes[record];
    if (auto added = assigner->add(row); !added) return tl::unexpected(added.error());
  }
  return std::move(*assigner).finish();
}

/// The largest total of a pack. A record adds its size, less some for each of its components.
static std::int64_t largest_total(const packing::Assignment& assignment, std::span<const std::int64_t> sizes,
                                  std::span<const std::int64_t> components, std::int64_t less) {
  std::int64_t largest = 0;
  for (std::size_t pack = 0; pack + 1 < assignment.offsets.size(); ++pack) {
    std::int64_t total = 0;
    for (auto i = static_cast<std::size_t>(assignment.offsets[pack]);
         i < static_cast<std::size_t>(assignment.offsets[pack + 1]); ++i) {
      const auto record = static_cast<std::size_t>(assignment.items[i]);
      total += sizes[record] - (less > 0 ? less * components[record] : 0);
    }
    largest = std::max(largest, total);
  }
  return largest;
}

std::int64_t largest_pack(const packing::Assignment& assignment, std::span<const std::int64_t> sizes) {
  return largest_total(assignment, sizes, {}, 0);
}

/// Raises counts to those asked for.
static void raise_to(graph::SetCounts& counts, const graph::SetCounts& least) {
  for (auto& [name, count] : counts) {
    if (const auto found = least.find(name); found != least.end()) count = std::max(count, found->second);
  }
}

Result<graph::SizeConstraints> constraints_of(const packing::PlanDocument& plan, const packing::Assignment& assignment,
                                              std::span<const RecordedSet> sets,
                                              std::span<const std::int64_t> components,
                                              const graph::TensorSchema& schema, const graph::SetCounts& min_nodes) {
  const auto columns = sets_of_plan(plan, sets);
  if (!columns) return tl::unexpected(columns.error());
  graph::SizeConstraints largest, asked;
  largest.total_num_components = largest_pack(assignment, components);
  const bool one_each = std::all_of(components.begin(), components.end(), [](std::int64_t n) { return n == 1; });
  if (one_each && plan.limits.depth != packing::unlimited_depth) {
    largest.total_num_components = plan.room.depth;
    asked.total_num_components = plan.limits.depth;
  }
  for (const graph::TensorNodeSet& set : schema.node_sets) largest.total_num_nodes[set.name] = 0;
  for (const graph::TensorEdgeSet& set : schema.edge_sets) largest.total_num_edges[set.name] = 0;
  for (std::size_t s = 0; s < sets.size(); ++s) {
    const bool of_nodes = sets[s].prefix == "nodes";
    const auto column = std::find(columns->begin(), columns->end(), s);
    std::int64_t& count = (of_nodes ? largest.total_num_nodes : largest.total_num_edges)[sets[s].name];
    if (column == columns->end()) {
      count = largest_pack(assignment, sets[s].sizes);
      continue;
    }
    const auto c = static_cast<std::size_t>(column - columns->begin());
    count = plan.room.sizes[c];
    (of_nodes ? asked.total_num_nodes : asked.total_num_edges)[sets[s].name] = plan.limits.sizes[c];
  }
  auto tight = tight_constraints(largest, schema, {.graphs = 1, .min_nodes_per_component = min_nodes});
  if (!tight) return tight;
  tight->total_num_components = std::max(tight->total_num_components, asked.total_num_components);
  for (const RecordedSet& set : sets) {  // packs with few graphs have many components for the padding
    const auto least = min_nodes.find(set.name);
    if (set.prefix != "nodes" || least == min_nodes.end() || least->second == 0) continue;
    const std::int64_t above_least = largest_total(assignment, set.sizes, components, least->second);
    std::int64_t& total = tight->total_num_nodes[set.name];
    total = std::max(total, above_least + least->second * tight->total_num_components);
  }
  raise_to(tight->total_num_nodes, asked.total_num_nodes);
  raise_to(tight->total_num_edges, asked.total_num_edges);
  complete_readout(*tight, schema);
  return tight;
}

graph::TensorSchema connected_sets(std::span<const RecordedSet> sets) {
  graph::TensorSchema schema;
  for (const RecordedSet& nodes : sets) {
    if (nodes.prefix != "nodes") continue;
    schema.node_sets.emplace_back().name = nodes.name;
    for (const RecordedSet& set : sets) {
      if (set.prefix != "edges") continue;
      graph::TensorEdgeSet& edges = schema.edge_sets.emplace_back();
      edges.name = set.name;
      edges.source.name = edges.target.name = nodes.name;
    }
  }
  return schema;
}

std::string_view note_on_connected_sets(const graph::TensorSchema& schema) {
  if (schema.node_sets.size() < 2 || schema.edge_sets.empty()) return {};
  return "the padding has a node of every set, since records do not show which sets edges connect; pass their "
         "GraphSchema with --schema";
}

Result<graph::SizeConstraints> policy_constraints(packing::BatchPolicy policy, std::span<const RecordedSet> sets,
                                                  std::span<const std::int64_t> components,
                                                  const graph::TensorSchema& schema,
                                                  const packing::FitOrSkipOptions& options) {
  const std::size_t k = sets.size() + 1;  // the first are the components
  std::vector<std::int64_t> sizes;
  sizes.reserve(components.size() * k);
  for (std::size_t i = 0; i < components.size(); ++i) {
    sizes.push_back(components[i]);
    for (const RecordedSet& set : sets) sizes.push_back(set.sizes[i]);
  }
  const auto shape = batch_shape(policy, sizes, k, options);
  if (!shape) return tl::unexpected(shape.error());
  graph::SizeConstraints largest;
  largest.total_num_components = shape->front();
  for (const graph::TensorNodeSet& set : schema.node_sets) largest.total_num_nodes[set.name] = 0;
  for (const graph::TensorEdgeSet& set : schema.edge_sets) largest.total_num_edges[set.name] = 0;
  for (std::size_t s = 0; s < sets.size(); ++s) {
    const bool of_nodes = sets[s].prefix == "nodes";
    std::int64_t& total = (of_nodes ? largest.total_num_nodes : largest.total_num_edges)[sets[s].name];
    total = (*shape)[s + 1];
    // one large graph leaves many components to the padding
    if (policy == packing::BatchPolicy::greedy && of_nodes && sets[s].everywhere) total += shape->front();
  }
  auto constraints = tight_constraints(largest, schema, {.graphs = 1, .min_nodes_per_component = least_nodes(sets)});
  if (constraints) complete_readout(*constraints, schema);
  return constraints;
}

}  // namespace tuplepack::reports
