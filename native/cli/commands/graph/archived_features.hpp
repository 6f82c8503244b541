#pragma once

#include "tuplepack/graph/partition/chunks.hpp"

#include <string>
#include <vector>

namespace tuplepack::cli {

/// Unpacks the arrays of features that are in .npz archives, and names files of them in their place, whose paths begin so.
/// The array is the one that the feature's column names, or that has the feature's name, or the only one. Throws Failure.
/// cost  memory of a piece
void unpack_archived_features(std::vector<graph::FeatureChunks>& features, const std::string& beginning);

}  // namespace tuplepack::cli
