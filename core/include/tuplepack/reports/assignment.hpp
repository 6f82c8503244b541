#pragma once

#include "tuplepack/packing/assign.hpp"

#include <cstdint>

namespace tuplepack::reports {

/// What became of the items.
struct AssignmentCounts {
  std::int64_t items = 0;          ///< that were given
  std::int64_t packs = 0;          ///< padding packs included
  std::int64_t padding_packs = 0;  ///< empty ones
  std::int64_t dropped = 0;
  std::int64_t pieces = 0;  ///< in the packs

  /// Whether items were split into several pieces.
  [[nodiscard]] bool has_split_items() const { return pieces > items - dropped; }
};

/// items  given to the Assigner
[[nodiscard]] AssignmentCounts assignment_counts(const packing::Assignment& assignment, std::int64_t items);

}  // namespace tuplepack::reports
