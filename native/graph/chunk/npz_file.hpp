#pragma once

#include "files/files.hpp"
#include "files/input_file.hpp"
#include "tuplepack/formats/bytes/zip_members.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace tuplepack::graph {

/// The arrays of a .npz archive, as numpy.savez and numpy.savez_compressed write it. Memory holds a piece of them.
class NpzFile {
 public:
  /// Reads the directory.
  /// errors  of the system; FILE: those of list_packed_members; unsupported (an archive of something else)
  [[nodiscard]] static Result<NpzFile> open(const std::string& path);

  /// Without ".npy".
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  /// What messages call an array: "edges.npz: src.npy".
  [[nodiscard]] std::string shown(std::size_t array) const { return path_ + ": " + members_[array].name; }

  /// Opens an array of any type, whose checksum is right, and whose data is not checked against its header.
  /// spill   a path for its bytes if they are packed: the file has lost the name when this succeeds
  /// errors  those of extract and open_any_npy
  [[nodiscard]] Result<files::NpyFile> open_array(std::size_t array, const std::string& spill) const;
  /// Writes the bytes of an array into a file.
  /// errors  of the system; FILE: those of unpack_zip_member
  [[nodiscard]] Result<void> extract(std::size_t array, const std::string& to) const;

 private:
  NpzFile(std::string path, files::MappedFile file, std::vector<formats::ZipMember> members);
  [[nodiscard]] Result<files::NpyFile> open_stored(std::size_t array) const;

  std::string path_;
  files::MappedFile file_;
  std::vector<formats::ZipMember> members_;
  std::vector<std::string> names_;
};

}  // namespace tuplepack::graph
