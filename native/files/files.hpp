#pragma once

#include "descriptor.hpp"
#include "tuplepack/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::files {

/// The error with "FILE:LINE:COLUMN: " before its message, without the parts that are unknown.
[[nodiscard]] Error in_file(const Error& error, const std::string& path);

/// A file mapped into memory, to read. Pages are read when they are touched.
class MappedFile {
 public:
  /// errors  of the system · unsupported (not a regular file)
  [[nodiscard]] static Result<MappedFile> open(const std::string& path);

  [[nodiscard]] std::string_view bytes() const { return {data_.get(), data_.get_deleter().size}; }
  /// The file as an array.
  /// assumes  a size that is a multiple of sizeof(T)
  template <typename T>
  [[nodiscard]] std::span<const T> as() const {
    return {reinterpret_cast<const T*>(data_.get()),
            bytes().size() / sizeof(T)};  // NOLINT: pages are aligned for any T
  }
  /// Takes the pages that were touched out of this process's memory. They come back when they are touched again.
  void release() const;

 private:
  struct Unmap {
    std::size_t size = 0;
    void operator()(const char* data) const;
  };
  using Pages = std::unique_ptr<const char, Unmap>;

  explicit MappedFile(Pages data) : data_(std::move(data)) {}
  Pages data_;
};

/// A new file written from front to back, through a buffer. What is in the buffer is lost unless it is closed.
class FileWriter {
 public:
  /// Replaces a file that has the name.
  /// buffer  its size in bytes
  /// errors  of the system
  [[nodiscard]] static Result<FileWriter> create(std::string path, std::size_t buffer = std::size_t{1} << 18);

  [[nodiscard]] Result<void> write(std::span<const std::byte> bytes);
  [[nodiscard]] Result<void> write(std::string_view text) { return write(std::as_bytes(std::span(text))); }
  /// Bytes written so far.
  [[nodiscard]] std::int64_t size() const { return size_; }
  /// Writes the buffer and closes. A full disk shows here at the latest.
  [[nodiscard]] Result<void> close();
  /// close(), after waiting until everything is on the disk.
  [[nodiscard]] Result<void> sync_and_close();

 private:
  FileWriter(Descriptor file, std::size_t buffer) : file_(std::move(file)), capacity_(buffer) {}
  [[nodiscard]] Result<void> flush();

  Descriptor file_;
  std::int64_t size_ = 0;
  std::size_t capacity_ = 0;
  std::vector<std::byte> buffer_;
};

}  // namespace tuplepack::files
