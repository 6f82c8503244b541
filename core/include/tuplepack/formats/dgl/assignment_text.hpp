#pragma once

#include "tuplepack/formats/edges/id_text.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tuplepack::formats {

// The files of an assignment, as DGL's partitioning writes and its dispatch reads them: a text for each node type with
// the part of every node, one per line, and partition_meta.json.

/// How the text of a node type is read: a part per line.
[[nodiscard]] IdTextOptions part_lines(std::int64_t parts);

/// Appends the lines of some nodes.
void append_part_lines(std::string& text, std::span<const std::uint16_t> parts);

/// The content of partition_meta.json.
struct PartitionMetadata {
  std::int64_t parts = 0;
  std::string algorithm;  ///< "random" or "metis": DGL refuses other names
};

/// errors  malformed · not_an_integer · negative · limit_not_positive · too_large (more than max_parts)
[[nodiscard]] Result<PartitionMetadata> read_partition_metadata(std::string_view json);

[[nodiscard]] std::string partition_metadata(const PartitionMetadata& metadata);

}  // namespace tuplepack::formats
