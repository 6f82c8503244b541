#include "tuplepack/graph/sampling/readout.hpp"

#include "base/name_table.hpp"
#include "graph/schema/readout_check.hpp"
#include "graph/schema/schema_findings.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace tuplepack::graph {

static constexpr NameTable<ReadoutKind, 3> readout_names{{
    {ReadoutKind::first, "first"},
    {ReadoutKind::seed, "seed"},
    {ReadoutKind::links, "links"},
}};

std::string_view name(ReadoutKind kind) {
  return name_in(readout_names, kind);
}

std::vector<std::string_view> readout_kinds() {
  return names_in(readout_names);
}

Result<ReadoutKind> readout_kind_by_name(std::string_view name) {
  return value_in(readout_names, name);
}

Result<ReadoutKind> chosen_readout(std::optional<ReadoutKind> asked, const SamplingSpec& spec,
                                   std::int64_t seeds_each) {
  if (asked == ReadoutKind::first && seeds_each > 1) {
    return fail(
        ErrorCode::component_mismatch,
        "--readout first reads only node 0; use --readout seed, the default for several seeds, to read all of them");
  }
  if (asked) return *asked;
  if (spec.links) return ReadoutKind::links;
  return seeds_each > 1 ? ReadoutKind::seed : ReadoutKind::first;
}

static bool is_of_readout(std::string_view set) {
  return set == readout_name || set.starts_with("_readout:") || !readout_set_of(set).empty() ||
         set.starts_with(shadow_prefix);
}

TensorSchema without_readout(TensorSchema schema) {
  std::erase_if(schema.node_sets, [](const TensorNodeSet& set) { return is_of_readout(set.name); });
  std::erase_if(schema.edge_sets, [](const TensorEdgeSet& set) {
    return is_of_readout(set.name) || is_of_readout(set.source.name) || is_of_readout(set.target.name);
  });
  return schema;
}

static Readout::End end_of_key(ReadoutKind kind, std::string_view key) {
  if (kind == ReadoutKind::seed) return Readout::End::seed;
  return key == "source" ? Readout::End::seed : key == "target" ? Readout::End::other : Readout::End::none;
}

Result<Readout> make_readout(ReadoutKind kind, const TensorSchema& schema, const SamplingSpec& spec,
                             const SamplingPlan& plan) {
  const bool links = kind == ReadoutKind::links;
  if (links != spec.links) {
    return fail(ErrorCode::component_mismatch,
                links ? "--readout links needs node pairs as seeds (symmetric_link_seed_op in the spec)"
                      : "the seeds are node pairs (symmetric_link_seed_op); use --readout links, their default");
  }
  Readout readout;
  if (kind == ReadoutKind::first) return readout;
  std::set<std::string_view> keys, read;
  for (const TensorEdgeSet& set : schema.edge_sets) {
    const std::string_view key = readout_key_of(set.name);
    if (readout_set_of(set.name) != readout_name || key.empty()) continue;
    const Readout::End end = set.source.name == plan.seed_set ? end_of_key(kind, key) : Readout::End::none;
    readout.edge_sets.push_back({.name = set.name, .source = set.source.name, .end = end});
    keys.insert(key);
    if (end != Readout::End::none) read.insert(key);
  }
  for (const std::string_view key : keys) {
    if (read.count(key) != 0) continue;
    return fail(ErrorCode::missing_column, "no edge set " + in_quotes("_readout/" + std::string(key)) +
                                               " reads out the seeds, of node set " + in_quotes(plan.seed_set));
  }
  if (const TensorNodeSet* const declared = schema.node_set("_readout")) readout.labels = declared->features;
  if (readout.edge_sets.empty()) {
    readout.edge_sets.push_back({.name = "_readout/seed", .source = plan.seed_set, .end = Readout::End::seed});
  }
  return readout;
}

void complete_readout(SizeConstraints& constraints, const TensorSchema& schema) {
  struct Key {
    std::int64_t edges = 0;
    std::int64_t* first = nullptr;
  };
  std::map<std::string_view, std::map<std::string_view, Key>> structures;
  for (const TensorEdgeSet& set : schema.edge_sets) {
    const std::string_view structure = readout_set_of(set.name);
    if (structure.empty() || set.target.name != structure) continue;
    Key& key = structures[structure][readout_key_of(set.name)];
    std::int64_t& total = constraints.total_num_edges.find(set.name)->second;
    key.edges += total;
    if (key.first == nullptr) key.first = &total;
  }
  for (const auto& [structure, keys] : structures) {
    std::int64_t& nodes = constraints.total_num_nodes.find(structure)->second;
    for (const auto& [name, key] : keys) nodes = std::max(nodes, key.edges);
    for (const auto& [name, key] : keys) *key.first += nodes - key.edges;
  }
}

}  // namespace tuplepack::graph
