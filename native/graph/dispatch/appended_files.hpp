#pragma once

#include "graph/dispatch/hash.hpp"
#include "tuplepack/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::graph {

/// Many files that grow in turn, each through a buffer of its own. None stays open, so there may be any number of them.
class AppendedFiles {
 public:
  /// Makes the files; they are empty. An empty path stands for a file that is not written.
  /// buffer  bytes per file; 0: every append goes to the system at once
  /// errors  of the system
  [[nodiscard]] static Result<AppendedFiles> create(std::vector<std::string> paths, std::size_t buffer);

  [[nodiscard]] Result<void> append(std::size_t file, std::span<const std::byte> bytes);
  /// Writes the buffers.
  [[nodiscard]] Result<void> finish();

  [[nodiscard]] std::int64_t size(std::size_t file) const { return files_[file].size; }
  [[nodiscard]] std::string hash(std::size_t file) const { return files_[file].hash.text(); }

 private:
  struct File {
    std::string path;
    Hash hash;
    std::int64_t size = 0;
    std::vector<std::byte> buffer;
  };
  std::vector<File> files_;
  std::size_t capacity_ = 0;

  [[nodiscard]] static Result<void> write(File& file, std::span<const std::byte> bytes);
};

}  // namespace tuplepack::graph
