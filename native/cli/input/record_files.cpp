#include "record_files.hpp"

#include "cli/output/failure.hpp"
#include "cli/output/text.hpp"
#include "files/shard_files.hpp"
#include "tuplepack/formats/sizes/shards.hpp"
#include "tuplepack/formats/tensorflow/tf_record.hpp"

#include <fmt/format.h>
#include <glob.h>

#include <filesystem>
#include <optional>

namespace tuplepack::cli {

static bool file_exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

static void require_finished(const formats::ShardedName& name) {
  if (!files::is_unfinished(name)) return;
  throw Failure(
      fmt::format("{}@{}: some shards are still missing; wait for the command that writes them, or, "
                  "if it was killed, run it again",
                  name.base, name.shards));
}

/// The set that "base-00000-of-00004" would be a shard of.
static std::optional<formats::ShardedName> set_of(std::string_view file) {
  const std::size_t count = file.rfind("-of-");
  const std::size_t shard = count == std::string_view::npos ? count : file.find_last_not_of("0123456789", count - 1);
  if (shard == std::string_view::npos || shard + 1 == count || file[shard] != '-') return std::nullopt;
  return formats::sharded_name(std::string(file.substr(0, shard)) + "@" + std::string(file.substr(count + 4)));
}

static std::vector<std::string> all_shards(const formats::ShardedName& name) {
  require_finished(name);
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
  if (files.empty()) throw Failure(fmt::format("{}: no files match this pattern", pattern));
  for (const std::string& file : files) {
    if (const auto set = set_of(file)) require_finished(*set);
  }
  return files;
}

std::vector<std::string> record_files(const std::string& name) {
  if (name == "-" || file_exists(name)) return {name};
  if (const auto sharded = formats::sharded_name(name)) return all_shards(*sharded);
  if (name.find_first_of("*?[") != std::string::npos) return matching_files(name);
  return {name};
}

bool is_packed_records(std::string_view first_bytes) {
  return formats::record_container(first_bytes) != formats::RecordContainer::none;
}

formats::TextPieces pieces_of(ByteSource& source, Progress& progress) {
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

std::string name_of_all(const std::vector<std::string>& files) {
  std::string first = source_name(files.front());
  if (files.size() == 1) return first;
  return fmt::format("{} and {}", first, counted(static_cast<std::int64_t>(files.size()) - 1, "other file"));
}

}  // namespace tuplepack::cli
