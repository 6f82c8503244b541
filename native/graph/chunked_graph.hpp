#pragma once

#include "tuplepack/graph/chunks.hpp"

namespace tuplepack {

/// Reads DIR/metadata.json and checks it. Files of edges and features are not opened.
/// folder  DIR, or the path of a metadata file
/// errors  of the system; those of read_chunk_metadata, with FILE:LINE:COLUMN: before the message
[[nodiscard]] Result<ChunkedGraph> read_chunked_graph(const std::string& folder);

/// The path of a file that the metadata names: relative ones begin at the folder.
[[nodiscard]] std::string chunk_path(const std::string& folder, const std::string& file);

}  // namespace tuplepack
