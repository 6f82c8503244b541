#pragma once

#include "files/files.hpp"
#include "graph/dispatch/hash.hpp"
#include "tuplepack/base/keep_going.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tuplepack::graph {

/// A file that is complete.
struct WrittenFile {
  std::string path;  ///< within a folder
  std::int64_t bytes = 0;
  std::string hash;
};

/// A file that is hashed while it is written.
class HashedWriter {
 public:
  /// errors  of the system
  [[nodiscard]] static Result<HashedWriter> create(const std::string& path);

  [[nodiscard]] Result<void> write(std::span<const std::byte> bytes);
  [[nodiscard]] Result<void> write(std::string_view text) { return write(std::as_bytes(std::span(text))); }
  /// name  what the result calls the file
  [[nodiscard]] Result<WrittenFile> close(std::string name);

 private:
  explicit HashedWriter(files::FileWriter file) : file_(std::move(file)) {}
  files::FileWriter file_;
  Hash hash_;
};

/// The hash of a file.
/// errors  of the system · stopped
[[nodiscard]] Result<std::string> hash_of_file(const std::string& path, const KeepGoing& keep_going = {});

/// Whether the files are there, with these sizes.
/// hashes  whether their content is compared too
[[nodiscard]] bool are_there(const std::string& folder, const std::vector<WrittenFile>& files, bool hashes);

/// A list of files as text: a line each.
[[nodiscard]] std::string list_text(const std::vector<WrittenFile>& files);
/// Reads it; whatever is not such a line is left out.
[[nodiscard]] std::vector<WrittenFile> read_list(std::string_view text);

}  // namespace tuplepack::graph
