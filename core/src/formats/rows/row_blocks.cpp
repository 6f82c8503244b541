#include "row_blocks.hpp"

#include <algorithm>

namespace tuplepack::formats {

RowBlocks::RowBlocks(RowSink sink) : sink_(std::move(sink)) {}

Result<void> RowBlocks::begin(const std::vector<std::string>& components, bool has_counts) {
  k_ = components.size();
  has_counts_ = has_counts;
  sizes_.resize(block_rows * k_);
  counts_.resize(block_rows);
  is_open_ = references_.size() == 2 && k_ == 2 && !has_counts && sink_.possible_histogram;
  return sink_.begin(components, has_counts);
}

Result<void> RowBlocks::flush() {
  if (filled_ == 0) return {};
  const std::size_t rows = filled_;
  for (std::size_t row = 0; is_open_ && row < rows; ++row) {
    const std::int64_t *pair = sizes_.data() + 2 * row, first = pair[0], second = pair[1];
    counts_first_ ? pairs_.add(second, first) : pairs_.add(first, second);
  }
  for (std::size_t c = 0; c < watched_.size(); ++c) seen_[c].add(sizes_.data() + c, rows, k_);
  for (std::size_t row = 0; is_alone() && ascends_ && row < rows; ++row) {
    ascends_ = sizes_[row] > last_ && (rows_ + static_cast<std::int64_t>(row) > 0 || sizes_[row] == 0);
    last_ = sizes_[row];
  }
  rows_ += static_cast<std::int64_t>(rows);
  filled_ = 0;
  return sink_.rows(std::span(sizes_).first(rows * k_), std::span(counts_).first(has_counts_ ? rows : 0));
}

void RowBlocks::note_watched() const {
  constexpr std::int64_t few = 3;
  const bool may_have_index = !has_counts_ && !may_be_histogram();
  for (const std::string& doubt : notes_on_doubts(watched_, seen_, may_have_index)) note(doubt);
  if (rows_ > few && is_alone() && ascends_) {
    note("the numbers ascend from 0, as offsets do, whose differences are the sizes (numpy.diff)");
  }
  if (may_be_edges()) {
    note("the rows ascend without repetition, as a sorted list of edges does, which `chunk` reads");
  }
}

Result<void> RowBlocks::finish(std::string_view none) {
  if (auto flushed = flush(); !flushed) return flushed;
  if (rows_ == 0) return fail(ErrorCode::empty, std::string(none));
  note_watched();
  if (!may_be_histogram()) return {};
  return sink_.possible_histogram(references_, counts_first_ ? 0 : 1);
}

}  // namespace tuplepack::formats
