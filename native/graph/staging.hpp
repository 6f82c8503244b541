#pragma once

#include "graph/descriptor.hpp"
#include "tuplepack/result.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace tuplepack {

/// A folder that a command fills, and that takes its name when its content is complete and on the disk. Until then the
/// name is free, or an empty folder.
class StagingFolder {
 public:
  /// Makes TARGET.partial, in place of what a run that did not finish may have left of it; but keeps what one with the
  /// same input and options has left.
  /// run     identifies input and options; empty: nothing is kept
  /// errors  of the system · unsupported (the target is there and not an empty folder; another process writes to
  ///         TARGET.partial; it is something else)
  [[nodiscard]] static Result<StagingFolder> create(const std::string& target, std::string_view run = {});
  /// Where create() makes it.
  [[nodiscard]] static std::string path_for(const std::string& target);

  StagingFolder(StagingFolder&&) noexcept = default;
  StagingFolder& operator=(StagingFolder&&) = delete;
  ~StagingFolder();  // removes it with all its content, unless committed or kept

  /// Whether an earlier run has left something.
  [[nodiscard]] bool is_resumed() const { return is_resumed_; }
  /// Whether it is left to a run that goes on with it.
  void keep(bool keep) { keep_ = keep; }

  [[nodiscard]] const std::string& path() const { return folder_.path(); }
  /// Waits until all content is on the disk, and renames the folder.
  [[nodiscard]] Result<void> commit();

 private:
  StagingFolder(std::string target, Descriptor folder) : target_(std::move(target)), folder_(std::move(folder)) {}

  std::string target_;
  Descriptor folder_;  // locked
  bool is_resumed_ = false, keep_ = false;
};

/// Waits until a file, or a folder with everything in it, is on the disk.
[[nodiscard]] Result<void> sync_tree(const std::string& path);

/// Renames a file or a folder, and waits until the name is on the disk.
[[nodiscard]] Result<void> rename_synced(const std::string& from, const std::string& to);

}  // namespace tuplepack
