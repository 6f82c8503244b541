#include "graph/shard_writer.hpp"

#include "tuplepack/formats/tf_record.hpp"

#include <cassert>
#include <filesystem>

namespace tuplepack {

namespace fs = std::filesystem;

static std::vector<std::string> shard_names(const std::string& name) {
  const auto sharded = sharded_name(name);
  if (!sharded) return {name};
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(sharded->shards));
  for (std::int64_t shard = 0; shard < sharded->shards; ++shard) names.push_back(shard_name(*sharded, shard));
  return names;
}

/// Whether a name ends in a number of shards that cannot be.
static bool has_wrong_shard_count(const std::string& name) {
  const std::size_t at = name.rfind('@');
  return at != std::string::npos && name.find_first_not_of("0123456789", at + 1) == std::string::npos &&
         !sharded_name(name);
}

Result<ShardWriter> ShardWriter::create(const std::string& name) {
  if (has_wrong_shard_count(name)) {
    return fail(ErrorCode::out_of_range, name + ": the number of shards after @ must be from 1 to 1,000,000");
  }
  std::vector<std::string> names = shard_names(name);
  for (const std::string& file : names) {
    std::error_code error;
    if (fs::exists(fs::symlink_status(file, error))) {
      return fail(ErrorCode::unsupported, file + ": is there already");
    }
  }
  auto staging = StagingFolder::create(name);
  if (!staging) return tl::unexpected(std::move(staging.error()));
  return ShardWriter(std::move(*staging), std::move(names));
}

std::string ShardWriter::staged(std::size_t shard) const {
  return folder() + "/" + fs::path(names_[shard]).filename().string();
}

/// The number of records up to the end of a shard.
std::int64_t ShardWriter::end_of(std::size_t shard) const {
  const auto n = static_cast<std::int64_t>(names_.size()), s = static_cast<std::int64_t>(shard) + 1;
  return records_ / n * s + records_ % n * s / n;
}

Result<void> ShardWriter::next_shard() {
  if (file_) {
    if (auto closed = file_->sync_and_close(); !closed) return closed;
    file_.reset();
  }
  auto file = FileWriter::create(staged(shard_++));
  if (!file) return tl::unexpected(std::move(file.error()));
  file_.emplace(std::move(*file));
  return {};
}

Result<void> ShardWriter::write(std::string_view record) {
  assert(written_ < records_);
  if (record.size() > max_record_bytes) {
    return fail(ErrorCode::too_large, "a record of " + std::to_string(record.size()) + " bytes; they end at " +
                                          std::to_string(max_record_bytes));
  }
  while (shard_ == 0 || written_ >= end_of(shard_ - 1)) {
    if (auto next = next_shard(); !next) return next;
  }
  framed_.clear();
  append_record(framed_, record);
  bytes_ += static_cast<std::int64_t>(framed_.size());
  ++written_;
  return file_->write(framed_);
}

Result<std::vector<std::string>> ShardWriter::commit() {
  assert(written_ == records_);
  while (shard_ < names_.size()) {
    if (auto next = next_shard(); !next) return tl::unexpected(std::move(next.error()));
  }
  if (auto closed = file_->sync_and_close(); !closed) return tl::unexpected(std::move(closed.error()));
  for (std::size_t shard = 0; shard < names_.size(); ++shard) {
    if (auto renamed = rename_synced(staged(shard), names_[shard]); !renamed) {
      std::error_code ignored;
      for (std::size_t earlier = 0; earlier < shard; ++earlier) fs::remove(names_[earlier], ignored);
      return tl::unexpected(std::move(renamed.error()));
    }
  }
  return names_;
}

}  // namespace tuplepack
