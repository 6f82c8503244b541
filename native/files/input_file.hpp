#pragma once

#include "descriptor.hpp"
#include "tuplepack/base/result.hpp"
#include "tuplepack/formats/numpy/npy_header.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace tuplepack::files {

/// A regular file, read in pieces: nothing of it stays in memory.
class InputFile {
 public:
  /// errors  of the system · unsupported (not a regular file)
  [[nodiscard]] static Result<InputFile> open(const std::string& path);
  /// The same of a file that stands for another one.
  /// shown  what path() returns and messages say
  [[nodiscard]] static Result<InputFile> open(const std::string& path, std::string shown);
  /// Another one of the same file, whatever became of its name.
  [[nodiscard]] Result<InputFile> duplicate() const;

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
[[nodiscard]] Result<std::int64_t> npy_data_size(const formats::NpyHeader& header);

/// An array in a file, whose header was read.
struct NpyFile {
  InputFile file;
  formats::NpyHeader header;
  std::int64_t data = 0;    ///< where the elements begin
  std::int64_t bytes = 0;   ///< of data, as many as there are
  std::int64_t stride = 0;  ///< bytes from one element to the next; 0: those of an element
};

/// Opens an array of numbers.
/// errors  those of InputFile, npy_header_of and require_numbers
[[nodiscard]] Result<NpyFile> open_npy(const std::string& path);

/// Opens any array, whose data is not checked against its header.
[[nodiscard]] Result<NpyFile> open_any_npy(const std::string& path);
/// The same of an array within a file: its header begins at `begin`, and its data ends at `end`.
[[nodiscard]] Result<NpyFile> open_any_npy(InputFile file, std::int64_t begin, std::int64_t end);

/// The array, if it has numbers.
/// errors  FILE: another type; data that is shorter or longer than the array
[[nodiscard]] Result<NpyFile> require_numbers(Result<NpyFile> array);
/// The same, if its elements may be text, too.
[[nodiscard]] Result<NpyFile> require_numbers_or_text(Result<NpyFile> array);

}  // namespace tuplepack::files
