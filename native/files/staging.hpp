#pragma once

#include "descriptor.hpp"
#include "tuplepack/base/result.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tuplepack::files {

/// A folder TARGET.partial that a command fills until its content is complete and on the disk. Then either the folder
/// itself takes the name TARGET, or the files in it take theirs beside it. However a run ends, what it leaves is known by
/// a mark, and the next run with the same target continues with it or removes it:
///   TARGET.partial/.unfinished  the content is nobody's. Made first. A folder takes its name with it, complete, and loses
///                               it last
///   TARGET.partial/.publishing  which files are on their way to their names. On the disk before the first is renamed, and
///                               removed after the last; if there is one, the next run takes the files back
class StagingFolder {
 public:
  /// Makes TARGET.partial, in place of what a run that did not finish may have left of it; but keeps what one with the
  /// same input and options has left. Until commit() the name TARGET is free, or an empty folder.
  /// run     identifies input and options; empty: nothing is kept
  /// errors  of the system · unsupported (the target is there and not an empty folder; another process writes to
  ///         TARGET.partial; it is something else)
  [[nodiscard]] static Result<StagingFolder> create(const std::string& target, std::string_view run = {});
  /// The same for files that will be beside the folder: nothing needs to be free.
  [[nodiscard]] static Result<StagingFolder> create_for_files(const std::string& target, std::string_view run = {});
  /// Where they make it.
  [[nodiscard]] static std::string path_for(const std::string& target);

  StagingFolder(StagingFolder&&) noexcept = default;
  StagingFolder& operator=(StagingFolder&&) = delete;
  ~StagingFolder();  // removes it with all its content, unless committed, published or kept

  /// Whether an earlier run has left something.
  [[nodiscard]] bool is_resumed() const { return is_resumed_; }
  /// Whether it holds something by now.
  [[nodiscard]] bool has_content() const;
  /// Whether it is left to a run that continues with it.
  void keep(bool keep) { keep_ = keep; }

  [[nodiscard]] const std::string& path() const { return folder_.path(); }
  /// Waits until all content is on the disk, and renames the folder.
  [[nodiscard]] Result<void> commit();
  /// Moves files out of the folder to beside it, all or, after an error, none, and removes the rest of it.
  /// names    without folders; nothing has them there
  /// assumes  the files are on the disk
  [[nodiscard]] Result<void> publish(const std::vector<std::string>& names);

 private:
  StagingFolder(std::string target, Descriptor folder) : target_(std::move(target)), folder_(std::move(folder)) {}
  [[nodiscard]] static Result<StagingFolder> begin(std::string target, Descriptor folder, std::string_view run);

  std::string target_;
  Descriptor folder_;  // locked
  bool is_resumed_ = false, keep_ = false;
};

/// Whether files are on their way from the staging folder of a target to their names: not all are there.
[[nodiscard]] bool is_being_published(const std::string& target);

/// Waits until a file, or a folder with everything in it, is on the disk.
[[nodiscard]] Result<void> sync_tree(const std::string& path);

/// Renames a file or a folder, and waits until the name is on the disk.
[[nodiscard]] Result<void> rename_synced(const std::string& from, const std::string& to);

/// Writes a file that is on the disk when this returns, whole or not at all: NAME.new takes its name.
[[nodiscard]] Result<void> write_synced(const std::string& path, std::string_view text);

}  // namespace tuplepack::files
