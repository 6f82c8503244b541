#include "column_cursor.hpp"

#include <algorithm>

namespace tuplepack::formats {

ColumnCursor::ColumnCursor(const ColumnFile& file, std::size_t column, std::size_t group, ColumnPart part)
    : lists_(file.columns()[column].lists), part_(part), reader_([&]() -> decltype(reader_) {
        if (const auto* const parquet = std::get_if<ParquetFile>(&file.file_)) {
          return ParquetReader(*parquet, file.bytes_, file.decompress_, column, group, part);
        }
        return ArrowReader(std::get<ArrowFile>(file.file_), file.decompress_, column, group, part);
      }()) {}

template <typename Value>
static void drop_first(std::vector<Value>& values, std::size_t count) {
  values.erase(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(std::min(count, values.size())));
}

static void drop_first_texts(ColumnRows& rows, std::size_t count) {
  if (count == 0 || rows.text_ends.empty()) return;
  const std::size_t end = rows.text_ends[count - 1];
  rows.text.erase(0, end);
  drop_first(rows.text_ends, count);
  for (std::size_t& text_end : rows.text_ends) text_end -= end;
}

/// Forgets the rows that were passed.
void ColumnCursor::forget() {
  const std::size_t values = taken_values();
  drop_first(rows_.lengths, taken_);
  drop_first(rows_.integers, values);
  drop_first(rows_.decimals, values);
  drop_first(rows_.present, values);
  drop_first_texts(rows_, values);
  taken_ = taken_values_ = 0;
}

Result<void> ColumnCursor::fill() {
  while (available() == 0 && !ended_) {
    forget();
    const auto more = std::visit([&](auto& reader) { return reader.next(rows_); }, reader_);
    if (!more) return tl::unexpected(more.error());
    ended_ = !*more;
  }
  return {};
}

std::size_t ColumnCursor::available() const {
  if (!lists_) return rows_.values() - taken_;
  const std::size_t all = rows_.lengths.size() - taken_;
  return ended_ ? all : all - std::min<std::size_t>(all, 1);
}

void ColumnCursor::pass(std::size_t rows) {
  if (lists_ && part_ == ColumnPart::values) {
    for (std::size_t row = taken_; row < taken_ + rows; ++row) {
      taken_values_ += static_cast<std::size_t>(std::max<std::int64_t>(rows_.lengths[row], 0));
    }
  }
  taken_ += rows;
}

}  // namespace tuplepack::formats
