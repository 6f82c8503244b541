#pragma once

#include "tuplepack/temporal/split.hpp"

#include <string>
#include <vector>

namespace tuplepack::cli {

/// Writes batches: .npz, .npy (see ArrayFiles) or .csv; "-" is CSV on standard output.
///   offsets  int64, batches + 1   batch b holds the interactions [offsets[b], offsets[b+1])
///   losses   int64, batches
/// CSV has the columns batch, begin, end and loss.
/// Returns the names of the arrays or columns. Throws Failure.
[[nodiscard]] std::vector<std::string> write_batches(const std::string& path, const Split& split);

/// Refuses a name that neither write_batches nor .json stands for, before the work is done.
void require_batch_file(const std::string& path);

}  // namespace tuplepack::cli
