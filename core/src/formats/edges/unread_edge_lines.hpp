#pragma once

#include "tuplepack/base/result.hpp"

#include <optional>
#include <string_view>

namespace tuplepack {

/// The error of lines that look like edges, are known, and are not read: columns between "::" as those of MovieLens, and lines of
/// different lengths: edges of networkx with different attributes, adjacency lists, a graph of METIS that is cut off. None
/// for other text.
/// text    its beginning, without a byte order mark; a last line that does not end is left out
/// errors  unsupported · malformed; with the line
[[nodiscard]] std::optional<Error> unread_edge_lines(std::string_view text);

}  // namespace tuplepack
