#pragma once

#include "descriptor.hpp"
#include "tuplepack/base/result.hpp"
#include "tuplepack/formats/numpy/npy_header.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace tuplepack {

/// A regular file, read in pieces: nothing of it stays in memory.
class InputFile {
 public:
  /// errors  of the system · unsupported (not a regular file)
  [[nodiscard]] static Result<InputFile> open(const std::string& path);

  [[nodiscard]] const std::string& path() const { return file_.descriptor.path(); }
  [[nodiscard]] std::int64_t size() const { return file_.size; }
  /// Reads the bytes that begin at an offset, all of them.
  /// errors  of the system · malformed (the file ends before)
  [[nodiscard]] Result<void> read(std::int64_t offset, std::span<std::byte> bytes) const;

 private:
  explicit InputFile(RegularFile file) : file_(std::move(file)) {}
  RegularFile file_;
};

/// The bytes of an array of numbers.
/// errors  unsupported (no numbers) · too_large
[[nodiscard]] Result<std::int64_t> npy_data_size(const NpyHeader& header);

/// An array in a file, whose header was read.
struct NpyFile {
  InputFile file;
  NpyHeader header;
  std::int64_t data = 0;    ///< where the elements begin
  std::int64_t stride = 0;  ///< bytes from one element to the next; 0: those of an element
};

/// errors  those of InputFile and npy_header_of; a file that is shorter or longer than its array
[[nodiscard]] Result<NpyFile> open_npy(const std::string& path);

/// The same of a structured array as well, whose data is not checked.
[[nodiscard]] Result<NpyFile> open_any_npy(const std::string& path);

}  // namespace tuplepack
