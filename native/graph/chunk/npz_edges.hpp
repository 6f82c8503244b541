#pragma once

#include "edge_arrays.hpp"

#include <span>
#include <string>

namespace tuplepack::graph {

/// The edges in a .npz archive: its only array, the only one wanted, or "edge_index", see EdgeArrays and field_edges; or the two of sources and targets, of one
/// dimension each, chosen as choose_edge_columns chooses columns.
/// spill   see NpzFile::open_array
/// errors  of the system; FILE: those of NpzFile, choose_edge_columns, edge_arrays and field_edges
[[nodiscard]] Result<EdgeArrays> npz_edges(const std::string& path, std::span<const std::string> wanted, EndIds ids,
                                           const std::string& spill);

}  // namespace tuplepack::graph
