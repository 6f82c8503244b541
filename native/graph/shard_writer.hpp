#pragma once

#include "graph/files.hpp"
#include "graph/staging.hpp"
#include "tuplepack/formats/shards.hpp"
#include "tuplepack/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack {

/// TFRecords written to a file, or to the shards of NAME@N. They take their names when all are complete and on the disk.
class ShardWriter {
 public:
  /// name    of a file, "NAME@4" or "NAME-?????-of-00004"
  /// errors  of the system · unsupported (one of the files is there already; see StagingFolder) · out_of_range ("NAME@0", …)
  [[nodiscard]] static Result<ShardWriter> create(const std::string& name);

  /// A folder beside the files for what is to go with them when this is destroyed.
  [[nodiscard]] const std::string& folder() const { return staging_.path(); }
  [[nodiscard]] std::size_t shards() const { return names_.size(); }

  /// How many records there will be. Shard s gets those from s·n/N to before (s+1)·n/N. To be called once, before write().
  void begin(std::int64_t records) { records_ = records; }
  /// errors  of the system · too_large (beyond max_record_bytes)
  [[nodiscard]] Result<void> write(std::string_view record);
  /// Writes records of one shard that are framed already.
  /// count  how many there are
  /// errors of the system
  [[nodiscard]] Result<void> write_framed(std::string_view records, std::int64_t count);
  /// A small file that takes its name together with the records.
  /// errors  of the system · unsupported (it is there already)
  [[nodiscard]] Result<void> add_file(const std::string& name, std::string_view content);
  /// Bytes of records written so far.
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }
  /// Returns the names of the files of records.
  /// assumes  all records were written
  [[nodiscard]] Result<std::vector<std::string>> commit();

 private:
  ShardWriter(StagingFolder staging, std::vector<std::string> names)
      : staging_(std::move(staging)), names_(std::move(names)) {}

  StagingFolder staging_;
  std::vector<std::string> names_;
  std::vector<std::string> others_;
  std::optional<FileWriter> file_;  // of the shard at hand
  std::size_t shard_ = 0;           // the next one
  std::int64_t records_ = 0, written_ = 0, bytes_ = 0;
  std::string framed_;

  [[nodiscard]] std::string staged(const std::string& name) const;
  [[nodiscard]] std::int64_t end_of(std::size_t shard) const;
  [[nodiscard]] Result<void> next_shard();
};

}  // namespace tuplepack
