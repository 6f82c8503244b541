#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/graph/partition/parts.hpp"

#include <string_view>

namespace tuplepack::formats {

/// Reads the metadata.json of a partitioned graph. Other keys are ignored. Only the structure is
/// checked here; `verify` checks that ranges tile and counts add up.
/// errors  malformed, with line and column if the text is not JSON; else the path of the value, as in "/node_map/a": a
///         missing key, a value of another kind, types that are not numbered 0, 1, … or have no map, another number of
///         ranges than parts · not_an_integer · negative · too_large · those of check_parts
[[nodiscard]] Result<graph::PartitionedGraph> read_part_metadata(std::string_view json);

/// Whether a metadata.json is that of a partitioned graph, and not of a chunked one: it has num_parts.
[[nodiscard]] bool is_part_metadata(std::string_view json);

/// A file as a manifest lists it.
struct ListedFile {
  std::string path;  ///< from the folder of the manifest
  std::int64_t bytes = 0;
  std::string hash;  ///< XXH3, 128 bits, as hexadecimal digits
};

struct PartManifest {
  bool both = false;  ///< edges from inner nodes to others are stored too
  std::vector<ListedFile> files;
};

/// Reads the manifest.json beside the parts: {"stored_edges": "in" or "both", "files": [{"path": …, "bytes": …,
/// "hash": …}, …]}. Other keys are ignored.
/// errors  as read_part_metadata
[[nodiscard]] Result<PartManifest> read_part_manifest(std::string_view json);

}  // namespace tuplepack::formats
