#pragma once

#include "tuplepack/base/keep_going.hpp"
#include "tuplepack/formats/edges/node_ids.hpp"
#include "tuplepack/graph/partition/chunks.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tuplepack::cli {

using formats::NodeIds;

/// The feature that has the ids of nodes as they were before they were numbered: int64, or where they are text, its bytes,
/// zeros after them, uint8 of n × the longest.
inline constexpr std::string_view raw_id_feature = "raw_id";

/// Reads ids of nodes in their order: the first column of a table, under a header or none. Throws Failure.
void read_node_ids(const std::string& path, NodeIds& ids);

/// Writes FOLDER/raw_ids/TYPE.csv, and the feature, in files of `sizes` rows.
/// errors  of the system · stopped
[[nodiscard]] Result<graph::FeatureChunks> write_node_ids(const NodeIds& ids, std::size_t type, const std::string& name,
                                                          std::span<const std::int64_t> sizes,
                                                          const std::string& folder, const KeepGoing& keep_going);

}  // namespace tuplepack::cli
