#include "files.hpp"

#include <fcntl.h>
#include <sys/mman.h>

#include <utility>

namespace tuplepack::files {

Error in_file(const Error& error, const std::string& path) {
  std::string place = path;
  if (error.line > 0) place += ":" + std::to_string(error.line);
  if (error.line > 0 && error.column > 0) place += ":" + std::to_string(error.column);
  return Error{.code = error.code, .message = place + ": " + error.message};
}

Result<MappedFile> MappedFile::open(const std::string& path) {
  const auto file = open_regular(path);
  if (!file) return tl::unexpected(file.error());
  const auto size = static_cast<std::size_t>(file->size);
  if (size == 0) return MappedFile(Pages(nullptr, Unmap{size}));
  void* const data = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file->descriptor.number(), 0);
  if (data == MAP_FAILED) return system_error(path);
  return MappedFile(Pages(static_cast<const char*>(data), Unmap{size}));
}

void MappedFile::Unmap::operator()(const char* data) const {
  munmap(const_cast<char*>(data), size);  // NOLINT: munmap does not write
}

void MappedFile::release() const {
  if (data_) (void)madvise(const_cast<char*>(data_.get()), bytes().size(), MADV_DONTNEED);  // NOLINT: the file has them
}

Result<FileWriter> FileWriter::create(std::string path, std::size_t buffer) {
  auto file = Descriptor::open(std::move(path), O_WRONLY | O_CREAT | O_TRUNC);
  if (!file) return tl::unexpected(std::move(file.error()));
  return FileWriter(std::move(*file), buffer);
}

Result<void> FileWriter::flush() {
  auto written = file_.write(buffer_);
  buffer_.clear();
  return written;
}

Result<void> FileWriter::write(std::span<const std::byte> bytes) {
  size_ += static_cast<std::int64_t>(bytes.size());
  if (buffer_.size() + bytes.size() > capacity_) {
    if (auto flushed = flush(); !flushed) return flushed;
  }
  if (bytes.size() >= capacity_) return file_.write(bytes);
  if (buffer_.capacity() < capacity_) buffer_.reserve(capacity_);
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  return {};
}

Result<void> FileWriter::close() {
  if (auto flushed = flush(); !flushed) return flushed;
  return file_.close();
}

Result<void> FileWriter::sync_and_close() {
  if (auto flushed = flush(); !flushed) return flushed;
  if (auto synced = file_.sync(); !synced) return synced;
  return file_.close();
}

}  // namespace tuplepack::files
