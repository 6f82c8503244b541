#include "row_blocks.hpp"

namespace tuplepack {

RowBlocks::RowBlocks(RowSink sink) : sink_(std::move(sink)) {}

Result<void> RowBlocks::begin(const std::vector<std::string>& components, bool has_counts) {
  k_ = components.size();
  has_counts_ = has_counts;
  sizes_.resize(block_rows * k_);
  counts_.resize(block_rows);
  is_open_ = is_open_ && k_ == 2 && !has_counts && sink_.possible_histogram;
  return sink_.begin(components, has_counts);
}

void RowBlocks::look_at_pairs(std::size_t rows) {
  for (std::size_t row = 0; row < rows; ++row) {
    const std::int64_t first = sizes_[2 * row];
    const bool follows = rows_ + static_cast<std::int64_t>(row) > 0;
    ascends_ = ascends_ && (!follows || first > last_);
    descends_ = descends_ && (!follows || first < last_);
    has_zero_ = has_zero_ || sizes_[2 * row + 1] == 0;
    last_ = first;
  }
}

/// Fewer rows are in order too often by chance.
bool RowBlocks::may_be_histogram() const {
  constexpr std::int64_t fewest = 3;
  return is_open_ && rows_ >= fewest && (ascends_ || descends_) && !has_zero_;
}

Result<void> RowBlocks::flush() {
  if (filled_ == 0) return {};
  const std::size_t rows = filled_;
  if (is_open_) look_at_pairs(rows);
  rows_ += static_cast<std::int64_t>(rows);
  filled_ = 0;
  return sink_.rows(std::span(sizes_).first(rows * k_), std::span(counts_).first(has_counts_ ? rows : 0));
}

Result<void> RowBlocks::finish(std::string_view none) {
  if (auto flushed = flush(); !flushed) return flushed;
  if (rows_ == 0) return fail(ErrorCode::empty, std::string(none));
  return may_be_histogram() ? sink_.possible_histogram() : Result<void>();
}

}  // namespace tuplepack
