#pragma once

#include "tuplepack/base/result.hpp"

#include <optional>
#include <string_view>

namespace tuplepack::formats {

/// Refuses text with the edges of a graph where sizes are read: a graph of METIS or a network of KONECT. Nothing while too
/// little is known.
/// text    its beginning; up to 1 MiB is looked at
/// whole   this is all
/// errors  unsupported
[[nodiscard]] std::optional<Result<void>> refuse_graph_text(std::string_view text, bool whole);

}  // namespace tuplepack::formats
