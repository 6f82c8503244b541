#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tuplepack::formats {

/// A text, and the data of an array that follows it in a file.
struct FilePiece {
  std::string text;
  std::int64_t array_bytes = 0;  ///< 0: no array follows
};

/// The layout of a file with large arrays: pieces of text between which the caller writes the arrays, so memory does not grow
/// with them and the size of the file is known before it is written.
using FileLayout = std::vector<FilePiece>;

[[nodiscard]] inline std::int64_t file_size(const FileLayout& layout) {
  std::int64_t size = 0;
  for (const FilePiece& piece : layout) size += static_cast<std::int64_t>(piece.text.size()) + piece.array_bytes;
  return size;
}

}  // namespace tuplepack::formats
