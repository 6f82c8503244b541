#include "record_files.hpp"

#include "failure.hpp"
#include "tuplepack/formats/shards.hpp"
#include "tuplepack/formats/tf_record.hpp"

#include <fmt/format.h>
#include <glob.h>

#include <filesystem>

namespace tuplepack::cli {

static bool file_exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

static std::vector<std::string> all_shards(const ShardedName& name) {
  std::vector<std::string> files = shard_names(name);
  for (std::size_t shard = 0; shard < files.size(); ++shard) {
    if (file_exists(files[shard])) continue;
    throw Failure(fmt::format("{}: shard {} of {} is missing", files[shard], shard + 1, name.shards));
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

bool is_packed_records(std::string_view first_bytes) {
  return record_container(first_bytes) != RecordContainer::none;
}

TextPieces pieces_of(ByteSource& source, Progress& progress) {
  return [&]() -> std::string_view {
    const auto piece = source.next();
    if (const auto fraction = source.fraction_read()) progress.update(*fraction);
    return {piece.data(), piece.size()};
  };
}

std::vector<std::string> files_of(const std::vector<std::string>& names) {
  std::vector<std::string> files;
  for (const std::string& name : names) {
    for (std::string& file : record_files(name)) files.push_back(std::move(file));
  }
  return files;
}

}  // namespace tuplepack::cli
