#pragma once

#include "tuplepack/result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack {

/// The error with "FILE:LINE:COLUMN: " before its message, without the parts that are unknown.
[[nodiscard]] Error in_file(const Error& error, const std::string& path);

/// The error of a system call, from errno: "FILE: No space left on device".
[[nodiscard]] tl::unexpected<Error> system_error(const std::string& path);

/// A file mapped into memory, to read. Pages are read when they are touched.
class MappedFile {
 public:
  /// errors  of the system · unsupported (not a regular file)
  [[nodiscard]] static Result<MappedFile> open(const std::string& path);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  [[nodiscard]] std::string_view bytes() const { return {data_, size_}; }
  /// The file as an array.
  /// assumes  a size that is a multiple of sizeof(T)
  template <typename T>
  [[nodiscard]] std::span<const T> as() const {
    return {reinterpret_cast<const T*>(data_), size_ / sizeof(T)};  // NOLINT: pages are aligned for any T
  }
  /// Takes the pages that were touched out of this process's memory. They come back when they are touched again.
  void release() const;

 private:
  MappedFile(const char* data, std::size_t size) : data_(data), size_(size) {}
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

/// A new file written from front to back, through a buffer.
class FileWriter {
 public:
  /// Replaces a file that has the name.
  /// buffer  its size in bytes
  /// errors  of the system
  [[nodiscard]] static Result<FileWriter> create(std::string path, std::size_t buffer = std::size_t{1} << 18);
  FileWriter(FileWriter&& other) noexcept;
  FileWriter& operator=(FileWriter&& other) noexcept;
  ~FileWriter();  // closes; what is in the buffer is lost

  [[nodiscard]] Result<void> write(std::span<const std::byte> bytes);
  [[nodiscard]] Result<void> write(std::string_view text) { return write(std::as_bytes(std::span(text))); }
  /// Bytes written so far.
  [[nodiscard]] std::int64_t size() const { return size_; }
  /// Writes the buffer and closes. A full disk shows here at the latest.
  [[nodiscard]] Result<void> close();
  /// close(), after waiting until everything is on the disk.
  [[nodiscard]] Result<void> sync_and_close();

 private:
  FileWriter(std::string path, int descriptor, std::size_t buffer);
  [[nodiscard]] Result<void> flush();

  std::string path_;
  int descriptor_ = -1;
  std::int64_t size_ = 0;
  std::size_t capacity_ = 0;
  std::vector<std::byte> buffer_;
};

}  // namespace tuplepack
