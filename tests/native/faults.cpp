// A library to preload: makes the N-th call of a kind fail, or the process end there, and counts the calls.
//   FAULTS=KIND:N:ACTION   the N-th call of KIND, from 1
//       KIND     open write fsync close rename unlink: only of files that are written, and of names that are made or removed
//       ACTION   kill, term: a signal before the call · short: writes half · EIO: fails · all: fails for want of room, as do
//                all further ones
//   FAULTS_COUNT=FILE      where to write how many calls of each kind there were, at the end
//   FAULTS_CLOCK=SECONDS   added to the time of day

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string_view>

namespace {

enum Kind { open_call, write_call, fsync_call, close_call, rename_call, unlink_call };
constexpr std::array<const char*, 6> names{"open", "write", "fsync", "close", "rename", "unlink"};

struct Faults {
  std::array<std::atomic<int>, names.size()> calls{};
  int kind = -1, at = 0;
  std::string_view action;
  long clock_offset = 0;

  Faults() {
    if (const char* offset = std::getenv("FAULTS_CLOCK")) clock_offset = std::atol(offset);
    const char* fault = std::getenv("FAULTS");
    const char* number = fault != nullptr ? std::strchr(fault, ':') : nullptr;
    const char* last = number != nullptr ? std::strchr(number + 1, ':') : nullptr;
    if (last == nullptr) return;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (std::string_view(fault, static_cast<std::size_t>(number - fault)) == names[i]) kind = static_cast<int>(i);
    }
    at = std::atoi(number + 1);
    action = last + 1;
  }
  ~Faults() {
    const char* path = std::getenv("FAULTS_COUNT");
    FILE* file = path != nullptr ? std::fopen(path, "w") : nullptr;
    if (file == nullptr) return;
    for (std::size_t i = 0; i < names.size(); ++i) std::fprintf(file, "%s %d\n", names[i], calls[i].load());
    std::fclose(file);
  }
};

Faults& faults() {
  static Faults all;
  return all;
}
// Reads the environment and counts from the beginning to the end of the program.
[[maybe_unused]] const Faults& from_the_beginning = faults();

/// Counts a call. Whether it is to fail; then errno is set, or for a short write 0.
bool fails(Kind own) {
  Faults& all = faults();
  const int count = ++all.calls[own];
  if (own != all.kind || count < all.at || (count > all.at && all.action != "all")) return false;
  if (all.action == "kill") raise(SIGKILL);
  if (all.action == "term") {
    raise(SIGTERM);
    return false;
  }
  errno = all.action == "EIO" ? EIO : all.action == "short" ? 0 : ENOSPC;
  return true;
}

bool is_written(int descriptor) {
  struct stat status {};
  if (descriptor <= 2 || fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return false;
  return (fcntl(descriptor, F_GETFL) & O_ACCMODE) != O_RDONLY;
}

/// How many bytes to write. -1: none, and errno is set.
ssize_t bytes_to_write(int descriptor, size_t size) {
  if (!is_written(descriptor) || !fails(write_call)) return static_cast<ssize_t>(size);
  return errno != 0 ? -1 : static_cast<ssize_t>(size - size / 2);
}

int open_any(int folder, const char* path, int flags, mode_t mode) {
  if ((flags & O_CREAT) != 0 && fails(open_call)) return -1;
  return static_cast<int>(syscall(SYS_openat, folder, path, flags, mode));
}

/// The function of the system that has this name.
template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

// NOLINTBEGIN: the names, types and varying arguments of the system's functions
extern "C" {

ssize_t write(int descriptor, const void* bytes, size_t size) {
  const ssize_t some = bytes_to_write(descriptor, size);
  return some < 0 ? -1 : next<ssize_t(int, const void*, size_t)>("write")(descriptor, bytes, static_cast<size_t>(some));
}

ssize_t pwrite(int descriptor, const void* bytes, size_t size, off_t offset) {
  const ssize_t some = bytes_to_write(descriptor, size);
  if (some < 0) return -1;
  return next<ssize_t(int, const void*, size_t, off_t)>("pwrite")(descriptor, bytes, static_cast<size_t>(some), offset);
}

int rename(const char* from, const char* to) noexcept {
  return fails(rename_call) ? -1 : next<int(const char*, const char*)>("rename")(from, to);
}

// Making a second name is a step of the same kind.
int link(const char* from, const char* to) noexcept {
  return fails(rename_call) ? -1 : next<int(const char*, const char*)>("link")(from, to);
}

int unlink(const char* path) noexcept {
  return fails(unlink_call) ? -1 : next<int(const char*)>("unlink")(path);
}

int unlinkat(int folder, const char* path, int flags) noexcept {
  return fails(unlink_call) ? -1 : next<int(int, const char*, int)>("unlinkat")(folder, path, flags);
}

int rmdir(const char* path) noexcept {
  return fails(unlink_call) ? -1 : next<int(const char*)>("rmdir")(path);
}

int remove(const char* path) noexcept {
  return fails(unlink_call) ? -1 : next<int(const char*)>("remove")(path);
}

int fsync(int descriptor) {
  return fails(fsync_call) ? -1 : next<int(int)>("fsync")(descriptor);
}

int close(int descriptor) {
  if (is_written(descriptor) && fails(close_call)) return -1;
  return next<int(int)>("close")(descriptor);
}

int mkdir(const char* path, mode_t mode) noexcept {
  return fails(open_call) ? -1 : next<int(const char*, mode_t)>("mkdir")(path, mode);
}

static mode_t mode_of(int flags, va_list more) {
  return (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
}

int open(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = mode_of(flags, more);
  va_end(more);
  return open_any(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = mode_of(flags, more);
  va_end(more);
  return open_any(folder, path, flags, mode);
}

int clock_gettime(clockid_t clock, timespec* now) noexcept {
  const int result = next<int(clockid_t, timespec*)>("clock_gettime")(clock, now);
  if (result == 0 && clock == CLOCK_REALTIME) now->tv_sec += faults().clock_offset;
  return result;
}

time_t time(time_t* result) noexcept {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  if (result != nullptr) *result = now.tv_sec;
  return now.tv_sec;
}
}
// NOLINTEND
