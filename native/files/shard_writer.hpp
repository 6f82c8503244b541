#pragma once

#include "files.hpp"
#include "shard_files.hpp"
#include "tuplepack/base/result.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::files {

/// Writes TFRecords to a file, or to the shards of NAME@N, one after the other.
class ShardWriter {
 public:
  /// As ShardFiles.
  [[nodiscard]] static Result<ShardWriter> create(const std::string& name);
  /// Writes some of the shards that another process has created.
  [[nodiscard]] static ShardWriter join(const std::string& name) { return ShardWriter(ShardFiles::join(name)); }

  [[nodiscard]] const std::string& folder() const { return files_.folder(); }

  [[nodiscard]] std::size_t shards() const { return files_.count(); }

  /// How many records there will be. Shard s gets those from s·n/N to before (s+1)·n/N. To be called once, before write().
  void begin(std::int64_t records) { begin(records, 0, files_.count()); }
  /// The same, to write only the shards from `first` to before `last`.
  void begin(std::int64_t records, std::size_t first, std::size_t last);
  /// The records of these shards: from [0] to before [1].
  [[nodiscard]] std::array<std::int64_t, 2> range() const { return {begin_, end_}; }
  /// errors  of the system · too_large (beyond max_record_bytes)
  [[nodiscard]] Result<void> write(std::string_view record);
  /// Bytes of records written so far.
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }
  /// Completes the shards.
  /// assumes  all their records were written
  [[nodiscard]] Result<void> finish();
  /// Returns the names of the files of records.
  /// assumes  created here; every writer has finished
  [[nodiscard]] Result<std::vector<std::string>> commit() { return files_.commit(); }

 private:
  explicit ShardWriter(ShardFiles files) : files_(std::move(files)) {}

  ShardFiles files_;
  std::optional<FileWriter> file_;  // of the current shard
  std::size_t shard_ = 0;           // the next one
  std::size_t last_ = 0;            // after those to be written
  std::int64_t records_ = 0, begin_ = 0, end_ = 0, written_ = 0, bytes_ = 0;
  std::string framed_;

  [[nodiscard]] std::int64_t begin_of(std::size_t shard) const;
  [[nodiscard]] Result<void> next_shard();
};

}  // namespace tuplepack::files
