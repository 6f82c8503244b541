#pragma once

#include "edge_arrays.hpp"
#include "tuplepack/formats/edges/edge_ends.hpp"

#include <string>

namespace tuplepack::graph {

/// The edges in a .npz archive: its only array, the only one wanted, or "edge_index", see EdgeArrays and field_edges; or the two
/// of sources and targets, of one dimension each, which `ends` chooses. "num_nodes" (of nodes of one type), or the shape of
/// "row" and "col" (SciPy's coo matrices), tells the numbers of nodes, unless these are numbered, or it is something else.
/// note    takes what was taken for granted
/// spill   see NpzFile::open_array
/// errors  of the system; FILE: those of NpzFile, EdgeEnds::choose, edge_arrays and field_edges; unsupported (two kinds of
///         edges; SciPy's compressed matrices; a matrix that is not square of nodes of one type)
[[nodiscard]] Result<EdgeArrays> npz_edges(const std::string& path, formats::EdgeEnds& ends,
                                           const formats::EdgeEnds::Note& note, const std::string& spill);

}  // namespace tuplepack::graph
