#include "tuplepack/formats/columnar/id_column.hpp"

#include "formats/text/text.hpp"

#include <algorithm>
#include <charconv>

namespace tuplepack::formats {

Result<ColumnRows> read_full_column(const ColumnFile& file, std::size_t column) {
  auto rows = file.read_column(column);
  if (!rows) return rows;
  const auto missing = std::find(rows->present.begin(), rows->present.end(), 0);
  if (missing == rows->present.end()) return rows;
  return fail(ErrorCode::malformed, "row " + std::to_string(missing - rows->present.begin() + 1) + ", column " +
                                        quote(file.columns()[column].name) + ": the value is missing (null)");
}

Result<ColumnRows> read_signed_column(const ColumnFile& file, std::size_t column, std::string_view what) {
  auto rows = read_full_column(file, column);
  if (!rows || !rows->is_unsigned) return rows;
  const auto beyond =
      std::find_if(rows->integers.begin(), rows->integers.end(), [](std::int64_t number) { return number < 0; });
  if (beyond == rows->integers.end()) return rows;
  return fail(ErrorCode::too_large, std::string(what) + " " + std::to_string(static_cast<std::uint64_t>(*beyond)) +
                                        " in row " + std::to_string(beyond - rows->integers.begin() + 1) +
                                        " of column " + quote(file.columns()[column].name) + " is 2^63 or more");
}

Result<void> check_ids(const TableColumn& column, bool numbered) {
  const bool is_text = column.kind == ColumnKind::text;
  if (column.lists || !(is_text || column.kind == ColumnKind::whole)) {
    return fail(ErrorCode::unsupported,
                "column " + quote(column.name) + " holds " + values_of(column) + ", not node ids");
  }
  if (!is_text || numbered) return {};
  return fail(ErrorCode::not_an_integer, "node ids in column " + quote(column.name) + " are text");
}

Result<IdColumn> IdColumn::read(const ColumnFile& file, std::size_t column, bool numbered) {
  const TableColumn& about = file.columns()[column];
  if (auto ok = check_ids(about, numbered); !ok) return tl::unexpected(std::move(ok.error()));
  auto rows = numbered ? read_full_column(file, column) : read_signed_column(file, column, "node id");
  if (!rows) return tl::unexpected(std::move(rows.error()));
  return IdColumn(std::move(*rows), about.kind == ColumnKind::text);
}

std::string_view IdColumn::text(std::size_t row) {
  if (is_text_) {
    const std::size_t begin = row == 0 ? 0 : rows_.text_ends[row - 1];
    return std::string_view(rows_.text).substr(begin, rows_.text_ends[row] - begin);
  }
  const std::int64_t id = rows_.integers[row];
  char* const end = digits_.data() + digits_.size();
  const auto written = rows_.is_unsigned ? std::to_chars(digits_.data(), end, static_cast<std::uint64_t>(id))
                                         : std::to_chars(digits_.data(), end, id);
  return {digits_.data(), static_cast<std::size_t>(written.ptr - digits_.data())};
}

}  // namespace tuplepack::formats
