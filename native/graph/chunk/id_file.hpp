#pragma once

#include "files/input_file.hpp"
#include "tuplepack/formats/edges/id_text.hpp"

#include <cstdint>
#include <functional>

namespace tuplepack::graph {

/// Reads a file of lines of ids, see IdTextReader.
/// advance  told how many bytes more were read, about every megabyte; its errors end the reading
/// errors   of the system; those of IdTextReader and of the sink, with FILE:LINE:COLUMN: before the message
[[nodiscard]] Result<void> read_id_file(const files::InputFile& file, formats::IdTextOptions options,
                                        formats::IdSink sink,
                                        const std::function<Result<void>(std::int64_t bytes)>& advance = {});

}  // namespace tuplepack::graph
