#pragma once

#include "tuplepack/graph/partition/adjacency.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

namespace tuplepack::graph {

/// How the nodes of a graph are divided among ranks: slice by slice, each in equal shares in the order of ranks, so that
/// all ranks work on a slice together. A rank's nodes have rows 0, 1, … in their order.
class NodeShares {
 public:
  /// slice  nodes that ranks work on together
  NodeShares(std::int64_t nodes, std::int64_t slice, int ranks)
      : nodes_(nodes), slice_(std::clamp<std::int64_t>(slice, 1, std::max<std::int64_t>(nodes, 1))), ranks_(ranks) {
    assert(slice > 0 && ranks > 0);
  }

  [[nodiscard]] std::int64_t nodes() const { return nodes_; }
  [[nodiscard]] int ranks() const { return ranks_; }
  [[nodiscard]] std::int64_t slices() const { return (nodes_ + slice_ - 1) / slice_; }
  [[nodiscard]] NodeSlice slice(std::int64_t index) const {
    return {.begin = index * slice_, .end = std::min((index + 1) * slice_, nodes_)};
  }
  /// What a rank has of a slice.
  [[nodiscard]] NodeSlice share_of(NodeSlice slice, int rank) const {
    return {.begin = slice.begin + slice.size() * rank / ranks_,
            .end = slice.begin + slice.size() * (rank + 1) / ranks_};
  }

  /// Where the shares of the ranks end, counted from the slice's first node.
  [[nodiscard]] std::vector<std::int64_t> ends_in(NodeSlice slice) const {
    std::vector<std::int64_t> ends;
    ends.reserve(static_cast<std::size_t>(ranks_));
    for (int rank = 0; rank < ranks_; ++rank) ends.push_back(share_of(slice, rank).end - slice.begin);
    return ends;
  }

  /// The neighbours of what a rank has of a slice.
  /// own  the rows of the rank's nodes
  [[nodiscard]] AdjacencyRows rows_of(const Adjacency& own, NodeSlice slice, int rank) const {
    return rows_from(own, first_row(slice, rank), share_of(slice, rank));
  }
  /// The same of all slices.
  [[nodiscard]] std::vector<AdjacencyRows> all_rows_of(const Adjacency& own, int rank) const {
    std::vector<AdjacencyRows> rows;
    rows.reserve(static_cast<std::size_t>(slices()));
    for (std::int64_t index = 0; index < slices(); ++index) rows.push_back(rows_of(own, slice(index), rank));
    return rows;
  }

  struct Place {
    int rank = 0;
    std::int64_t row = 0;
  };
  /// cost  a few divisions
  [[nodiscard]] Place place_of(std::int64_t node) const {
    if (ranks_ == 1) return {.rank = 0, .row = node};
    const NodeSlice slice = slice_with(node);
    const auto rank = static_cast<int>(((node - slice.begin + 1) * ranks_ - 1) / slice.size());
    return {.rank = rank, .row = first_row(slice, rank) + node - share_of(slice, rank).begin};
  }
  /// The row of the first node that a rank has of a slice.
  [[nodiscard]] std::int64_t first_row(NodeSlice slice, int rank) const {
    return slice.begin / slice_ * share_of({.begin = 0, .end = slice_}, rank).size();
  }
  /// The nodes of a rank.
  [[nodiscard]] std::int64_t rows(int rank) const {
    if (nodes_ == 0 || rank >= ranks_) return 0;
    const NodeSlice last = slice(slices() - 1);
    return first_row(last, rank) + share_of(last, rank).size();
  }

 private:
  std::int64_t nodes_;
  std::int64_t slice_;
  int ranks_;

  [[nodiscard]] NodeSlice slice_with(std::int64_t node) const { return slice(node / slice_); }
};

}  // namespace tuplepack::graph
