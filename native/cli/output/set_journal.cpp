#include "set_journal.hpp"

#include "failure.hpp"
#include "file_lock.hpp"
#include "temporaries.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>

namespace tuplepack::cli {

/// The names in a journal, a line each, as paths beside it. What is not a whole line, or no name, is left out: a run was
/// killed before it replaced anything, or this is not a journal.
static std::vector<std::string> read_names(int descriptor, const std::string& path) {
  std::string text;
  std::array<char, 4096> piece{};
  for (ssize_t got = 1; got > 0;) {
    got = pread(descriptor, piece.data(), piece.size(), static_cast<off_t>(text.size()));
    if (got > 0) text.append(piece.data(), static_cast<std::size_t>(got));
  }
  std::vector<std::string> files;
  for (std::string_view rest = text; rest.find('\n') != std::string_view::npos;
       rest.remove_prefix(rest.find('\n') + 1)) {
    const std::string_view name = rest.substr(0, rest.find('\n'));
    if (name.empty() || name.find('/') != std::string_view::npos) continue;
    files.push_back((std::filesystem::path(path).parent_path() / name).string());
  }
  return files;
}

SetJournal::SetJournal(const std::string& path) : path_(path + ".unfinished") {
  while (true) {
    descriptor_ = open(path_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor_ == -1) throw Failure(path_ + ": " + std::strerror(errno), ErrorCode::system);
    while (flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
    }
    if (has_name(descriptor_, path_)) break;
    close(descriptor_);
  }
  unfinished_ = read_names(descriptor_, path_);
  removes_ = unfinished_.empty();
}

SetJournal::~SetJournal() {
  if (removes_) unlink(path_.c_str());
  close(descriptor_);
}

void SetJournal::begin(std::span<const std::string> files) {
  std::string text;
  for (const std::string& file : files) text += std::filesystem::path(file).filename().string() + "\n";
  for (std::string_view rest = text; !rest.empty();) {
    const auto offset = static_cast<off_t>(text.size() - rest.size());
    const ssize_t written = pwrite(descriptor_, rest.data(), rest.size(), offset);
    if (written < 0 && errno != EINTR) throw Failure(path_ + ": " + std::strerror(errno), ErrorCode::system);
    if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
  }
  if (ftruncate(descriptor_, static_cast<off_t>(text.size())) != 0 || fsync(descriptor_) != 0) {
    throw Failure(path_ + ": " + std::strerror(errno), ErrorCode::system);
  }
  sync_folder(path_);
  removes_ = false;
}

void SetJournal::end() {
  removes_ = true;
}

}  // namespace tuplepack::cli
