#include "output.hpp"

#include "failure.hpp"
#include "named_file.hpp"
#include "ranks/ranks.hpp"
#include "temporaries.hpp"
#include "text.hpp"
#include "tuplepack/base/words.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <vector>

namespace tuplepack::cli {

static constexpr std::size_t buffer_size = std::size_t{1} << 20;

void prepare_streams() {
  // Opened the wrong way round, so that using them is an error as it is for a closed one.
  if (fcntl(0, F_GETFD) == -1) (void)open("/dev/null", O_WRONLY);
  if (fcntl(1, F_GETFD) == -1) (void)open("/dev/null", O_RDONLY);
  if (fcntl(2, F_GETFD) == -1) (void)open("/dev/null", O_RDWR);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  handle_signals();
}

void end_by_closed_pipe() {
  std::signal(SIGPIPE, SIG_DFL);
  raise(SIGPIPE);
  std::abort();
}

static std::string because(const std::string& name, int error) {
  return name + ": " + std::strerror(error);
}

/// Writes everything, or throws with the system's reason.
static void write_all(int descriptor, std::span<const std::byte> bytes, const std::string& name) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      if (errno == EPIPE) throw ClosedPipe{};
      throw Failure(because(name, errno), ErrorCode::system);
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

bool is_csv_output(std::string_view path) {
  return path == "-" || path.ends_with(".csv");
}

static int silences = 0;

Silence::Silence() {
  ++silences;
}

Silence::~Silence() {
  --silences;
}

void require_ending(const std::string& path, std::initializer_list<std::string_view> endings, std::string_view option) {
  if (std::any_of(endings.begin(), endings.end(), [&](auto ending) { return path.ends_with(ending); })) return;
  throw Failure(
      fmt::format("{}: '{}' does not end in {}", option, path, alternatives({endings.begin(), endings.end()})));
}

static bool quiet = false;

void be_quiet() {
  quiet = true;
}

bool is_quiet() {
  return quiet;
}

static std::vector<std::string> noted;
static std::size_t notes_shown = 0;

void note(std::string_view text) {
  if (silences == 0) noted.emplace_back(text);
}

void show_notes() {
  for (; notes_shown < noted.size(); ++notes_shown) {
    if (ranks::rank() == 0 && !quiet) fmt::print(stderr, "{}: note: {}\n", ranks::program_name(), noted[notes_shown]);
  }
}

void print(std::string_view text) {
  if (ranks::rank() > 0 || silences > 0) return;
  show_notes();
  write_all(STDOUT_FILENO, std::as_bytes(std::span(text)), "<stdout>");
}

std::string with_member(const std::string& object, const std::function<void(formats::JsonWriter&)>& write) {
  return object.substr(0, object.rfind('}')) + "," + formats::json_line(write).substr(1);
}

std::string with_notes(std::string json) {
  if (noted.empty()) return json;
  return with_member(json, [](formats::JsonWriter& writer) { writer.field("notes", noted); });
}

std::string resolved(const std::string& path) {
  std::filesystem::path at = path;
  std::error_code error;
  for (int links = 0; links < 40; ++links) {
    const auto target = std::filesystem::read_symlink(at, error);
    if (error) return at.string();
    at = at.parent_path() / target;
  }
  throw Failure(because(path, ELOOP), ErrorCode::system);
}

void announce_size(const std::string& path, std::int64_t bytes) {
  constexpr std::int64_t much = 1'000'000'000;
  struct stat status {};
  if (path == "-" || (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode))) return;
  struct statvfs room {};
  if (statvfs(folder_of(resolved(path)).c_str(), &room) == 0) {
    const auto free = static_cast<std::int64_t>(room.f_bavail * room.f_frsize);
    if (bytes > free) {
      throw Failure(
          fmt::format("{}: not enough disk space: {} needed, {} available", path, byte_count(bytes), byte_count(free)),
          ErrorCode::system);
    }
  }
  if (bytes < much) return;
  note(fmt::format("{} will take {} on disk", visible(path), byte_count(bytes)));
  show_notes();
}

/// Whether a file grants more than its mode says.
static bool has_access_list(const std::string& path) {
  return getxattr(path.c_str(), "system.posix_acl_access", nullptr, 0) > 0;
}

/// Gives a file the owner, group and mode of another; false when it may not.
static bool imitate(int descriptor, const struct stat& other) {
  struct stat own {};
  if (fstat(descriptor, &own) != 0) return false;
  const bool same = own.st_uid == other.st_uid && own.st_gid == other.st_gid;
  if (!same && fchown(descriptor, other.st_uid, other.st_gid) != 0) return false;
  return fchmod(descriptor, other.st_mode & 07777U) == 0;
}

void OutputFile::fail() const {
  throw Failure(because(path_, errno), ErrorCode::system);
}

void OutputFile::open_temporary(unsigned mode) {
  const HeldSignals held;
  Temporary made = create_temporary(path_, mode);
  temporary_ = std::move(made.path);
  descriptor_ = made.descriptor;
  remember_temporary(temporary_);
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  buffer_.reserve(buffer_size);
  struct stat there {};
  if (path_ == "-") {
    path_ = "<stdout>";
    durable_ = false;
    descriptor_ = dup(STDOUT_FILENO);
  } else if (stat(path_.c_str(), &there) != 0) {
    path_ = resolved(path_);
    remove_leftovers(path_);
    open_temporary(0666);
  } else if (!S_ISREG(there.st_mode)) {
    durable_ = false;
    descriptor_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    require_not_read(path_);
    path_ = resolved(path_);
    if (faccessat(AT_FDCWD, path_.c_str(), W_OK, AT_EACCESS) != 0) fail();
    remove_leftovers(path_);
    if (stat(path_.c_str(), &there) != 0) fail();  // one may have been another name of it
    open_temporary(0600);
    in_place_ = there.st_nlink > 1 || has_access_list(path_) || !imitate(descriptor_, there);
  }
  if (descriptor_ == -1) fail();
}

OutputFile::OutputFile(std::string path, std::int64_t keep) : path_(std::move(path)) {
  buffer_.reserve(buffer_size);
  require_not_read(path_);
  descriptor_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  struct stat status {};
  if (descriptor_ == -1 || fstat(descriptor_, &status) != 0) fail();
  if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    throw Failure(path_ + ": is being written by another process");
  }
  if (status.st_size < keep) throw Failure(path_ + ": is shorter than it was when the state was saved");
  if (ftruncate(descriptor_, keep) != 0 || lseek(descriptor_, keep, SEEK_SET) == -1) fail();
}

OutputFile::~OutputFile() {
  if (descriptor_ != -1) close(descriptor_);
  put_back();
  if (temporary_.empty()) return;
  unlink(temporary_.c_str());
  forget_temporary(temporary_);
}

void OutputFile::flush() {
  write_all(descriptor_, buffer_, path_);
  buffer_.clear();
}

void OutputFile::sync() {
  flush();
  if (durable_ && fsync(descriptor_) != 0 && errno != EINVAL) fail();
}

void OutputFile::write(std::span<const std::byte> bytes) {
  if (buffer_.size() + bytes.size() > buffer_size) flush();
  if (bytes.size() >= buffer_size) {
    write_all(descriptor_, bytes, path_);
  } else {
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  }
}

/// Reserves room for the first `size` bytes of a file, or leaves it as it was; returns an error's number.
static int reserve(int descriptor, off_t size) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0) return errno;
  const int error = size > status.st_size ? posix_fallocate(descriptor, 0, size) : 0;
  if (error != 0) (void)!ftruncate(descriptor, status.st_size);
  return error;
}

/// Copies one file into another; returns an error's number.
static int copy(int from, int to, off_t size) {
  std::vector<std::byte> bytes(buffer_size);
  for (off_t at = 0; at < size;) {
    const ssize_t got = pread(from, bytes.data(), bytes.size(), at);
    const ssize_t put = got <= 0 ? got : pwrite(to, bytes.data(), static_cast<std::size_t>(got), at);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return put == 0 ? EIO : errno;
    at += put;
  }
  return ftruncate(to, size) == 0 && fsync(to) == 0 ? 0 : errno;
}

void OutputFile::overwrite() {
  struct stat content {};
  const int target = open(path_.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
  if (target == -1 || fstat(descriptor_, &content) != 0) fail();
  int error = reserve(target, content.st_size);
  const bool untouched = error != 0;
  if (!untouched) error = copy(descriptor_, target, content.st_size);
  close(target);
  if (error == 0) return;
  if (untouched) throw Failure(because(path_, error), ErrorCode::system);
  forget_temporary(temporary_);
  throw Failure(fmt::format("{}: {}; the complete content was kept in {}", path_, std::strerror(error),
                            std::exchange(temporary_, {})),
                ErrorCode::system);
}

/// Renames the temporary. A file system without hard links cannot keep the previous file.
void OutputFile::replace(bool keeps) {
  SecondName kept;
  if (keeps) {
    kept = second_name(path_);
    is_new_ = kept.path.empty() && errno == ENOENT;
  }
  previous_ = std::move(kept.path);
  previous_lock_ = kept.lock;
  if (std::rename(temporary_.c_str(), path_.c_str()) == 0) return;
  const int error = errno;
  is_new_ = false;
  accept();
  throw Failure(because(path_, error), ErrorCode::system);
}

void OutputFile::put_back() {
  if (!previous_.empty()) (void)std::rename(previous_.c_str(), path_.c_str());
  if (is_new_) unlink(path_.c_str());
  if (previous_lock_ != -1) close(previous_lock_);
}

void OutputFile::take_name(bool keeps) {
  sync();
  const HeldSignals held;
  if (!temporary_.empty()) {
    if (in_place_) {
      overwrite();
      unlink(temporary_.c_str());
    } else {
      replace(keeps);
    }
    forget_temporary(temporary_);
    temporary_.clear();
    sync_folder(path_);
  }
  if (close(std::exchange(descriptor_, -1)) != 0) fail();
}

void OutputFile::accept() {
  if (!previous_.empty()) unlink(previous_.c_str());
  if (previous_lock_ != -1) close(std::exchange(previous_lock_, -1));
  previous_.clear();
  is_new_ = false;
}

void write_file(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace tuplepack::cli
