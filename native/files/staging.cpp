#include "staging.hpp"

#include "files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <system_error>
#include <utility>

namespace tuplepack::files {

namespace fs = std::filesystem;

static tl::unexpected<Error> failed(const std::string& path, const std::error_code& error) {
  return fail(ErrorCode::system, path + ": " + error.message());
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

static std::string folder_of(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

Result<void> rename_synced(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) return system_error(to);
  return sync_one(folder_of(to));
}

Result<void> write_synced(const std::string& path, std::string_view text) {
  auto file = FileWriter::create(path + ".new");
  if (!file) return tl::unexpected(std::move(file.error()));
  if (auto written = file->write(text); !written) return written;
  if (auto synced = file->sync_and_close(); !synced) return synced;
  return rename_synced(path + ".new", path);
}

/// Without slashes at the end, which a name beside it would follow.
static std::string without_slashes(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

/// An empty folder may exist: rename(2) replaces it.
static Result<void> require_free(const std::string& target) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(target, error);
  if (!fs::exists(status)) {
    if (status.type() == fs::file_type::not_found) return {};
    return failed(target, error);
  }
  if (!fs::is_directory(status))
    return fail(ErrorCode::unsupported, target + ": already exists and is not a directory");
  const bool empty = fs::is_empty(target, error);
  if (error) return failed(target, error);
  if (!empty) return fail(ErrorCode::unsupported, target + ": directory is not empty");
  return {};
}

/// Says that the folder is not complete, and that nothing in it is anybody's.
static std::string mark_in(const std::string& staging) {
  return staging + "/.unfinished";
}

/// A line per file: its inode, by which it is known under either name, and the name.
static std::string journal_in(const std::string& staging) {
  return staging + "/.publishing";
}

bool is_being_published(const std::string& target) {
  std::error_code ignored;
  return fs::exists(journal_in(StagingFolder::path_for(target)), ignored);
}

// ---- what an earlier run has left ----

/// Removes everything except what has these names, in a folder.
static Result<void> remove_all_but(const std::string& folder, std::initializer_list<std::string> kept) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (std::find(kept.begin(), kept.end(), entry->path().string()) == kept.end()) fs::remove_all(entry->path(), error);
    if (error) break;
  }
  if (error) return failed(folder, error);
  return {};
}

/// Removes what a run that was killed has left; the mark last, so that another run can continue with that.
static Result<void> remove_leftover(const std::string& staging) {
  std::error_code error;
  if (fs::is_empty(staging, error)) return {};
  if (!error && !fs::exists(mark_in(staging), error)) {
    return fail(ErrorCode::unsupported,
                staging + ": already exists and was not created by tuplepack; remove it or choose another name");
  }
  if (error) return failed(staging, error);
  return remove_all_but(staging, {mark_in(staging)});
}

/// Whether a run with this input and these options has left it.
static bool is_left_by(const std::string& staging, std::string_view run) {
  if (run.empty()) return false;
  const auto mark = MappedFile::open(mark_in(staging));
  return mark && mark->bytes() == run;
}

static std::optional<ino_t> inode_of(const std::string& path) {
  struct stat status {};
  if (lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return status.st_ino;
}

/// Calls visit(inode, name) for the files of a journal. False: there is none.
template <typename Visit>
static bool read_journal(const std::string& staging, const Visit& visit) {
  const auto journal = MappedFile::open(journal_in(staging));
  if (!journal) return false;
  std::string_view text = journal->bytes();
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    ino_t inode = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), inode);
    if (error == std::errc{} && end != line.data() + line.size()) visit(inode, std::string(end + 1, line.end()));
  }
  return true;
}

/// Takes back the files of a set that is not complete. What has a name of theirs and is another file stays there.
static Result<void> take_back_files(const std::string& staging) {
  Result<void> outcome;
  bool has_moved = false;
  const bool has_journal = read_journal(staging, [&](ino_t inode, const std::string& name) {
    const std::string published = folder_of(staging) + "/" + name;
    if (!outcome || inode_of(published) != inode) return;
    if (std::rename(published.c_str(), (staging + "/" + name).c_str()) != 0) outcome = system_error(published);
    has_moved = true;
  });
  if (!outcome || !has_journal) return outcome;
  for (const std::string& folder : {staging, folder_of(staging)}) {
    if (!has_moved) break;
    if (auto synced = sync_one(folder); !synced) return synced;
  }
  if (unlink(journal_in(staging).c_str()) != 0) return system_error(journal_in(staging));
  return {};
}

/// Gives a folder that took its name and still has the mark its former name: the run that made it was killed before it
/// could say so, and is done again.
static Result<void> take_back_folder(const std::string& target, const std::string& staging) {
  std::error_code ignored;
  const auto is_marked = [&] {
    return fs::is_directory(fs::symlink_status(target, ignored)) && fs::exists(mark_in(target), ignored);
  };
  if (!is_marked()) return {};
  const auto lock = lock_folder(target);
  if (!lock) return tl::unexpected(lock.error());
  if (!*lock || !is_marked()) return {};
  return rename_synced(target, staging);
}

// ---- the folder ----

std::string StagingFolder::path_for(const std::string& target) {
  return without_slashes(target) + ".partial";
}

Result<StagingFolder> StagingFolder::begin(std::string target, Descriptor folder, std::string_view run) {
  const std::string& path = folder.path();
  if (auto taken = take_back_files(path); !taken) return tl::unexpected(std::move(taken.error()));
  const bool is_resumed = is_left_by(path, run);
  if (!is_resumed) {
    if (auto removed = remove_leftover(path); !removed) return tl::unexpected(std::move(removed.error()));
  }
  StagingFolder staging(std::move(target), std::move(folder));
  staging.is_resumed_ = is_resumed;
  if (is_resumed) return staging;
  auto mark = FileWriter::create(mark_in(staging.path()), 0);
  if (!mark) return tl::unexpected(std::move(mark.error()));
  if (auto written = mark->write(run); !written) return tl::unexpected(std::move(written.error()));
  if (auto synced = mark->sync_and_close(); !synced) return tl::unexpected(std::move(synced.error()));
  if (auto synced = staging.folder_.sync(); !synced) return tl::unexpected(std::move(synced.error()));
  return staging;
}

/// Of runs that meet, each time one has finished: that many in so short a time there are not.
static constexpr int most_looks = 1000;

static tl::unexpected<Error> kept_busy(const std::string& path) {
  return fail(ErrorCode::unsupported, path + ": other processes keep writing to it");
}

Result<StagingFolder> StagingFolder::create(const std::string& target, std::string_view run) {
  const std::string name = without_slashes(target), path = path_for(target);
  if (name.empty()) return fail(ErrorCode::empty, "the directory name is empty");
  for (int look = 0; look < most_looks; ++look) {
    if (auto taken = take_back_folder(name, path); !taken) return tl::unexpected(std::move(taken.error()));
    if (auto free = require_free(name); !free) {
      if (look > 0) free.error().message += "; another run has just finished it";
      return tl::unexpected(std::move(free.error()));
    }
    auto folder = make_locked_folder(path);
    if (!folder) return tl::unexpected(std::move(folder.error()));
    if (!*folder) continue;
    // Another run may have finished before this one had the lock, and what is locked is a new folder then.
    if (require_free(name)) return begin(name, std::move(**folder), run);
    (void)rmdir(path.c_str());
  }
  return kept_busy(path);
}

Result<StagingFolder> StagingFolder::create_for_files(const std::string& target, std::string_view run) {
  const std::string path = path_for(target);
  for (int look = 0; look < most_looks; ++look) {
    auto folder = make_locked_folder(path);
    if (!folder) return tl::unexpected(std::move(folder.error()));
    if (*folder) return begin(without_slashes(target), std::move(**folder), run);
  }
  return kept_busy(path);
}

StagingFolder::~StagingFolder() {
  std::error_code ignored;
  if (!folder_.is_open() || keep_ || fs::exists(journal_in(path()), ignored)) return;
  (void)remove_leftover(path());  // the mark is there until the end, should this process be killed
  fs::remove_all(path(), ignored);
}

bool StagingFolder::has_content() const {
  std::error_code error;
  for (fs::directory_iterator entry(path(), error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path() != mark_in(path())) return true;
  }
  return false;
}

Result<void> StagingFolder::commit() {
  if (auto synced = sync_tree(path()); !synced) return synced;
  if (auto renamed = rename_synced(path(), target_); !renamed) {
    (void)std::rename(target_.c_str(), path().c_str());  // if it has the name, that is not on the disk
    return renamed;
  }
  if (unlink(mark_in(target_).c_str()) != 0) return system_error(target_);
  (void)folder_.sync();  // a mark that comes back after a power loss does no harm
  return folder_.close();
}

/// rename(2) would replace it.
static Result<void> require_new_name(const std::string& path) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(path, error))) return {};
  return fail(ErrorCode::unsupported, path + ": already exists");
}

Result<void> StagingFolder::publish(const std::vector<std::string>& names) {
  std::string journal;
  for (const std::string& name : names) {
    const auto inode = inode_of(path() + "/" + name);
    if (!inode) return system_error(path() + "/" + name);
    journal += std::to_string(*inode) + " " + name + "\n";
  }
  Result<void> outcome = write_synced(journal_in(path()), journal);
  for (const std::string& name : names) {
    if (!outcome) break;
    const std::string published = folder_of(path()) + "/" + name;
    outcome = require_new_name(published);
    if (outcome && std::rename((path() + "/" + name).c_str(), published.c_str()) != 0)
      outcome = system_error(published);
  }
  if (outcome) outcome = sync_one(folder_of(path()));
  if (!outcome) {
    (void)take_back_files(path());
    return outcome;
  }
  // Now all are there. What follows is cleaning up, and a run that finds some of it left continues with that.
  keep_ = false;
  if (auto removed = remove_all_but(path(), {mark_in(path()), journal_in(path())}); !removed) return removed;
  if (unlink(journal_in(path()).c_str()) != 0) return system_error(path());
  std::error_code ignored;
  fs::remove_all(path(), ignored);
  return folder_.close();
}

}  // namespace tuplepack::files
