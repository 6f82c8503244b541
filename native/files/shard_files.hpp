#pragma once

#include "staging.hpp"
#include "tuplepack/base/result.hpp"
#include "tuplepack/formats/sizes/shards.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::files {

/// A file of TFRecords, or the shards of NAME@N, on their way: they wait in a folder beside them, and take their names
/// when all are complete and on the disk, all or none; see StagingFolder::publish() for a run that is killed.
class ShardFiles {
 public:
  /// name    of a file, "NAME@4" or "NAME-?????-of-00004"
  /// run     of StagingFolder
  /// errors  of the system · unsupported (one of the files already exists; see StagingFolder) · out_of_range ("NAME@0", …)
  [[nodiscard]] static Result<ShardFiles> create(const std::string& name, std::string_view run = {});
  /// The files that another process has created, to write some of them.
  [[nodiscard]] static ShardFiles join(const std::string& name);

  /// A folder for what is to go with them when this is destroyed.
  [[nodiscard]] const std::string& folder() const { return folder_; }
  [[nodiscard]] std::size_t count() const { return names_.size(); }
  /// Where one of them waits.
  [[nodiscard]] std::string staged(std::size_t shard) const { return staged(names_[shard]); }
  /// Whether an earlier run of the same input and options has left something; see keep().
  [[nodiscard]] bool is_resumed() const { return staging_ && staging_->is_resumed(); }
  /// Leaves the folder to a run that continues with it, unless this is committed.
  void keep();

  /// A small file that takes its name together with the records.
  /// errors  of the system · unsupported (it already exists)
  [[nodiscard]] Result<void> add_file(const std::string& name, std::string_view content);
  /// Returns the names of the files of records.
  /// assumes  created here; all are in their places and on the disk
  [[nodiscard]] Result<std::vector<std::string>> commit();

 private:
  explicit ShardFiles(const std::string& name);
  [[nodiscard]] std::string staged(const std::string& name) const;

  std::string folder_;
  std::vector<std::string> names_;
  std::vector<std::string> others_;
  std::optional<StagingFolder> staging_;  // none: another process has it
};

/// Whether a run of this program has not moved all the shards of a set to their names: it is about to, or was killed.
[[nodiscard]] bool is_unfinished(const formats::ShardedName& name);

}  // namespace tuplepack::files
