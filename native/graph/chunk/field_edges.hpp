#pragma once

#include "edge_arrays.hpp"
#include "tuplepack/formats/edges/edge_ends.hpp"

namespace tuplepack::graph {

/// The edges in two fields of a structured array of numpy, chosen by `ends`.
/// is_chosen  the array is what is wanted, not two fields
/// errors  those of open_any_npy; FILE: those of EdgeEnds::choose and edge_arrays; fields of Python objects; data that is
///         shorter or longer than the array
[[nodiscard]] Result<EdgeArrays> field_edges(files::NpyFile array, formats::EdgeEnds& ends,
                                             const formats::EdgeEnds::Note& note, bool is_chosen = false);

}  // namespace tuplepack::graph
