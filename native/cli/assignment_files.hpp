#pragma once

#include "request.hpp"

#include <string>
#include <vector>

namespace tuplepack::cli {

/// Writes an assignment: .npz, .npy (see ArrayFiles) or .csv; "-" is CSV on standard output.
///   offsets  int64, packs + 1     pack p holds items[offsets[p] : offsets[p+1]]
///   items    int32, one per piece
///   begins   int64, one per piece, where items were split
///   dropped  int32, where items were dropped
///   segment_ids, position_ids  int32, packs × limit                        one pair per component; the component's
///   name cu_seqlens                 int32, pack p at [offsets[p] + p : offsets[p+1] + p + 1]  follows when there are
///   several
/// CSV has the columns pack, item, and begin where items were split.
/// Returns the names of the arrays or columns. Throws Failure.
[[nodiscard]] std::vector<std::string> write_assignment(const std::string& path, const Assignment& assignment,
                                                        const PlanDocument& document, const Emit& emit);

/// Refuses a name that write_assignment would refuse, before the work is done.
void require_writable(const std::string& path, const Emit& emit);

}  // namespace tuplepack::cli
