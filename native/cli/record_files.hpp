#pragma once

#include <string>
#include <vector>

namespace tuplepack::cli {

/// The files that a name stands for: "base@4" and "base-?????-of-00004" for all their shards, other names with * or ?
/// for the files that match, in order of their names; the name itself where a file has it. Throws Failure when there is
/// none, or a shard is missing.
[[nodiscard]] std::vector<std::string> record_files(const std::string& name);

}  // namespace tuplepack::cli
