#include "graph/staging.hpp"

#include "graph/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

namespace tuplepack {

namespace fs = std::filesystem;

static tl::unexpected<Error> failed(const std::string& path, const std::error_code& error) {
  return fail(ErrorCode::unsupported, path + ": " + error.message());
}

static Result<void> sync_one(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0) return system_error(path);
  const bool synced = fsync(descriptor) == 0 || errno == EINVAL;  // EINVAL: not of a kind that is on a disk
  const auto error = system_error(path);
  ::close(descriptor);
  if (!synced) return error;
  return {};
}

Result<void> sync_tree(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(fs::symlink_status(path, error))) {
    for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
      if (entry->is_symlink()) continue;
      if (auto synced = sync_tree(entry->path().string()); !synced) return synced;
    }
    if (error) return failed(path, error);
  }
  return sync_one(path);
}

Result<void> rename_synced(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) return system_error(to);
  const std::string folder = fs::path(to).parent_path().string();
  return sync_one(folder.empty() ? "." : folder);
}

/// Without slashes at the end, which a name beside it would follow.
static std::string without_slashes(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

/// An empty folder may be there: rename(2) replaces it.
static Result<void> require_free(const std::string& target) {
  if (target.empty()) return fail(ErrorCode::empty, "the name of a folder is empty");
  std::error_code error;
  const fs::file_status status = fs::symlink_status(target, error);
  if (!fs::exists(status)) {
    if (status.type() == fs::file_type::not_found) return {};
    return failed(target, error);
  }
  if (!fs::is_directory(status)) return fail(ErrorCode::unsupported, target + ": is there already, and not a folder");
  const bool empty = fs::is_empty(target, error);
  if (error) return failed(target, error);
  if (!empty) return fail(ErrorCode::unsupported, target + ": the folder is not empty");
  return {};
}

StagingFolder::StagingFolder(std::string target, std::string path)
    : target_(std::move(target)), path_(std::move(path)) {}

Result<StagingFolder> StagingFolder::create(const std::string& target) {
  const std::string name = without_slashes(target);
  if (auto free = require_free(name); !free) return tl::unexpected(std::move(free.error()));
  return create(name, name + ".partial", Leftover::refuse);
}

Result<StagingFolder> StagingFolder::create(const std::string& target, std::string path, Leftover leftover) {
  std::error_code error;
  const bool made = fs::create_directory(path, error);
  if (error) return failed(path, error);
  if (!made && leftover == Leftover::refuse) {
    return fail(ErrorCode::unsupported, path + ": is there already: another run writes it, or was killed; remove it");
  }
  return StagingFolder(without_slashes(target), std::move(path));
}

StagingFolder::StagingFolder(StagingFolder&& other) noexcept
    : target_(std::move(other.target_)), path_(std::move(other.path_)), remove_(std::exchange(other.remove_, false)) {}

StagingFolder& StagingFolder::operator=(StagingFolder&& other) noexcept {
  std::swap(target_, other.target_);
  std::swap(path_, other.path_);
  std::swap(remove_, other.remove_);
  return *this;
}

StagingFolder::~StagingFolder() {
  std::error_code ignored;
  if (remove_) fs::remove_all(path_, ignored);
}

Result<void> StagingFolder::commit() {
  if (auto synced = sync_tree(path_); !synced) return synced;
  if (auto renamed = rename_synced(path_, target_); !renamed) return renamed;
  remove_ = false;
  return {};
}

}  // namespace tuplepack
