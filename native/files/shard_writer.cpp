#include "shard_writer.hpp"

#include "tuplepack/formats/tensorflow/tf_record.hpp"

#include <cassert>

namespace tuplepack::files {

Result<ShardWriter> ShardWriter::create(const std::string& name) {
  auto files = ShardFiles::create(name);
  if (!files) return tl::unexpected(std::move(files.error()));
  return ShardWriter(std::move(*files));
}

/// The records before a shard.
std::int64_t ShardWriter::begin_of(std::size_t shard) const {
  const auto n = static_cast<std::int64_t>(files_.count()), s = static_cast<std::int64_t>(shard);
  return records_ / n * s + records_ % n * s / n;
}

void ShardWriter::begin(std::int64_t records, std::size_t first, std::size_t last) {
  records_ = records;
  shard_ = first;
  last_ = last;
  begin_ = written_ = begin_of(first);
  end_ = begin_of(last);
}

Result<void> ShardWriter::next_shard() {
  if (file_) {
    if (auto closed = file_->sync_and_close(); !closed) return closed;
    file_.reset();
  }
  auto file = FileWriter::create(files_.staged(shard_++));
  if (!file) return tl::unexpected(std::move(file.error()));
  file_.emplace(std::move(*file));
  return {};
}

Result<void> ShardWriter::write(std::string_view record) {
  assert(written_ < end_);
  if (record.size() > formats::max_record_bytes) {
    return fail(ErrorCode::too_large, "a record of " + std::to_string(record.size()) + " bytes; they end at " +
                                          std::to_string(formats::max_record_bytes));
  }
  while (!file_ || written_ >= begin_of(shard_)) {
    if (auto next = next_shard(); !next) return next;
  }
  framed_.clear();
  formats::append_record(framed_, record);
  bytes_ += static_cast<std::int64_t>(framed_.size());
  ++written_;
  return file_->write(framed_);
}

Result<void> ShardWriter::finish() {
  assert(written_ == end_);
  while (shard_ < last_) {
    if (auto next = next_shard(); !next) return next;
  }
  return file_ ? file_->sync_and_close() : Result<void>();
}

}  // namespace tuplepack::files
