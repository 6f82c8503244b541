#pragma once

#include "tensor_schema.hpp"
#include "tuplepack/base/result.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::graph {

// How graphs are padded to one shape, by the rules of TensorFlow GNN's pad_to_total_sizes().

/// How many nodes or edges, by the name of the set.
using SetCounts = std::map<std::string, std::int64_t, std::less<>>;

/// The shape that graphs are padded to: TensorFlow GNN's tuple of this name. It also counts what a graph has.
struct SizeConstraints {
  std::int64_t total_num_components = 0;
  SetCounts total_num_nodes;
  SetCounts total_num_edges;
  SetCounts min_nodes_per_component;  ///< nodes of every component, also of those for padding; 0 where a set is missing

  bool operator==(const SizeConstraints&) const = default;
};

/// Parameters of constraints that add room for padding.
struct PaddingRoom {
  std::int64_t graphs = 1;  ///< in a batch
  SetCounts min_nodes_per_component{};
};

/// The smallest constraints to which any `graphs` graphs can be padded: that many times the largest size of each set, one
/// component more for the padding, and for its nodes min_nodes_per_component, at least one in sets that edges touch
/// (find_tight_size_constraints()).
/// largest  the components of one graph at most, and the size of each set
/// errors   too_large (beyond 2^53)
[[nodiscard]] Result<SizeConstraints> tight_constraints(const SizeConstraints& largest, const TensorSchema& schema,
                                                        const PaddingRoom& room = {});

/// Whether the constraints are about the sets of a schema.
/// errors  malformed (a set without a total) · unknown_name (a set that the schema does not have)
[[nodiscard]] Result<void> check_constraints(const SizeConstraints& constraints, const TensorSchema& schema);

/// A set of nodes or edges to be padded.
struct PaddedSet {
  std::int64_t total = 0;             ///< nodes or edges, with the padding
  std::int64_t components = 0;        ///< with those of the padding
  std::int64_t min_in_component = 0;  ///< min_nodes_per_component
};

/// Component sizes followed by those of the padding: its first component takes the remainder, the others get the minimum.
/// errors  too_large (more components, nodes or edges than there may be; none left for the padding) · out_of_range (a
///         component with fewer than min_in_component)
[[nodiscard]] Result<std::vector<std::int64_t>> padded_sizes(std::span<const std::int64_t> sizes,
                                                             const PaddedSet& padded);

/// Appends one end of each edge of the padding: nodes from `first` to `last`, evenly spread and ascending, in the
/// arithmetic of tf.linspace for float32.
/// assumes  first ≤ last, or no edges
void append_padding_ends(std::vector<std::int64_t>& ends, std::int64_t edges, std::int64_t first, std::int64_t last);

}  // namespace tuplepack::graph
