#pragma once

#include "edge_arrays.hpp"

#include <span>
#include <string>

namespace tuplepack {

/// The edges in a .npz archive: its only array, see EdgeArrays; or the two of sources and targets, of one dimension each,
/// chosen as choose_edge_columns chooses columns.
/// errors  of the system; FILE: those of zip_members, choose_edge_columns and edge_arrays
[[nodiscard]] Result<EdgeArrays> npz_edges(const std::string& path, std::span<const std::string> wanted);

}  // namespace tuplepack
