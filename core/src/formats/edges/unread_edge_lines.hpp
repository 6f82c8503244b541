#pragma once

#include "tuplepack/base/result.hpp"

#include <optional>
#include <string_view>

namespace tuplepack::formats {

/// The error of lines of different lengths that look like edges, are known, and are not read: adjacency lists, a graph of METIS
/// that is cut off. None for other text.
/// text    its beginning, without a byte order mark; a last line that does not end is left out
/// errors  unsupported · malformed; with the line
[[nodiscard]] std::optional<Error> unread_edge_lines(std::string_view text);

}  // namespace tuplepack::formats
