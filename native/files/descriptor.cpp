#include "descriptor.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace tuplepack::files {

tl::unexpected<Error> system_error(const std::string& path) {
  return fail(ErrorCode::system, path + ": " + std::strerror(errno));
}

Result<Descriptor> Descriptor::open(std::string path, int flags) {
  const int number = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
  if (number < 0) return system_error(path);
  return Descriptor(std::move(path), number);
}

Result<Descriptor> Descriptor::duplicate() const {
  const int number = fcntl(number_, F_DUPFD_CLOEXEC, 0);
  if (number < 0) return system_error(path_);
  return Descriptor(path_, number);
}

Descriptor::~Descriptor() {
  if (is_open()) ::close(number_);
}

Result<void> Descriptor::write(std::span<const std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t written = ::write(number_, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) return system_error(path_);
    if (written > 0) bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

Result<void> Descriptor::sync() const {
  if (fsync(number_) != 0 && errno != EINVAL) return system_error(path_);  // EINVAL: not of a kind that is on a disk
  return {};
}

Result<void> Descriptor::close() {
  if (::close(std::exchange(number_, -1)) != 0) return system_error(path_);
  return {};
}

Result<RegularFile> open_regular(const std::string& path) {
  auto descriptor = Descriptor::open(path, O_RDONLY | O_NONBLOCK);  // a pipe would wait for its writer
  if (!descriptor) return tl::unexpected(std::move(descriptor.error()));
  struct stat status {};
  if (fstat(descriptor->number(), &status) != 0) return system_error(path);
  if (!S_ISREG(status.st_mode)) return fail(ErrorCode::unsupported, path + ": not a regular file");
  return RegularFile{.descriptor = std::move(*descriptor), .size = status.st_size};
}

/// Whether a folder that is open still has its name: whoever had it before may have renamed or removed it.
static bool has_its_name(const Descriptor& folder) {
  struct stat open_folder {};
  struct stat named {};
  return fstat(folder.number(), &open_folder) == 0 && lstat(folder.path().c_str(), &named) == 0 &&
         open_folder.st_ino == named.st_ino && open_folder.st_dev == named.st_dev;
}

Result<std::optional<Descriptor>> lock_folder(const std::string& path) {
  auto folder = Descriptor::open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  if (!folder && errno == ENOENT) return std::nullopt;
  if (!folder) return tl::unexpected(std::move(folder.error()));
  if (flock(folder->number(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return system_error(path);
    return fail(ErrorCode::unsupported, path + ": another process writes to it");
  }
  if (!has_its_name(*folder)) return std::nullopt;
  return std::move(*folder);
}

Result<std::optional<Descriptor>> make_locked_folder(const std::string& path) {
  if (mkdir(path.c_str(), 0777) != 0 && errno != EEXIST) return system_error(path);
  return lock_folder(path);
}

}  // namespace tuplepack::files
