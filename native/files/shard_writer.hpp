#pragma once

#include "files.hpp"
#include "shard_files.hpp"
#include "tuplepack/base/result.hpp"

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

  [[nodiscard]] const std::string& folder() const { return files_.folder(); }

  /// How many records there will be. Shard s gets those from s·n/N to before (s+1)·n/N. To be called once, before write().
  void begin(std::int64_t records) { records_ = records; }
  /// errors  of the system · too_large (beyond max_record_bytes)
  [[nodiscard]] Result<void> write(std::string_view record);
  /// Bytes of records written so far.
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }
  /// Returns the names of the files of records.
  /// assumes  all records were written
  [[nodiscard]] Result<std::vector<std::string>> commit();

 private:
  explicit ShardWriter(ShardFiles files) : files_(std::move(files)) {}

  ShardFiles files_;
  std::optional<FileWriter> file_;  // of the current shard
  std::size_t shard_ = 0;           // the next one
  std::int64_t records_ = 0, written_ = 0, bytes_ = 0;
  std::string framed_;

  [[nodiscard]] std::int64_t end_of(std::size_t shard) const;
  [[nodiscard]] Result<void> next_shard();
};

}  // namespace tuplepack::files
