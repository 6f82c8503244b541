#pragma once

#include <string>

namespace tuplepack::cli {

/// The name of the file that FileLock locks.
[[nodiscard]] std::string lock_of(const std::string& path);

/// Whether an open file still has its name: whoever had the lock on it before may have removed it.
[[nodiscard]] bool has_name(int descriptor, const std::string& path);

/// Keeps a file to one process, by a lock on PATH.lock: the file itself is replaced whenever it is written. The lock
/// ends with the process, however that ends.
class FileLock {
 public:
  /// Throws Failure when another process has the lock.
  explicit FileLock(const std::string& path);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  std::string path_;
  int descriptor_ = -1;
};

}  // namespace tuplepack::cli
