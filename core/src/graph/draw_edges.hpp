#pragma once

#include "../random.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack {

/// Draws some of the edges of a node, counted from 0. One is used for many nodes.
class EdgeDraw {
 public:
  /// k of n, each set of k as likely; ascending.
  /// assumes  k < n
  /// cost     O(min(k, n − k)) draws
  [[nodiscard]] std::span<const std::uint32_t> uniform(Random& random, std::uint32_t n, std::uint32_t k);

  /// k draws without replacement, each in proportion to the weights of what is left; ascending. Fewer where fewer have a
  /// weight above 0.
  /// sums     of the weights up to each one, included
  /// assumes  weights are finite and not negative
  /// cost     O(k log n) while no few edges have most of the weight; O(n) whenever half of the weight is drawn
  [[nodiscard]] std::span<const std::uint32_t> weighted(Random& random, std::span<const float> weights,
                                                        std::span<const double> sums, std::uint32_t k);

 private:
  std::vector<std::uint64_t> marked_;  // a bit for each edge; all are 0 between draws
  std::vector<std::uint32_t> drawn_;
  std::vector<double> points_, sums_;
  std::vector<std::uint32_t> places_;

  bool mark(std::uint32_t i);
  void prepare_marks(std::size_t n);
  std::span<const std::uint32_t> take_marked(std::uint32_t n, std::uint64_t flip, std::uint32_t k);
  std::span<const std::uint32_t> take_sorted();
};

}  // namespace tuplepack
