#pragma once

#include "base/order.hpp"
#include "most_valuable_pack.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::packing {

/// Whether two items of these bins fit into one pack.
[[nodiscard]] inline bool fit_together(const Knapsack& knapsack, std::size_t a, std::size_t b) {
  if (a == b && knapsack.counts[a] == 1) return false;
  for (std::size_t d = 0; d < knapsack.limits.size(); ++d) {
    if (knapsack.size(b)[d] > knapsack.limits[d] - knapsack.size(a)[d]) return false;
  }
  return true;
}

/// Finds the bins that share a pack with no other item, in a k-d tree (Bentley 1975) whose nodes know the smallest size
/// below them in each dimension.
class Companions {
 public:
  /// knapsack  must outlive this
  /// cost      O(bins · log² bins)
  explicit Companions(const Knapsack& knapsack) : knapsack_(knapsack), order_(numbers_below(knapsack.bins())) {
    for (std::size_t leaves = 1; leaves * leaf_size < order_.size(); leaves *= 2) ++levels_;
    smallest_.resize((std::size_t{2} << levels_) * knapsack.limits.size());
    if (!order_.empty()) build(1, 0, order_.size(), 0);
  }

  /// Whether some item fits beside one of the bin. Adds the nodes that were visited.
  /// cost  O(log bins) where companions are many, at most O(bins ^ (1 − 1 / dimensions))
  [[nodiscard]] bool has_company(std::uint32_t bin, std::int64_t& visited) const {
    struct Subtree {
      std::size_t node, first, last, level;
    };
    std::array<Subtree, 40> open;  // levels, and one
    std::size_t count = 0;
    open[count++] = {1, 0, order_.size(), 0};
    while (count > 0) {
      const Subtree part = open[--count];
      ++visited;
      if (!has_room(bin, part.node)) continue;
      if (part.level == levels_) {
        for (std::size_t at = part.first; at < part.last; ++at) {
          if (fit_together(knapsack_, bin, order_[at])) return true;
        }
        continue;
      }
      const std::size_t middle = part.first + (part.last - part.first) / 2;
      open[count++] = {2 * part.node + 1, middle, part.last, part.level + 1};
      open[count++] = {2 * part.node, part.first, middle, part.level + 1};
    }
    return false;
  }

 private:
  static constexpr std::size_t leaf_size = 8;

  const Knapsack& knapsack_;
  std::vector<std::uint32_t> order_;    // bins; a node has a range of them, and its children the halves of that
  std::size_t levels_ = 0;              // of inner nodes
  std::vector<std::int64_t> smallest_;  // nodes × dimensions, from node 1; the children of i are 2i and 2i + 1

  void build(std::size_t node, std::size_t first, std::size_t last, std::size_t level) {
    const std::size_t n = knapsack_.limits.size();
    for (std::size_t d = 0; d < n; ++d) {
      std::int64_t smallest = knapsack_.limits[d];
      for (std::size_t at = first; at < last; ++at) smallest = std::min(smallest, knapsack_.size(order_[at])[d]);
      smallest_[node * n + d] = smallest;
    }
    if (level == levels_) return;
    const std::size_t middle = first + (last - first) / 2;
    if (n > 0) {
      sort_numbers(std::span(order_).subspan(first, last - first), [&](std::uint32_t a, std::uint32_t b) {
        return knapsack_.size(a)[level % n] < knapsack_.size(b)[level % n];
      });
    }
    build(2 * node, first, middle, level + 1);
    build(2 * node + 1, middle, last, level + 1);
  }

  [[nodiscard]] bool has_room(std::uint32_t bin, std::size_t node) const {
    const std::size_t n = knapsack_.limits.size();
    for (std::size_t d = 0; d < n; ++d) {
      if (smallest_[node * n + d] > knapsack_.limits[d] - knapsack_.size(bin)[d]) return false;
    }
    return true;
  }
};

}  // namespace tuplepack::packing
