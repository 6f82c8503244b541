#pragma once

#include "tuplepack/temporal/split.hpp"

#include <span>
#include <string>
#include <vector>

namespace tuplepack::cli {

/// Writes batches as .npz, .npy (see ArrayFiles) or .csv; "-" is CSV on standard output.
///   offsets  int64, batches + 1   batch b holds the interactions [offsets[b], offsets[b+1])
///   losses   int64, batches
///   parts    int64, parts + 1, if there are several: part p holds the batches [parts[p], parts[p+1])
///   feature_rows  int64, E, if they are not 0, 1, …: the row of each interaction in a table of edge features
/// CSV has the columns batch, begin, end and loss.
/// Returns the names of the arrays or columns. Throws Failure.
[[nodiscard]] std::vector<std::string> write_batches(const std::string& path, const temporal::Split& split,
                                                     std::span<const std::int64_t> parts,
                                                     std::span<const std::int64_t> feature_rows);

/// Rejects a file name that is neither .json nor one that write_batches can write, before any work is done.
void require_batch_file(const std::string& path);

}  // namespace tuplepack::cli
