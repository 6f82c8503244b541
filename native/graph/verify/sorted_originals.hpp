#pragma once

#include "graph/parts/part_view.hpp"

#include <cstdint>
#include <vector>

namespace tuplepack::graph {

/// The original ids of the nodes or edges of a type that a part owns, in ascending order whatever order they are stored in:
/// DGL sorts unstably and promises none.
class SortedOriginals {
 public:
  SortedOriginals() = default;
  explicit SortedOriginals(Column<std::int64_t> stored) : stored_(stored) {}

  [[nodiscard]] std::int64_t size() const { return stored_.size(); }
  [[nodiscard]] std::int64_t operator[](std::int64_t rank) const { return stored_[position(rank)]; }
  /// Where the id of a rank is stored.
  [[nodiscard]] std::int64_t position(std::int64_t rank) const {
    return order_.empty() ? rank : order_[static_cast<std::size_t>(rank)];
  }
  /// The rank of the first id that is not below another.
  [[nodiscard]] std::int64_t first_from(std::int64_t least) const;

  /// Sorts ids that do not ascend. Until then their order is that of the file.
  /// cost  8 bytes for each of them, and n log n
  void sort();

 private:
  Column<std::int64_t> stored_;
  std::vector<std::int64_t> order_;  // positions by rank; empty: they ascend
};

}  // namespace tuplepack::graph
