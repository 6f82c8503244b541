#pragma once

#include "tuplepack/temporal/sample.hpp"

#include <span>
#include <string>
#include <vector>

namespace tuplepack::cli {

/// Writes R roots and their neighbours as .npz or .npy (see ArrayFiles); NeighbourArrays has the layout.
///   root_nodes  int64, R
///   root_times  int64 or float64 as the events', R
///   nodes       int64, R × k     the neighbours, newest first; −1: none
///   events      int64, R × k     the events they come from; −1: none
///   times       as root_times, R × k
///   counts      int32, R         number of neighbours
///   offsets     int64, batches + 1, if there are batches: batch b holds the events [offsets[b], offsets[b+1])
///   feature_rows  int64, E, if they are not 0, 1, …: the row of each event in a table of edge features
/// With several layers, the four arrays of neighbours are nodes_1, …, counts_1, nodes_2, …; the roots of a layer are the
/// slots of the layer before, row by row.
/// Returns the names of the arrays. Throws Failure.
template <typename Time>
[[nodiscard]] std::vector<std::string> write_neighbours(const std::string& path, const temporal::Roots<Time>& roots,
                                                        std::span<const temporal::Neighbours<Time>> layers,
                                                        std::span<const std::int64_t> offsets,
                                                        std::span<const std::int64_t> feature_rows);

}  // namespace tuplepack::cli
