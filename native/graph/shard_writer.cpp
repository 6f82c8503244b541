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

static Result<void> require_new(const std::string& file) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(file, error))) return {};
  return fail(ErrorCode::unsupported, file + ": is there already");
}

Result<ShardWriter> ShardWriter::create(const std::string& name) {
  if (has_wrong_shard_count(name)) {
    return fail(ErrorCode::out_of_range, name + ": the number of shards after @ must be from 1 to 1,000,000");
  }
  std::vector<std::string> names = shard_names(name);
  for (const std::string& file : names) {
    if (auto is_new = require_new(file); !is_new) return tl::unexpected(std::move(is_new.error()));
  }
  auto staging = StagingFolder::create(name);
  if (!staging) return tl::unexpected(std::move(staging.error()));
  return ShardWriter(std::move(*staging), std::move(names));
}

std::string ShardWriter::staged(const std::string& name) const {
  return folder() + "/" + fs::path(name).filename().string();
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
  auto file = FileWriter::create(staged(names_[shard_++]));
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
  framed_.clear();
  append_record(framed_, record);
  return write_framed(framed_, 1);
}

Result<void> ShardWriter::write_framed(std::string_view records, std::int64_t count) {
  while (shard_ == 0 || written_ >= end_of(shard_ - 1)) {
    if (auto next = next_shard(); !next) return next;
  }
  bytes_ += static_cast<std::int64_t>(records.size());
  written_ += count;
  assert(written_ <= end_of(shard_ - 1));
  return file_->write(records);
}

Result<void> ShardWriter::add_file(const std::string& name, std::string_view content) {
  if (auto is_new = require_new(name); !is_new) return is_new;
  auto file = FileWriter::create(staged(name));
  if (!file) return tl::unexpected(std::move(file.error()));
  others_.push_back(name);
  if (auto written = file->write(content); !written) return written;
  return file->sync_and_close();
}

Result<std::vector<std::string>> ShardWriter::commit() {
  assert(written_ == records_);
  while (shard_ < names_.size()) {
    if (auto next = next_shard(); !next) return tl::unexpected(std::move(next.error()));
  }
  if (auto closed = file_->sync_and_close(); !closed) return tl::unexpected(std::move(closed.error()));
  std::vector<std::string> all = names_;
  all.insert(all.end(), others_.begin(), others_.end());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (auto renamed = rename_synced(staged(all[i]), all[i]); !renamed) {
      std::error_code ignored;
      for (std::size_t earlier = 0; earlier < i; ++earlier) fs::remove(all[earlier], ignored);
      return tl::unexpected(std::move(renamed.error()));
    }
  }
  return names_;
}

}  // namespace tuplepack
