#pragma once

#include "cli/requests/request.hpp"
#include "tuplepack/packing/pack_slice.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tuplepack::cli {

using UseSlice = std::function<void(const packing::PackSlice&)>;

/// What is needed of slices, besides offsets; the rest may be empty.
struct SliceParts {
  bool items = false;
  bool begins = false;
  bool sizes = false;
};

/// All packs of an assignment.
struct PackSlices {
  std::int64_t packs = 0;    ///< padding packs included
  std::int64_t pieces = 0;   ///< in them
  std::int64_t deepest = 0;  ///< pieces in one pack, at most
  bool split = false;        ///< whether pieces have a begin
  bool wide = false;         ///< whether numbers of items need 64 bits
  std::vector<std::int64_t> dropped{};
  /// Passes the packs in their order, some at a time; as often as called.
  std::function<void(SliceParts needed, const UseSlice& use)> each{};
};

/// assumes  the assignment, of this plan, outlives them
[[nodiscard]] PackSlices slices_of(const packing::Assignment& assignment, const packing::Plan& plan);

/// Writes an assignment as .npz, .npy (see ArrayFiles), .parquet, .arrow or .csv; "-" is CSV on standard output.
///   offsets       int64, packs + 1      pack p holds items[offsets[p] : offsets[p + 1]]
///   items         int32, one per piece; int64 where there are 2^31 items or more
///   begins        int64, one per piece, if items were split
///   dropped       as items, if items were dropped
///   segment_ids   int32, packs × limit
///   position_ids  int32, packs × limit
///   cu_seqlens    int32, pack p at [offsets[p] + p : offsets[p + 1] + p + 1]
/// With several components, the last three exist for each, as segment_ids_NAME and so on. Parquet and Arrow have a
/// row per pack, whose columns are lists: all arrays but offsets and dropped. CSV has the columns pack and item, and
/// begin if items were split.
/// Returns the names of the arrays or columns. Throws Failure.
[[nodiscard]] std::vector<std::string> write_assignment(const std::string& path, const PackSlices& slices,
                                                        const packing::PlanDocument& document, const Emit& emit);

/// Rejects a file name that write_assignment cannot write, before any work is done.
void require_writable(const std::string& path, const Emit& emit);

}  // namespace tuplepack::cli
