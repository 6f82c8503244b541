#pragma once

#include "draw_edges.hpp"
#include "tuplepack/graph/sampling/subgraph.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tuplepack::graph {

/// Where the edges of a node stand.
struct NodeEdges {
  std::uint64_t begin = 0;
  std::uint32_t size = 0;
};

/// Edges of a node, counted from its first, in the order of the table.
using Picks = std::span<const std::uint32_t>;

/// Chooses among the edges of a node as an op of the spec does, one node after the other; the result is valid until the
/// next one.
class EdgeChoice {
 public:
  /// prepared  must outlive this
  explicit EdgeChoice(const PreparedSampling& prepared) : prepared_(prepared) {}

  /// time     of the seed: LATEST_K takes edges before it
  /// assumes  more edges than sample_size, unless the strategy leaves some out
  [[nodiscard]] Picks choose(const PreparedSampling::Hop& hop, NodeEdges node, Random& random,
                             std::optional<std::int64_t> time);
  /// Likewise, of any number of edges, where those to some nodes are as if they were not there.
  [[nodiscard]] Picks choose_permitted(const PreparedSampling::Hop& hop, NodeEdges node, Random& random,
                                       std::span<const std::uint32_t> forbidden, std::optional<std::int64_t> time);

 private:
  const PreparedSampling& prepared_;
  EdgeDraw draw_;
  std::vector<std::uint32_t> picks_;
  std::vector<std::uint32_t> kept_;  // edges of a node without predicted ones
  std::vector<float> kept_weights_;
  std::vector<double> kept_sums_;

  [[nodiscard]] Picks map_picks(Picks chosen);
  template <typename IndexAt, typename Permitted>
  [[nodiscard]] Picks first_of(std::uint32_t n, std::size_t k, const IndexAt& index_at, const Permitted& permitted);
  template <typename Permitted>
  [[nodiscard]] Picks choose_in_order(const PreparedSampling::Hop& hop, NodeEdges node,
                                      std::optional<std::int64_t> time, const Permitted& permitted);
};

/// Whether an op takes all edges of a node, whatever is drawn.
[[nodiscard]] inline bool takes_all(const PreparedSampling::Hop& hop, std::size_t edges) {
  return edges <= hop.sample_size &&
         (hop.strategy == SamplingStrategy::random_uniform || hop.strategy == SamplingStrategy::top_k);
}

}  // namespace tuplepack::graph
