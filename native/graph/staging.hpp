#pragma once

#include "tuplepack/result.hpp"

#include <string>

namespace tuplepack {

/// A folder that a command fills, and that takes its name when its content is complete and on the disk. Until then the
/// name is free, or an empty folder.
class StagingFolder {
 public:
  /// What to do with a staging folder of the name that is there already.
  enum class Leftover : bool { refuse, keep };

  /// Makes TARGET.partial.
  /// errors  of the system · unsupported (the target is there and not an empty folder; TARGET.partial is there)
  [[nodiscard]] static Result<StagingFolder> create(const std::string& target);
  /// Makes a folder of another name, on the same file system. It is kept when it is there and `leftover` says so.
  [[nodiscard]] static Result<StagingFolder> create(const std::string& target, std::string path, Leftover leftover);

  StagingFolder(StagingFolder&& other) noexcept;
  StagingFolder& operator=(StagingFolder&& other) noexcept;
  ~StagingFolder();  // removes it with all its content, unless committed or kept

  [[nodiscard]] const std::string& path() const { return path_; }
  /// Leaves the folder where it is when this is destroyed, for a later run.
  void keep() { remove_ = false; }
  /// Waits until all content is on the disk, and renames the folder.
  [[nodiscard]] Result<void> commit();

 private:
  StagingFolder(std::string target, std::string path);

  std::string target_;
  std::string path_;
  bool remove_ = true;
};

/// Waits until a file, or a folder with everything in it, is on the disk.
[[nodiscard]] Result<void> sync_tree(const std::string& path);

/// Renames a file or a folder, and waits until the name is on the disk.
[[nodiscard]] Result<void> rename_synced(const std::string& from, const std::string& to);

}  // namespace tuplepack
