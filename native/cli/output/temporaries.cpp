#include "temporaries.hpp"

#include "failure.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>

namespace tuplepack::cli {

// ---- signals ----

/// The temporaries that a signal must remove. A handler may touch nothing but lock-free atomics.
static std::array<std::atomic<const char*>, 64> temporaries;
static std::atomic<int> holds{0};
static std::atomic<int> waiting_signal{0};

void remember_temporary(const std::string& temporary) {
  for (auto& slot : temporaries) {
    const char* expected = nullptr;
    if (slot.compare_exchange_strong(expected, temporary.c_str())) return;
  }
}

void forget_temporary(const std::string& temporary) {
  for (auto& slot : temporaries) {
    const char* expected = temporary.c_str();
    if (slot.compare_exchange_strong(expected, nullptr)) return;
  }
}

extern "C" {
static void end_by(int signal) {
  if (holds.load() > 0) {
    waiting_signal.store(signal);
    return;
  }
  for (auto& slot : temporaries) {
    if (const char* path = slot.load()) unlink(path);
  }
  std::signal(signal, SIG_DFL);
  raise(signal);
}
}

void handle_signals() {
  static_assert(std::atomic<const char*>::is_always_lock_free && std::atomic<int>::is_always_lock_free);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (std::signal(signal, end_by) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
}

HeldSignals::HeldSignals() {
  ++holds;
}

HeldSignals::~HeldSignals() {
  if (--holds > 0) return;
  if (const int signal = waiting_signal.exchange(0)) raise(signal);
}

// ---- names ----

std::string folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

void sync_folder(const std::string& path) {
  const int folder = open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder == -1) return;
  (void)fsync(folder);
  close(folder);
}

static constexpr std::string_view part_mark = ".part";
static constexpr std::size_t part_digits = 16;

/// A name beside a path that nobody can foresee. std::random_device would need glibc 2.36.
static std::string beside(const std::string& path) {
  std::uint64_t bits = 0;
  if (getentropy(&bits, sizeof bits) != 0) throw Failure(path + ": " + std::strerror(errno), ErrorCode::system);
  return fmt::format("{}{}{:016x}", path, part_mark, bits);
}

static bool is_beside(std::string_view name, std::string_view of) {
  return name.size() == of.size() + part_mark.size() + part_digits && name.starts_with(of) &&
         name.substr(of.size()).starts_with(part_mark) &&
         name.find_first_not_of("0123456789abcdef", of.size() + part_mark.size()) == std::string_view::npos;
}

// ---- files ----

/// Whether an open file has no name: another run took it for left over before it was locked.
static bool is_nameless(int descriptor) {
  struct stat status {};
  return fstat(descriptor, &status) == 0 && status.st_nlink == 0;
}

Temporary create_temporary(const std::string& path, unsigned mode) {
  while (true) {
    Temporary made{.path = beside(path)};
    made.descriptor = open(made.path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    if (made.descriptor == -1) throw Failure(path + ": " + std::strerror(errno), ErrorCode::system);
    (void)flock(made.descriptor, LOCK_EX | LOCK_NB);  // where there are no locks, nothing is taken for left over
    if (!is_nameless(made.descriptor)) return made;
    close(made.descriptor);
  }
}

SecondName second_name(const std::string& path) {
  SecondName name{.path = beside(path)};
  if (link(path.c_str(), name.path.c_str()) != 0) return {};
  name.lock = open(name.path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (name.lock != -1) (void)flock(name.lock, LOCK_EX | LOCK_NB);
  return name;
}

/// Removes a regular file that nobody has locked.
static void remove_unlocked(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file == -1) return;
  struct stat status {};
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && flock(file, LOCK_EX | LOCK_NB) == 0) unlink(path.c_str());
  close(file);
}

void remove_leftovers(const std::string& path) {
  const std::string folder = folder_of(path), name = std::filesystem::path(path).filename().string();
  const std::unique_ptr<DIR, int (*)(DIR*)> names(opendir(folder.c_str()), closedir);
  if (!names) return;
  while (const dirent* entry = readdir(names.get())) {
    const std::string_view found = entry->d_name;
    if (is_beside(found, name)) remove_unlocked(folder + "/" + std::string(found));
  }
}

}  // namespace tuplepack::cli
