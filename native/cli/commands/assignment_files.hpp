#pragma once

#include "cli/requests/request.hpp"

#include <string>
#include <vector>

namespace tuplepack::cli {

/// Writes an assignment as .npz, .npy (see ArrayFiles), .parquet, .arrow or .csv; "-" is CSV on standard output.
///   offsets       int64, packs + 1      pack p holds items[offsets[p] : offsets[p + 1]]
///   items         int32, one per piece
///   begins        int64, one per piece, if items were split
///   dropped       int32, if items were dropped
///   segment_ids   int32, packs × limit
///   position_ids  int32, packs × limit
///   cu_seqlens    int32, pack p at [offsets[p] + p : offsets[p + 1] + p + 1]
/// With several components, the last three exist for each, as segment_ids_NAME and so on. Parquet and Arrow have a
/// row per pack, whose columns are lists: all arrays but offsets and dropped. CSV has the columns pack and item, and
/// begin if items were split.
/// Returns the names of the arrays or columns. Throws Failure.
[[nodiscard]] std::vector<std::string> write_assignment(const std::string& path, const packing::Assignment& assignment,
                                                        const packing::PlanDocument& document, const Emit& emit);

/// Rejects a file name that write_assignment cannot write, before any work is done.
void require_writable(const std::string& path, const Emit& emit);

}  // namespace tuplepack::cli
