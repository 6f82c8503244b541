#include "graph/staging.hpp"

#include "graph/files.hpp"

#include <fcntl.h>

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
  const auto file = Descriptor::open(path, O_RDONLY | O_NOFOLLOW);
  if (!file) return tl::unexpected(file.error());
  return file->sync();
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

/// Says that the folder is not complete, and that nothing in it is anybody's.
static std::string mark_in(const std::string& staging) {
  return staging + "/.unfinished";
}

/// Removes what a run that was killed has left; the mark last, so that another run can go on with that.
static Result<void> remove_leftover(const std::string& staging) {
  std::error_code error;
  if (fs::is_empty(staging, error)) return {};
  if (!error && !fs::exists(mark_in(staging), error)) {
    return fail(ErrorCode::unsupported, staging + ": is there already, and no run of this program has left it");
  }
  for (fs::directory_iterator entry(staging, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path() != mark_in(staging)) fs::remove_all(entry->path(), error);
    if (error) break;
  }
  if (error) return failed(staging, error);
  return {};
}

/// Whether a run with this input and these options has left it.
static bool is_left_by(const std::string& staging, std::string_view run) {
  if (run.empty()) return false;
  const auto mark = MappedFile::open(mark_in(staging));
  return mark && mark->bytes() == run;
}

std::string StagingFolder::path_for(const std::string& target) {
  return without_slashes(target) + ".partial";
}

Result<StagingFolder> StagingFolder::create(const std::string& target, std::string_view run) {
  std::string name = without_slashes(target);
  if (auto free = require_free(name); !free) return tl::unexpected(std::move(free.error()));
  const std::string path = path_for(target);
  std::error_code error;
  fs::create_directory(path, error);
  if (error) return failed(path, error);
  auto lock = lock_folder(path);
  if (!lock) return tl::unexpected(std::move(lock.error()));
  if (is_left_by(path, run)) {
    StagingFolder staging(std::move(name), std::move(*lock));
    staging.is_resumed_ = true;
    return staging;
  }
  if (auto removed = remove_leftover(path); !removed) return tl::unexpected(std::move(removed.error()));
  StagingFolder staging(std::move(name), std::move(*lock));
  auto mark = FileWriter::create(mark_in(path), 0);
  if (!mark) return tl::unexpected(std::move(mark.error()));
  if (auto written = mark->write(run); !written) return tl::unexpected(std::move(written.error()));
  if (auto closed = mark->close(); !closed) return tl::unexpected(std::move(closed.error()));
  return staging;
}

StagingFolder::~StagingFolder() {
  if (!folder_.is_open() || keep_) return;
  (void)remove_leftover(path());  // the mark is there until the end, should this process be killed
  std::error_code ignored;
  fs::remove_all(path(), ignored);
}

Result<void> StagingFolder::commit() {
  if (auto synced = sync_tree(path()); !synced) return synced;
  std::error_code error;
  fs::remove(mark_in(path()), error);
  if (error) return failed(path(), error);
  if (auto renamed = rename_synced(path(), target_); !renamed) return renamed;
  return folder_.close();
}

}  // namespace tuplepack
