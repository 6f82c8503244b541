#pragma once

#include "cli/requests/temporal_request.hpp"
#include "tuplepack/formats/interactions/features.hpp"

#include <string>
#include <vector>

namespace tuplepack::cli {

/// Writes the result of step I for every batch as .npz or .npy (see ArrayFiles).
///   ids             int64, ΣQ         of batch b: [id_offsets[b], id_offsets[b + 1])
///   unique          int64, ΣR         of batch b: [unique_offsets[b], unique_offsets[b + 1])
///   inverse         int32, ΣQ         position of the id among the unique ids of its batch
///   counts          int32, Σ roots and neighbours that have neighbours looked for: how many were found
///   negatives       int64, E × n      of all events, in their order
///   id_offsets, unique_offsets, count_offsets   int64, batches + 1
///   offsets         int64, batches + 1   of events
///   rows            ΣR × d, if there are features: the rows of the unique ids, in their own type
/// features  may be null
/// Returns the names of the arrays. Throws Failure.
[[nodiscard]] std::vector<std::string> write_access(const std::string& path, temporal::RequestedRows& rows,
                                                    const temporal::Split& batches, temporal::UniqueTable& table,
                                                    temporal::UniqueOrder order, const formats::FeatureTable* features);

}  // namespace tuplepack::cli
