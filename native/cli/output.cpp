#include "output.hpp"

#include "failure.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>

namespace tuplepack::cli {

static constexpr std::size_t buffer_size = std::size_t{1} << 20;

/// The temporaries that a signal must remove. A handler may touch nothing but lock-free atomics.
static std::array<std::atomic<const char*>, 64> temporaries;

static void forget(const char* path) {
  for (auto& slot : temporaries) {
    const char* expected = path;
    if (slot.compare_exchange_strong(expected, nullptr)) return;
  }
}

static void remember(const char* path) {
  for (auto& slot : temporaries) {
    const char* expected = nullptr;
    if (slot.compare_exchange_strong(expected, path)) return;
  }
}

extern "C" {
static void remove_temporaries(int signal) {
  for (auto& slot : temporaries) {
    if (const char* path = slot.load()) unlink(path);
  }
  std::signal(signal, SIG_DFL);
  raise(signal);
}
}

void prepare_streams() {
  static_assert(std::atomic<const char*>::is_always_lock_free);
  // Opened the wrong way round, so that using them is an error as it is for a closed one.
  if (fcntl(0, F_GETFD) == -1) (void)open("/dev/null", O_WRONLY);
  if (fcntl(1, F_GETFD) == -1) (void)open("/dev/null", O_RDONLY);
  if (fcntl(2, F_GETFD) == -1) (void)open("/dev/null", O_RDWR);
  std::signal(SIGPIPE, SIG_IGN);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (std::signal(signal, remove_temporaries) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
}

/// Writes everything, or throws with the system's reason.
static void write_all(int descriptor, std::span<const std::byte> bytes, const std::string& name) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      throw Failure(name + ": " + std::strerror(errno));
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

bool is_csv_output(std::string_view path) {
  return path == "-" || path.ends_with(".csv");
}

void print(std::string_view text) {
  write_all(STDOUT_FILENO, std::as_bytes(std::span(text)), "<stdout>");
}

/// Where a name leads in the end, so that a link stays a link.
static std::string resolved(const std::string& path) {
  std::error_code error;
  const auto target = std::filesystem::canonical(path, error);
  return error ? path : target.string();
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  if (path_ == "-") {
    path_ = "<stdout>";
    descriptor_ = dup(STDOUT_FILENO);
  } else {
    struct stat status {};
    if (stat(path_.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
      descriptor_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    } else {
      path_ = resolved(path_);
      temporary_ = path_ + ".part" + std::to_string(getpid());
      remember(temporary_.c_str());
      descriptor_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    }
  }
  if (descriptor_ == -1) {
    const std::string reason = std::strerror(errno);
    if (!temporary_.empty()) forget(temporary_.c_str());
    throw Failure(path_ + ": " + reason);
  }
  buffer_.reserve(buffer_size);
}

OutputFile::OutputFile(std::string path, std::int64_t keep) : path_(std::move(path)) {
  descriptor_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  struct stat status {};
  if (descriptor_ == -1 || fstat(descriptor_, &status) != 0) throw Failure(path_ + ": " + std::strerror(errno));
  if (status.st_size < keep) throw Failure(path_ + ": is shorter than it was when the state was saved");
  if (ftruncate(descriptor_, keep) != 0 || lseek(descriptor_, keep, SEEK_SET) == -1) {
    throw Failure(path_ + ": " + std::strerror(errno));
  }
  buffer_.reserve(buffer_size);
}

OutputFile::~OutputFile() {
  if (descriptor_ != -1) close(descriptor_);
  if (temporary_.empty()) return;
  unlink(temporary_.c_str());
  forget(temporary_.c_str());
}

void OutputFile::flush() {
  write_all(descriptor_, buffer_, path_);
  buffer_.clear();
}

void OutputFile::write(std::span<const std::byte> bytes) {
  if (buffer_.size() + bytes.size() > buffer_size) flush();
  if (bytes.size() >= buffer_size) {
    write_all(descriptor_, bytes, path_);
  } else {
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  }
}

void OutputFile::commit() {
  flush();
  const int closed = close(descriptor_);
  descriptor_ = -1;
  if (closed != 0) throw Failure(path_ + ": " + std::strerror(errno));
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) throw Failure(path_ + ": " + std::strerror(errno));
  forget(temporary_.c_str());
  temporary_.clear();
}

}  // namespace tuplepack::cli
