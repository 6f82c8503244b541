#pragma once

#include "tuplepack/formats/rows/read_options.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tuplepack::formats {

// What the name of a column tells of what is in it.

/// Whether a name is that of ids, as of rows, or of metadata, as labels and epochs: no sizes.
[[nodiscard]] bool is_identifier(std::string_view name);

/// Whether a name is that of metadata alone, what is known of a row: "label", "zip_code".
[[nodiscard]] bool names_metadata(std::string_view name);

/// Whether a name is that of an index, which may be the sizes of a histogram all the same.
[[nodiscard]] bool is_index(std::string_view name);

/// Whether a name is that of sizes, "num_tokens": what is in such a column and not a size is an error.
[[nodiscard]] bool names_sizes(std::string_view name);

/// Whether a name is that of flags, such as masks and types of tokens.
[[nodiscard]] bool names_flags(std::string_view name);

/// Whether a name is that of offsets, of which the differences are sizes.
[[nodiscard]] bool names_offsets(std::string_view name);

/// Whether a name is that of the sources of edges, as "src".
[[nodiscard]] bool names_source(std::string_view name);

/// Whether a name is that of the sources or the destinations of edges.
[[nodiscard]] bool names_end(std::string_view name);

/// The column of counts where nobody named one, and none is called "count": by another usual name, if it is not chosen as
/// sizes. None: there is no such column, or several.
[[nodiscard]] std::optional<std::size_t> usual_count(std::span<const std::string> names, const ReadOptions& options);

/// Whether two columns that are read as sizes may be sizes and their counts, by their names: the second is named as counts
/// may be, or only the first as sizes are. What to do then, their order tells.
[[nodiscard]] bool may_be_counted(std::string_view sizes, std::string_view counts);

}  // namespace tuplepack::formats
