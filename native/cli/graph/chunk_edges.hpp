#pragma once

#include "graph/chunk_writer.hpp"
#include "long_job.hpp"
#include "tuplepack/formats/id_text.hpp"

#include <span>
#include <string>

namespace tuplepack::cli {

/// Reads the files of an edge type, one after the other, into a new spool: text, also gzipped or from standard input, .npy
/// and .npz. A .npy array of one dimension has sources, and the next file their destinations. Throws Failure.
/// limits   of sources and destinations
/// columns  see choose_edge_columns
[[nodiscard]] EdgeSpool read_edge_files(std::span<const std::string> paths, std::span<const IdLimit, 2> limits,
                                        std::span<const std::string> columns, const std::string& spool_path,
                                        LongJob& job);

}  // namespace tuplepack::cli
