#include "file_lock.hpp"

#include "failure.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace tuplepack::cli {

bool has_name(int descriptor, const std::string& path) {
  struct stat open_file {};
  struct stat named {};
  return fstat(descriptor, &open_file) == 0 && lstat(path.c_str(), &named) == 0 && open_file.st_ino == named.st_ino &&
         open_file.st_dev == named.st_dev;
}

std::string lock_of(const std::string& path) {
  return path + ".lock";
}

FileLock::FileLock(const std::string& path) : path_(lock_of(path)) {
  while (true) {
    descriptor_ = open(path_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (descriptor_ == -1) throw Failure(path_ + ": " + std::strerror(errno), ErrorCode::system);
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      const int error = errno;
      close(descriptor_);
      throw Failure(error == EWOULDBLOCK ? path + ": another process is using this state"
                                         : path_ + ": " + std::strerror(error));
    }
    if (has_name(descriptor_, path_)) return;
    close(descriptor_);
  }
}

FileLock::~FileLock() {
  unlink(path_.c_str());
  close(descriptor_);
}

}  // namespace tuplepack::cli
