#include "graph/dispatch/output_folder.hpp"

#include "files/staging.hpp"
#include "ranks/ranks.hpp"

#include <sys/statvfs.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

namespace tuplepack::graph {

static const std::string run_file = "run";  // NOLINT: a small string does not throw

static std::optional<std::string> content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

/// Makes a folder and the staging folder in it, for this process alone. None: another run has just removed that.
static Result<std::optional<files::Descriptor>> lock_staging(const std::string& path, const std::string& staging) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return fail(ErrorCode::system, path + ": " + error.message());
  return files::make_locked_folder(staging);
}

/// Whether a folder is absent, or holds nothing but, perhaps, something of this name.
static bool holds_at_most(const std::string& path, std::string_view name) {
  std::error_code error;
  const auto status = std::filesystem::symlink_status(path, error);
  if (status.type() == std::filesystem::file_type::not_found) return true;
  if (!std::filesystem::is_directory(std::filesystem::status(path, error))) return false;
  for (const auto& entry : std::filesystem::directory_iterator(path, error)) {
    if (entry.path().filename() != name) return false;
  }
  return !error;
}

Result<OutputFolder::State> OutputFolder::look(const std::string& path, std::string_view manifest) {
  const std::string staging = path + "/.partial";
  const auto begun = content_of(staging + "/" + run_file);  // first: a run that finishes removes it last
  if (const auto written = content_of(path + "/manifest.json")) {
    if (written->starts_with(manifest)) return State::complete;
    return fail(ErrorCode::unsupported,
                path + ": contains parts written from different input or with different options");
  }
  if (begun && !begun->starts_with(manifest)) {
    return fail(ErrorCode::unsupported,
                path + ": contains an unfinished run with different input or options; delete it to start over");
  }
  // A run that is killed in its first or last moments leaves an empty staging folder.
  if (!begun && !(holds_at_most(path, ".partial") && holds_at_most(staging, run_file + ".new"))) {
    // Unless another run has begun, or finished, since that was looked at.
    if (content_of(staging + "/" + run_file) || content_of(path + "/manifest.json")) return look(path, manifest);
    return fail(ErrorCode::unsupported, path + ": directory is not empty");
  }
  return begun ? State::unfinished : State::fresh;
}

Result<OutputFolder> OutputFolder::open_here(std::string path, const std::string& run, std::string_view manifest) {
  const std::string staging = path + "/.partial";
  constexpr int most_looks = 1000;  // each after another run has finished
  for (int count = 0; count < most_looks; ++count) {
    const auto state = look(path, manifest);
    if (!state) return tl::unexpected(state.error());
    if (*state == State::complete) return OutputFolder(std::move(path), State::complete, {});
    auto lock = lock_staging(path, staging);
    if (!lock) return tl::unexpected(std::move(lock.error()));
    if (!*lock) continue;
    const auto now = look(path, manifest);
    if (!now || *now != *state) {  // another run was faster; if it has finished, the folder is a new one and empty
      ::rmdir(staging.c_str());
      continue;
    }
    OutputFolder folder(std::move(path), *state, std::move(**lock));
    if (*state == State::unfinished) return folder;
    if (auto written = folder.write(run_file, run); !written) return tl::unexpected(written.error());
    return folder;
  }
  return fail(ErrorCode::unsupported, path + ": other processes keep writing to it");
}

static bool leads_folder(bool local) {
  return local ? ranks::leads_machine() : ranks::rank() == 0;
}

Result<std::string> OutputFolder::find_run(const std::string& path, std::string_view manifest, bool local) {
  const auto find = [&]() -> Result<std::string> {
    const auto state = look(path, manifest);
    if (!state) return tl::unexpected(state.error());
    return content_of(path + "/.partial/" + run_file).value_or("");
  };
  return ranks::agree(leads_folder(local) ? find() : Result<std::string>(""));
}

Result<OutputFolder> OutputFolder::open(const std::string& path, const std::string& run, std::string_view manifest,
                                        bool local) {
  const bool leads = leads_folder(local);
  auto folder = ranks::agree(leads ? open_here(path, run, manifest)
                                   : Result<OutputFolder>(OutputFolder(path, State::complete, {}, false)));
  if (!folder) return folder;
  std::int64_t unfinished = folder->state_ == State::complete ? 0 : 1;
  ranks::maximum(std::span(&unfinished, 1));
  if (unfinished == 0) return folder;
  // One machine may have been told that all is complete, and another one not.
  if (leads && folder->state_ == State::complete) {
    std::error_code ignored;
    std::filesystem::remove(path + "/manifest.json", ignored);
    folder = open_here(path, run, manifest);
  } else if (!leads) {
    folder->state_ = State::unfinished;
  }
  return ranks::agree(std::move(folder));
}

std::optional<std::string> OutputFolder::manifest() const {
  return content_of(path_ + "/manifest.json");
}

std::optional<std::string> OutputFolder::read(const std::string& name) const {
  return content_of(staging() + "/" + name);
}

Result<void> OutputFolder::write(const std::string& name, std::string_view text) const {
  return files::write_synced(staging() + "/" + name, text);
}

void OutputFolder::remove(const std::string& name) const {
  std::error_code ignored;
  std::filesystem::remove_all(staging() + "/" + name, ignored);
}

Result<void> OutputFolder::publish(const std::string& name) const {
  const std::string from = staging() + "/" + name, to = path_ + "/" + name;
  auto renamed = files::rename_synced(from, to);
  if (!renamed) (void)std::rename(to.c_str(), from.c_str());  // if it is in its place, that is not on the disk
  return renamed;
}

Result<void> OutputFolder::finish() const {
  std::optional<files::Descriptor> lock;
  if (!lock_.is_open()) {  // found complete: the run that completed it may be at this very step
    auto locked = files::lock_folder(staging());
    if (!locked || !*locked) return {};
    lock = std::move(*locked);
  }
  std::error_code error;
  std::filesystem::remove_all(staging(), error);
  if (error) return fail(ErrorCode::system, staging() + ": " + error.message());
  return {};
}

void OutputFolder::discard() const {
  // What the next run knows the folder by goes last, should this one be killed.
  std::error_code error;
  for (std::filesystem::directory_iterator entry(staging(), error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code ignored;
    if (entry->path().filename() != run_file) std::filesystem::remove_all(entry->path(), ignored);
  }
  std::filesystem::remove_all(staging(), error);
  ::rmdir(path_.c_str());
}

Result<void> check_free_space(const std::string& folder, std::int64_t bytes) {
  struct statvfs room {};
  if (statvfs(folder.c_str(), &room) != 0) return files::system_error(folder);
  const auto left = static_cast<std::int64_t>(room.f_bavail * room.f_frsize);
  if (bytes <= left) return {};
  return fail(ErrorCode::system, folder + ": " + "not enough disk space: " + std::to_string(bytes) + " bytes needed, " +
                                     std::to_string(left) + " available");
}

}  // namespace tuplepack::graph
