#include "shard_files.hpp"

#include "files.hpp"

#include <cassert>
#include <filesystem>

namespace tuplepack::files {

namespace fs = std::filesystem;

/// Whether a name ends in a number of shards that cannot be.
static bool has_wrong_shard_count(const std::string& name) {
  const std::size_t at = name.rfind('@');
  return at != std::string::npos && name.find_first_not_of("0123456789", at + 1) == std::string::npos &&
         !formats::sharded_name(name);
}

static Result<void> require_new(const std::string& file) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(file, error))) return {};
  return fail(ErrorCode::unsupported, file + ": already exists");
}

static std::vector<std::string> names_of(const std::string& name) {
  const auto sharded = formats::sharded_name(name);
  return sharded ? shard_names(*sharded) : std::vector{name};
}

/// The same for both spellings.
static std::string staging_name(const formats::ShardedName& name) {
  return name.base + "@" + std::to_string(name.shards);
}

static std::string staging_name(const std::string& name) {
  const auto sharded = formats::sharded_name(name);
  return sharded ? staging_name(*sharded) : name;
}

ShardFiles::ShardFiles(const std::string& name)
    : folder_(StagingFolder::path_for(staging_name(name))), names_(names_of(name)) {}

Result<ShardFiles> ShardFiles::create(const std::string& name, std::string_view run) {
  if (has_wrong_shard_count(name)) {
    return fail(ErrorCode::out_of_range, name + ": the number of shards after @ must be from 1 to 1,000,000");
  }
  ShardFiles files(name);
  auto staging = StagingFolder::create_for_files(staging_name(name), run);
  if (!staging) return tl::unexpected(std::move(staging.error()));
  for (const std::string& file : files.names_) {
    auto is_new = require_new(file);
    if (is_new) continue;
    staging->keep(staging->is_resumed() && staging->has_content());
    return tl::unexpected(std::move(is_new.error()));
  }
  files.staging_.emplace(std::move(*staging));
  return files;
}

ShardFiles ShardFiles::join(const std::string& name) {
  return ShardFiles(name);
}

std::string ShardFiles::staged(const std::string& name) const {
  return folder_ + "/" + fs::path(name).filename().string();
}

void ShardFiles::keep() {
  if (staging_) staging_->keep(true);
}

Result<void> ShardFiles::add_file(const std::string& name, std::string_view content) {
  if (auto is_new = require_new(name); !is_new) return is_new;
  auto file = FileWriter::create(staged(name));
  if (!file) return tl::unexpected(std::move(file.error()));
  others_.push_back(name);
  if (auto written = file->write(content); !written) return written;
  return file->sync_and_close();
}

Result<std::vector<std::string>> ShardFiles::commit() {
  assert(staging_);
  std::vector<std::string> all;
  for (const auto* names : {&names_, &others_}) {
    for (const std::string& name : *names) all.push_back(fs::path(name).filename().string());
  }
  if (auto published = staging_->publish(all); !published) return tl::unexpected(std::move(published.error()));
  return names_;
}

bool is_unfinished(const formats::ShardedName& name) {
  return is_being_published(staging_name(name));
}

}  // namespace tuplepack::files
