#include "named_file.hpp"

#include "failure.hpp"
#include "output.hpp"

#include <fmt/format.h>

#include <sys/stat.h>

#include <filesystem>

namespace tuplepack::cli {

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

NamedFile named_file(std::string option, std::string path) {
  NamedFile file{.option = std::move(option), .path = std::move(path), .place = {}};
  struct stat status {};
  if (stat(file.path.c_str(), &status) == 0) {
    file.inode = inode_of(status);
  } else {
    file.place = place_of(file.path);
  }
  return file;
}

NamedFile stream_file(std::string option, int descriptor) {
  NamedFile file{.option = std::move(option), .path = "-", .place = {}};
  struct stat status {};
  if (fstat(descriptor, &status) == 0) file.inode = inode_of(status);
  return file;
}

static bool is_same(const NamedFile& one, const NamedFile& other) {
  if (one.inode || other.inode) return one.inode == other.inode;
  return !one.place.empty() && one.place == other.place;
}

static std::string shown(const NamedFile& file) {
  return file.path == "-" ? file.option : fmt::format("{} '{}'", file.option, file.path);
}

void refuse_unless_apart(const NamedFile& output, const NamedFile& other, std::string_view role) {
  if (!is_same(output, other)) return;
  throw Failure(fmt::format("{}: is the same file as {}, which this command {}; choose another name", shown(output),
                            other.path == output.path ? other.option : shown(other), role));
}

void remember_files_read(std::vector<NamedFile> files) {
  read_files = std::move(files);
}

void require_not_read(const std::string& path) {
  const NamedFile output = named_file("-o", path);
  for (const NamedFile& input : read_files) refuse_unless_apart(output, input, "reads");
}

}  // namespace tuplepack::cli
