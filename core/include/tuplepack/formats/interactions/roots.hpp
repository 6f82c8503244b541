#pragma once

#include "tuplepack/formats/bytes/zip_members.hpp"
#include "tuplepack/formats/edges/id_text.hpp"
#include "tuplepack/formats/sizes/sizes.hpp"
#include "tuplepack/temporal/events.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::formats {

/// Nodes and times to sample neighbours for, in any order (Roots in sample.hpp).
struct RootTable {
  std::vector<std::int64_t> nodes;                      ///< [R]
  temporal::Times times;                                ///< [R]
  temporal::TimeUnit unit = temporal::TimeUnit::plain;  ///< of times
};

struct RootReadOptions {
  Format format = Format::detect;  ///< csv, npy or npz
  /// Names or 1-based numbers of the columns of nodes and times. Empty: found by name (in any case): node, node_id,
  /// n_id or root · time, timestamp, ts or t; without a header, two columns in this order.
  std::vector<std::string> columns{};
  NumberNode number{};  ///< as those of the interactions; see EventReadOptions
  Inflate inflate{};    ///< as for these
  /// Told what was taken for granted: that times are dates, that the last line may be cut. May be empty.
  std::function<void(const std::string& text)> note{};
};

/// Reads a table of roots, one per row, as read_events reads interactions.
/// nodes   the number of nodes
/// errors  as read_events, except for the order of times; out_of_range (a node that does not exist)
[[nodiscard]] Result<RootTable> read_roots(std::span<const char> bytes, std::int64_t nodes,
                                           const RootReadOptions& options = {});

}  // namespace tuplepack::formats
