#include "record_files.hpp"

#include "failure.hpp"
#include "tuplepack/formats/shards.hpp"

#include <fmt/format.h>
#include <glob.h>

#include <filesystem>

namespace tuplepack::cli {

static bool file_exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

static std::vector<std::string> all_shards(const ShardedName& name) {
  std::vector<std::string> files;
  for (std::int64_t shard = 0; shard < name.shards; ++shard) {
    files.push_back(shard_name(name, shard));
    if (file_exists(files.back())) continue;
    throw Failure(fmt::format("{}: shard {} of {} is missing", files.back(), shard + 1, name.shards));
  }
  return files;
}

static std::vector<std::string> matching_files(const std::string& pattern) {
  glob_t found{};
  const int status = glob(pattern.c_str(), GLOB_ERR, nullptr, &found);
  std::vector<std::string> files(found.gl_pathv, found.gl_pathv + (status == 0 ? found.gl_pathc : 0));
  globfree(&found);
  if (files.empty()) throw Failure(fmt::format("{}: no file has such a name", pattern));
  return files;
}

std::vector<std::string> record_files(const std::string& name) {
  if (name == "-" || file_exists(name)) return {name};
  if (const auto sharded = sharded_name(name)) return all_shards(*sharded);
  if (name.find_first_of("*?[") != std::string::npos) return matching_files(name);
  return {name};
}

}  // namespace tuplepack::cli
