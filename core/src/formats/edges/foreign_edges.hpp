#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tuplepack::formats {

/// For an error: what a text with edges is that is known and not read, such as GML, DOT or JSON, and the way out; none for
/// other text. In lines of words that could be ids of nodes, only what no table of edges has.
/// text  its beginning, the first line at least, without a byte order mark
[[nodiscard]] std::optional<std::string> foreign_edges(std::string_view text);

}  // namespace tuplepack::formats
