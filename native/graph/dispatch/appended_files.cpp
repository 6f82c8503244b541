#include "graph/dispatch/appended_files.hpp"

#include "graph/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace tuplepack {

static bool append_all(int descriptor, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

Result<void> AppendedFiles::write(File& file, std::span<const std::byte> bytes) {
  const int descriptor = ::open(file.path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (descriptor < 0) return system_error(file.path);
  const bool done = append_all(descriptor, bytes);
  const auto error = system_error(file.path);
  if (::close(descriptor) != 0 && done) return system_error(file.path);
  if (!done) return error;
  file.hash.add(bytes);
  return {};
}

Result<AppendedFiles> AppendedFiles::create(std::vector<std::string> paths, std::size_t buffer) {
  AppendedFiles files;
  files.capacity_ = buffer;
  for (std::string& path : paths) {
    if (!path.empty()) {
      auto file = FileWriter::create(path, 0);
      if (!file) return tl::unexpected(file.error());
    }
    files.files_.push_back(File{.path = std::move(path), .hash = {}, .size = 0, .buffer = {}});
  }
  return files;
}

Result<void> AppendedFiles::append(std::size_t file, std::span<const std::byte> bytes) {
  File& to = files_[file];
  if (to.path.empty()) return {};
  to.size += static_cast<std::int64_t>(bytes.size());
  if (to.buffer.size() + bytes.size() > capacity_) {
    if (!to.buffer.empty()) {
      if (auto written = write(to, to.buffer); !written) return written;
      to.buffer.clear();
    }
    if (bytes.size() >= capacity_) return write(to, bytes);
  }
  if (to.buffer.capacity() == 0) to.buffer.reserve(capacity_);
  to.buffer.insert(to.buffer.end(), bytes.begin(), bytes.end());
  return {};
}

Result<void> AppendedFiles::finish() {
  for (File& file : files_) {
    if (file.buffer.empty()) continue;
    if (auto written = write(file, file.buffer); !written) return written;
    file.buffer = {};
  }
  return {};
}

}  // namespace tuplepack
