#pragma once

#include "tuplepack/graph/partition/chunks.hpp"

#include <string>
#include <vector>

namespace tuplepack::graph {

/// Reads DIR/metadata.json and checks it. Files of edges and features are not opened.
/// folder  DIR, or the path of a metadata file
/// errors  of the system; those of read_chunk_metadata, with FILE:LINE:COLUMN: before the message
[[nodiscard]] Result<ChunkedGraph> read_chunked_graph(const std::string& folder);

/// The path of a file that the metadata names: relative ones begin at the folder.
[[nodiscard]] std::string chunk_path(const std::string& folder, const std::string& file);

/// The text files of edges whose last line does not end: DGL, numpy and `chunk` end every line, so such a file may have been
/// cut within its last number.
/// result  paths; files that cannot be read are left to whoever reads them
[[nodiscard]] std::vector<std::string> files_without_last_newline(const ChunkedGraph& graph, const std::string& folder);

}  // namespace tuplepack::graph
