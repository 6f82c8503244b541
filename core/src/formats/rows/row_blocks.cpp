#include "row_blocks.hpp"

#include "usual_columns.hpp"

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

/// numbers  rows × k, of which the first of each row is the column's
void RowBlocks::look_at(Seen& column, const std::int64_t* numbers, std::size_t rows) const {
  if (rows_ == 0) column.first = column.least = numbers[0];
  std::int64_t next = column.first + rows_;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::int64_t number = numbers[row * k_];
    column.bits |= number;
    column.odd += number & 1;
    if (number < column.least) column.least = number;
    if (number != next++) column.counts_rows = false;
  }
}

Result<void> RowBlocks::flush() {
  if (filled_ == 0) return {};
  const std::size_t rows = filled_;
  for (std::size_t row = 0; is_open_ && row < rows; ++row) {
    const std::int64_t *pair = sizes_.data() + 2 * row, first = pair[0], second = pair[1];
    counts_first_ ? pairs_.add(second, first) : pairs_.add(first, second);
  }
  for (std::size_t c = 0; c < watched_.size(); ++c) look_at(seen_[c], sizes_.data() + c, rows);
  for (std::size_t row = 0; is_alone() && ascends_ && row < rows; ++row) {
    ascends_ = sizes_[row] > last_ && (rows_ + static_cast<std::int64_t>(row) > 0 || sizes_[row] == 0);
    last_ = sizes_[row];
  }
  rows_ += static_cast<std::int64_t>(rows);
  filled_ = 0;
  return sink_.rows(std::span(sizes_).first(rows * k_), std::span(counts_).first(has_counts_ ? rows : 0));
}

/// Whether numbers may be dates from 19000101 on, or times since 1970 in seconds or milliseconds, from 2001 on.
/// bits  that are set in any: they bound the largest
static bool are_times(std::int64_t least, std::int64_t bits) {
  return (least >= 19'000'101 && bits < std::int64_t{1} << 25) ||
         (least >= 1'000'000'000 && bits < std::int64_t{1} << 32) ||
         (least >= 1'000'000'000'000 && bits < std::int64_t{1} << 42);
}

bool RowBlocks::is_in(Doubt doubt, const Seen& column) const {
  constexpr std::int64_t some = 8;
  if (doubt == Doubt::flags) return column.bits == 1 && column.odd < rows_;
  if (doubt == Doubt::times) return are_times(column.least, column.bits);
  return column.counts_rows && column.first <= 1 && rows_ >= some && !has_counts_ && !may_be_histogram();
}

static std::string_view says(std::size_t doubt) {
  static constexpr std::array<std::string_view, 3> words{
      "only 0 and 1, as flags do", "numbers that may be dates or times", "the numbers of the rows, as an index does"};
  return words[doubt];
}

/// A few rows have nothing else by chance.
void RowBlocks::note_watched() const {
  constexpr std::int64_t few = 3;
  for (const Doubt doubt : {Doubt::flags, Doubt::times, Doubt::index}) {
    std::vector<std::string> columns;
    for (std::size_t c = 0; c < watched_.size(); ++c) {
      if (is_in(doubt, seen_[c])) columns.push_back(watched_[c]);
    }
    if (rows_ >= few && columns.size() < watched_.size()) {
      note(doubtful_note(columns, says(static_cast<std::size_t>(doubt))));
    }
  }
  if (rows_ > few && is_alone() && ascends_) {
    note("the numbers ascend from 0, as offsets do, whose differences are the sizes (numpy.diff)");
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
