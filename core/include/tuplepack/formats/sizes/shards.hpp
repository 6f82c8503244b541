#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

/// A data set in N files: base-00000-of-00004, base-00001-of-00004, ….
struct ShardedName {
  std::string base;
  std::int64_t shards = 0;
};

/// Reads "base@4", or "base-?????-of-00004" as TF-GNN writes it. None: another name.
[[nodiscard]] std::optional<ShardedName> sharded_name(std::string_view text);

/// The name of one of its files.
/// assumes  0 ≤ shard < name.shards
[[nodiscard]] std::string shard_name(const ShardedName& name, std::int64_t shard);

/// The names of all its files.
[[nodiscard]] std::vector<std::string> shard_names(const ShardedName& name);

}  // namespace tuplepack::formats
