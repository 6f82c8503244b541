#pragma once

#include "sampling_check.hpp"
#include "tuplepack/base/result.hpp"
#include "tuplepack/graph/schema/size_constraints.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::graph {

/// From which nodes of a subgraph a prediction is read.
enum class ReadoutKind : std::uint8_t {
  first,  ///< the first node of the set of the seeds
  seed,   ///< the seed, by a node set "_readout" and the edge sets "_readout/KEY" into it
  links,  ///< both nodes of a pair, by "_readout/source" and "_readout/target"
};
[[nodiscard]] std::string_view name(ReadoutKind kind);
[[nodiscard]] Result<ReadoutKind> readout_kind_by_name(std::string_view name);
[[nodiscard]] std::vector<std::string_view> readout_kinds();

/// The readout of subgraphs around so many seeds each; where none is asked for, links for pairs of nodes, seed for several
/// seeds, else first.
/// errors  component_mismatch (the first node for several seeds)
[[nodiscard]] Result<ReadoutKind> chosen_readout(std::optional<ReadoutKind> asked, const SamplingSpec& spec,
                                                 std::int64_t seeds_each);

/// The node set "_readout" of a subgraph, which has one node, and the edges into it: one from a seed, or none.
struct Readout {
  enum class End : std::uint8_t { none, seed, other };
  struct EdgeSet {
    std::string name;
    std::string source;  ///< node set
    End end{};
  };
  std::vector<EdgeSet> edge_sets;     ///< empty: there is no "_readout"
  std::vector<TensorFeature> labels;  ///< features of "_readout"
};

/// The readout that a schema declares: every key has an edge from the set of the seeds, edge sets from other sets are empty.
/// Where it declares none, ReadoutKind::seed has "_readout/seed".
/// schema  as it was read, with its readout sets
/// plan    of check_sampling_spec(), without errors
/// errors  component_mismatch (pairs of nodes with another kind than `links`, or `links` without pairs) · missing_column
///         (a key that is not read from the seeds)
[[nodiscard]] Result<Readout> make_readout(ReadoutKind kind, const TensorSchema& schema, const SamplingSpec& spec,
                                           const SamplingPlan& plan);

/// Raises totals until every readout structure has as many nodes as edges of each key: each of its nodes has exactly one
/// edge of a key, those of the padding too. Of a key with several edge sets the first one is raised.
/// assumes  check_constraints() accepts them for the schema
void complete_readout(SizeConstraints& constraints, const TensorSchema& schema);

/// A schema without readout sets, and without "_shadow/…" node sets: what is in the tables.
[[nodiscard]] TensorSchema without_readout(TensorSchema schema);

}  // namespace tuplepack::graph
