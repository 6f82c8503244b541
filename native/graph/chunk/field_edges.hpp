#pragma once

#include "edge_arrays.hpp"

#include <span>
#include <string>

namespace tuplepack::graph {

/// The edges in two fields of a structured array of numpy, chosen as choose_edge_columns chooses columns.
/// errors  those of open_any_npy; FILE: those of choose_edge_columns and edge_arrays; fields of Python objects; data that is
///         shorter or longer than the array
[[nodiscard]] Result<EdgeArrays> field_edges(files::NpyFile array, std::span<const std::string> wanted, EndIds ids);

}  // namespace tuplepack::graph
