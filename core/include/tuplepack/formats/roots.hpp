#pragma once

#include "tuplepack/formats/sizes.hpp"
#include "tuplepack/temporal/events.hpp"

#include <span>
#include <string>
#include <vector>

namespace tuplepack {

/// Nodes whose neighbours are wanted, each as of a time, in any order (Roots in sample.hpp).
struct RootTable {
  std::vector<std::int64_t> nodes;  ///< [R]
  Times times;                      ///< [R]
};

struct RootReadOptions {
  Format format = Format::detect;  ///< csv or npy
  /// Names, or 1-based numbers, of the columns of nodes and times. Empty: as their names tell (in any case): node,
  /// node_id, n_id or root · time, timestamp, ts or t; without names, two columns in this order.
  std::vector<std::string> columns{};
};

/// Reads a table of roots, one per row, as read_events reads interactions; a .npy array has n × k whole numbers from
/// 0 to 2^53 − 1.
/// nodes   how many there are
/// errors  as read_events, but for the order of time; out_of_range (a node that is not one of them)
[[nodiscard]] Result<RootTable> read_roots(std::span<const char> bytes, std::int64_t nodes,
                                           const RootReadOptions& options = {});

}  // namespace tuplepack
