#pragma once

#include "tuplepack/graph/partition/chunks.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tuplepack::cli {

/// What columns of ids in a table of features mean, where they are not the feature itself. All are left out of the dimensions.
enum class RowIds : std::uint8_t {
  of_edges,  ///< those of edges, and of their sources and destinations
  left_out,  ///< those of nodes
  checked,   ///< those of nodes, and an index: these are in the order of rows, see RowOrder
};

/// Reads the files of features that are text (CSV), and names .npy arrays of them in their place, whose paths begin so:
/// int64 where all numbers of a feature are whole, else float64; n, or n × k of several columns. The column is the one that
/// the feature names, or that has its name, or the only one; else each is a dimension. A first line of numbers is a row,
/// unless it counts the columns. Throws Failure.
/// cost  memory of 8 bytes a number of one feature
void convert_text_features(std::vector<graph::FeatureChunks>& features, const std::string& beginning, RowIds ids);

}  // namespace tuplepack::cli
