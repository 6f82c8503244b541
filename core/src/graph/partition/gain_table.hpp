#pragma once

#include "tuplepack/graph/partition/coarsen.hpp"

#include <algorithm>

namespace tuplepack::graph {

/// The edge weight from every node to every part that it has neighbours in. A node with at least as many neighbours as
/// there are parts has an entry for each part, others a list.
class GainTable {
 public:
  GainTable(const WeightedGraph& graph, std::span<const std::uint16_t> part_of, std::size_t parts) : parts_(parts) {
    offsets_.reserve(graph.nodes() + 1);
    offsets_.push_back(0);
    for (std::size_t v = 0; v < graph.nodes(); ++v) {
      const std::int64_t degree = graph.offsets[v + 1] - graph.offsets[v];
      offsets_.push_back(offsets_.back() + std::min(static_cast<std::size_t>(degree), parts));
    }
    part_.assign(offsets_.back(), 0);
    weight_.assign(offsets_.back(), 0);
    for (std::size_t v = 0; v < graph.nodes(); ++v) {
      const auto end = static_cast<std::size_t>(graph.offsets[v + 1]);
      for (auto i = static_cast<std::size_t>(graph.offsets[v]); i < end; ++i) {
        if (graph.neighbours[i] != v) add(v, part_of[graph.neighbours[i]], graph.edge_weight(i));
      }
    }
  }

  /// Calls visit(part, weight) for all parts with weight.
  template <typename Visit>
  void visit(std::size_t v, const Visit& visit) const {
    const std::size_t begin = offsets_[v];
    const std::size_t end = offsets_[v + 1];
    if (end - begin == parts_) {
      for (std::size_t i = begin; i < end; ++i) {
        if (weight_[i] != 0) visit(static_cast<std::uint16_t>(i - begin), std::int64_t{weight_[i]});
      }
    } else {
      for (std::size_t i = begin; i < end; ++i) {
        if (weight_[i] != 0) visit(part_[i], std::int64_t{weight_[i]});
      }
    }
  }
  [[nodiscard]] std::int64_t weight(std::size_t v, std::uint16_t part) const {
    const std::size_t begin = offsets_[v];
    const std::size_t end = offsets_[v + 1];
    if (end - begin == parts_) return weight_[begin + part];
    for (std::size_t i = begin; i < end; ++i) {
      if (part_[i] == part && weight_[i] != 0) return weight_[i];
    }
    return 0;
  }
  void move(std::size_t v, std::uint16_t from, std::uint16_t to, std::uint32_t weight) {
    weight_[find(v, from)] -= weight;
    add(v, to, weight);
  }

 private:
  std::size_t parts_;
  std::vector<std::size_t> offsets_;
  std::vector<std::uint16_t> part_;    // of entries in lists
  std::vector<std::uint32_t> weight_;  // 0: a free entry

  [[nodiscard]] std::size_t find(std::size_t v, std::uint16_t part) const {
    const std::size_t begin = offsets_[v];
    if (offsets_[v + 1] - begin == parts_) return begin + part;
    std::size_t i = begin;
    while (weight_[i] == 0 || part_[i] != part) ++i;
    return i;
  }
  void add(std::size_t v, std::uint16_t part, std::uint32_t weight) {
    const std::size_t begin = offsets_[v];
    const std::size_t end = offsets_[v + 1];
    if (end - begin == parts_) {
      weight_[begin + part] += weight;
      return;
    }
    std::size_t free = end;
    for (std::size_t i = begin; i < end; ++i) {
      if (weight_[i] == 0) {
        free = std::min(free, i);
      } else if (part_[i] == part) {
        weight_[i] += weight;
        return;
      }
    }
    part_[free] = part;
    weight_[free] = weight;
  }
};

}  // namespace tuplepack::graph
