#pragma once

#include "tuplepack/graph/partition/chunks.hpp"

#include <string>

namespace tuplepack::cli {

/// Says which files of a chunked graph may have been cut.
void note_cut_files(const graph::ChunkedGraph& graph, const std::string& folder);

}  // namespace tuplepack::cli
