#pragma once

#include "base/random.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::graph {

/// The weights of the edges of a node.
struct EdgeWeights {
  std::span<const float> weights;        ///< finite and not negative
  std::span<const double> sums;          ///< of the weights up to each one, included
  std::span<const std::uint32_t> guide;  ///< where to look first for n equal shares of the total; may be empty
};

/// Fills the sums and the guide (Chen and Asau 1974), as many as there are weights.
void sum_weights(std::span<const float> weights, double* sums, std::uint32_t* guide);

/// Draws some of the edges of a node, counted from 0. One is used for many nodes.
class EdgeDraw {
 public:
  /// k of n, each set of k as likely; ascending.
  /// assumes  k < n
  /// cost     O(min(k, n − k)) draws
  [[nodiscard]] std::span<const std::uint32_t> uniform(Random& random, std::uint32_t n, std::uint32_t k);

  /// k draws without replacement, each in proportion to the weights of what is left; ascending. Fewer where fewer have a
  /// weight above 0.
  /// cost  O(k) with a guide, O(k log n) without, while no few edges have most of the weight; O(n) whenever half of the
  ///       weight is drawn
  [[nodiscard]] std::span<const std::uint32_t> weighted(Random& random, EdgeWeights edges, std::uint32_t k);

 private:
  std::vector<std::uint64_t> marked_;  // a bit for each edge; all are 0 between draws
  std::vector<std::uint32_t> drawn_;
  std::vector<double> shares_, sums_;
  std::vector<std::uint32_t> places_;

  std::span<const std::uint32_t> uniform_of_few(Random& random, std::uint32_t n, std::uint32_t k, bool left_out);
  void draw_places(Random& random, const EdgeWeights& edges, std::size_t k);
  bool mark(std::uint32_t i);
  void prepare_marks(std::size_t n);
  std::span<const std::uint32_t> take_marked(std::uint32_t n, std::uint64_t flip, std::uint32_t k);
  std::span<const std::uint32_t> take_sorted();
};

}  // namespace tuplepack::graph
