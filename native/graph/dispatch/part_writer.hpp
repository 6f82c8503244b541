#pragma once

#include "graph/dispatch/part_files.hpp"

#include <string>
#include <vector>

namespace tuplepack::graph {

/// Writes a file of a part, in memory that does not depend on its size.
/// errors  those of write_array and of the sink
[[nodiscard]] Result<void> write_part_file(const PartContent& content, const PartFile& file, const PartSizes& sizes,
                                           const ByteSink& sink);

/// The texts before each array of a file and after the last one.
/// arrays  their sizes in bytes
[[nodiscard]] std::vector<std::string> texts_between(const formats::FileLayout& layout,
                                                     const std::vector<std::int64_t>& arrays);

}  // namespace tuplepack::graph
