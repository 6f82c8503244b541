#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tuplepack::cli {

/// A file or folder that an option names.
struct NamedFile {
  std::string option;
  std::string path;   ///< as the user wrote it
  std::string place;  ///< where it will be, if it is not there yet
  std::optional<std::pair<dev_t, ino_t>> inode{};
};

[[nodiscard]] NamedFile named_file(std::string option, std::string path);

/// Standard input or output, where it is a file.
[[nodiscard]] NamedFile stream_file(std::string option, int descriptor);

/// Throws Failure if two names stand for one file.
/// role  what the command does with the other: "reads"
void refuse_unless_apart(const NamedFile& output, const NamedFile& other, std::string_view role);

/// The files that the current command reads, for require_not_read.
void remember_files_read(std::vector<NamedFile> files);

/// Refuses an output that the command reads, and whose name it makes up: packs.offsets.npy, front/222,502.json. Throws
/// Failure.
void require_not_read(const std::string& path);

}  // namespace tuplepack::cli
