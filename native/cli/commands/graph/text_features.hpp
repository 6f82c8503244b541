#pragma once

#include "tuplepack/graph/partition/chunks.hpp"

#include <string>
#include <vector>

namespace tuplepack::cli {

/// Reads the files of features that are text (CSV), and names .npy arrays of them in their place, whose paths begin so:
/// int64 where all numbers of a feature are whole, else float64; n, or n × k of several columns. The column is the one that
/// the feature names, or that has its name, or the only one; else each is a dimension. A first line of numbers is a row,
/// unless it counts the columns. Throws Failure.
/// cost  memory of 8 bytes a number of one feature
void convert_text_features(std::vector<FeatureChunks>& features, const std::string& beginning);

}  // namespace tuplepack::cli
