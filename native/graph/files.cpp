#include "graph/files.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace tuplepack {

Error in_file(const Error& error, const std::string& path) {
  std::string place = path;
  if (error.line > 0) place += ":" + std::to_string(error.line);
  if (error.line > 0 && error.column > 0) place += ":" + std::to_string(error.column);
  return Error{.code = error.code, .message = place + ": " + error.message};
}

tl::unexpected<Error> system_error(const std::string& path) {
  return fail(ErrorCode::unsupported, path + ": " + std::strerror(errno));
}

Result<MappedFile> MappedFile::open(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return system_error(path);
  struct stat status {};
  if (fstat(descriptor, &status) != 0) {
    const auto error = system_error(path);
    ::close(descriptor);
    return error;
  }
  if (!S_ISREG(status.st_mode)) {
    ::close(descriptor);
    return fail(ErrorCode::unsupported, path + ": not a regular file");
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  void* const data = size == 0 ? nullptr : mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  const bool failed = size != 0 && data == MAP_FAILED;
  const auto error = system_error(path);
  ::close(descriptor);
  if (failed) return error;
  return MappedFile(static_cast<const char*>(data), size);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) munmap(const_cast<char*>(data_), size_);  // NOLINT: munmap does not write
}

void MappedFile::release() const {
  if (data_ != nullptr) (void)madvise(const_cast<char*>(data_), size_, MADV_DONTNEED);  // NOLINT: the file keeps them
}

FileWriter::FileWriter(std::string path, int descriptor, std::size_t buffer)
    : path_(std::move(path)), descriptor_(descriptor), capacity_(buffer) {}

Result<FileWriter> FileWriter::create(std::string path, std::size_t buffer) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) return system_error(path);
  return FileWriter(std::move(path), descriptor, buffer);
}

FileWriter::FileWriter(FileWriter&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_(other.size_),
      capacity_(other.capacity_),
      buffer_(std::move(other.buffer_)) {}

FileWriter& FileWriter::operator=(FileWriter&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(size_, other.size_);
  std::swap(capacity_, other.capacity_);
  std::swap(buffer_, other.buffer_);
  return *this;
}

FileWriter::~FileWriter() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

/// Hands bytes to the system, all of them.
static bool write_all(int descriptor, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

Result<void> FileWriter::flush() {
  if (!write_all(descriptor_, buffer_)) return system_error(path_);
  buffer_.clear();
  return {};
}

Result<void> FileWriter::write(std::span<const std::byte> bytes) {
  size_ += static_cast<std::int64_t>(bytes.size());
  if (buffer_.size() + bytes.size() > capacity_) {
    if (auto flushed = flush(); !flushed) return flushed;
  }
  if (bytes.size() >= capacity_) {
    if (!write_all(descriptor_, bytes)) return system_error(path_);
    return {};
  }
  if (buffer_.capacity() < capacity_) buffer_.reserve(capacity_);
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  return {};
}

Result<void> FileWriter::close() {
  if (auto flushed = flush(); !flushed) return flushed;
  if (::close(std::exchange(descriptor_, -1)) != 0) return system_error(path_);
  return {};
}

Result<void> FileWriter::sync_and_close() {
  if (auto flushed = flush(); !flushed) return flushed;
  if (fsync(descriptor_) != 0) return system_error(path_);
  return close();
}

}  // namespace tuplepack
