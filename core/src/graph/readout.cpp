#include "tuplepack/graph/readout.hpp"

#include "schema_findings.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace tuplepack {

static constexpr std::array<std::string_view, 3> readout_names{"first", "seed", "links"};

std::string_view name(ReadoutKind kind) {
  return readout_names.at(static_cast<std::size_t>(kind));
}

std::vector<std::string_view> readout_kinds() {
  return {readout_names.begin(), readout_names.end()};
}

Result<ReadoutKind> readout_kind_by_name(std::string_view name) {
  for (std::size_t i = 0; i < readout_names.size(); ++i) {
    if (readout_names[i] == name) return static_cast<ReadoutKind>(i);
  }
  return fail(ErrorCode::unknown_name, "unknown readout \"" + std::string(name) + "\"; choose first, seed or links");
}

static bool is_of_readout(std::string_view set) {
  return set == "_readout" || set.starts_with("_readout:") || set.starts_with("_readout/") ||
         set.starts_with("_shadow/");
}

TensorSchema without_readout(TensorSchema schema) {
  std::erase_if(schema.node_sets, [](const TensorNodeSet& set) { return is_of_readout(set.name); });
  std::erase_if(schema.edge_sets, [](const TensorEdgeSet& set) {
    return is_of_readout(set.name) || is_of_readout(set.source.name) || is_of_readout(set.target.name);
  });
  return schema;
}

/// KEY of "_readout/KEY" and "_readout/KEY/…"; empty: another edge set.
static std::string_view readout_key(std::string_view edge_set) {
  constexpr std::string_view prefix = "_readout/";
  if (!edge_set.starts_with(prefix)) return {};
  edge_set.remove_prefix(prefix.size());
  return edge_set.substr(0, edge_set.find('/'));
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
                links ? "readout links needs pairs of nodes, a symmetric_link_seed_op in the spec"
                      : "the seeds are pairs of nodes (symmetric_link_seed_op), which readout links is for");
  }
  Readout readout;
  if (kind == ReadoutKind::first) return readout;
  std::set<std::string_view> keys, read;
  for (const TensorEdgeSet& set : schema.edge_sets) {
    const std::string_view key = readout_key(set.name);
    if (key.empty()) continue;
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

}  // namespace tuplepack
