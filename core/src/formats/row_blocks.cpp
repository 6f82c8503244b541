#include "row_blocks.hpp"

namespace tuplepack {

RowBlocks::RowBlocks(RowSink sink) : sink_(std::move(sink)) {}

Result<void> RowBlocks::begin(const std::vector<std::string>& components, bool has_counts) {
  k_ = components.size();
  has_counts_ = has_counts;
  sizes_.resize(block_rows * k_);
  counts_.resize(block_rows);
  return sink_.begin(components, has_counts);
}

Result<void> RowBlocks::flush() {
  if (filled_ == 0) return {};
  any_ = true;
  const std::size_t rows = filled_;
  filled_ = 0;
  return sink_.rows(std::span(sizes_).first(rows * k_), std::span(counts_).first(has_counts_ ? rows : 0));
}

Result<void> RowBlocks::finish(std::string_view none) {
  if (auto flushed = flush(); !flushed) return flushed;
  if (!any_) return fail(ErrorCode::empty, std::string(none));
  return {};
}

}  // namespace tuplepack
