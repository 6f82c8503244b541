#include "file_roles.hpp"

#include "failure.hpp"
#include "file_lock.hpp"
#include "output.hpp"
#include "record_files.hpp"

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>

namespace tuplepack::cli {

/// A file or folder that an option names.
struct NamedFile {
  std::string option;
  std::string path;   ///< as the user wrote it
  std::string place;  ///< where it will be, if it is not there yet
  std::optional<std::pair<dev_t, ino_t>> inode{};
};

/// The files that the current command reads.
static std::vector<NamedFile> read_files;

/// None for devices, pipes and sockets, which any number of readers and writers may share.
static std::optional<std::pair<dev_t, ino_t>> inode_of(const struct stat& status) {
  if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return std::nullopt;
  return std::pair{status.st_dev, status.st_ino};
}

static std::string place_of(const std::string& path) {
  std::error_code error;
  return std::filesystem::weakly_canonical(std::filesystem::absolute(resolved(path), error), error).string();
}

static NamedFile named_file(std::string option, std::string path) {
  NamedFile file{.option = std::move(option), .path = std::move(path), .place = {}};
  struct stat status {};
  if (stat(file.path.c_str(), &status) == 0) {
    file.inode = inode_of(status);
  } else {
    file.place = place_of(file.path);
  }
  return file;
}

/// Standard input or output, where it is a file.
static NamedFile stream_file(std::string option, int descriptor) {
  NamedFile file{.option = std::move(option), .path = "-", .place = {}};
  struct stat status {};
  if (fstat(descriptor, &status) == 0) file.inode = inode_of(status);
  return file;
}

static bool is_same(const NamedFile& one, const NamedFile& other) {
  if (one.inode || other.inode) return one.inode == other.inode;
  return !one.place.empty() && one.place == other.place;
}

/// The files that the text of an input option stands for: shards, matches of a pattern, "SRC:REL:DST=FILE". A name that
/// stands for none is left to whoever reads it.
static std::vector<std::string> files_read(const std::string& text) {
  struct stat ignored {};
  const std::size_t typed = text.rfind('=');
  const bool has_type = typed != std::string::npos && stat(text.c_str(), &ignored) != 0;
  try {
    return record_files(has_type ? text.substr(typed + 1) : text);
  } catch (const Failure&) {
    return {text};
  }
}

static std::vector<NamedFile> files_read(const Command& command, const Arguments& arguments) {
  std::vector<NamedFile> files;
  for (const Option* option : options_of(command)) {
    if (option->kind != OptionKind::input_file) continue;
    for (const std::string& text : arguments.all(option->name)) {
      for (const std::string& path : files_read(text)) {
        files.push_back(path == "-" ? stream_file(spelled(*option), STDIN_FILENO) : named_file(spelled(*option), path));
      }
    }
  }
  return files;
}

static std::vector<NamedFile> files_written(const Command& command, const Arguments& arguments) {
  std::vector<NamedFile> files{stream_file("standard output", STDOUT_FILENO)};
  for (const Option* option : options_of(command)) {
    if (option->kind != OptionKind::output_file) continue;
    for (const std::string& path : arguments.all(option->name)) {
      if (path == "-") continue;
      files.push_back(named_file(spelled(*option), path));
      if (option->name == "state") files.push_back(named_file("the lock of --state", lock_of(path)));
    }
  }
  return files;
}

static std::string shown(const NamedFile& file) {
  return file.path == "-" ? file.option : fmt::format("{} '{}'", file.option, file.path);
}

static void refuse_unless_apart(const NamedFile& output, const NamedFile& other, std::string_view role) {
  if (!is_same(output, other)) return;
  throw Failure(fmt::format("{}: is the same file as {}, which this command {}; choose another name", shown(output),
                            other.path == output.path ? other.option : shown(other), role));
}

void require_not_read(const std::string& path) {
  const NamedFile output = named_file("-o", path);
  for (const NamedFile& input : read_files) refuse_unless_apart(output, input, "reads");
}

void require_distinct_files(const Command& command, const Arguments& arguments) {
  read_files = files_read(command, arguments);
  const std::vector<NamedFile> outputs = files_written(command, arguments);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (const NamedFile& input : read_files) refuse_unless_apart(outputs[i], input, "reads");
    for (std::size_t j = 0; j < i; ++j) refuse_unless_apart(outputs[i], outputs[j], "writes, too");
  }
}

}  // namespace tuplepack::cli
