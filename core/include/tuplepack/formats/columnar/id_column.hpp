#pragma once

#include "column_sizes.hpp"

#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace tuplepack::formats {

/// A column of node ids: whole numbers, or any text, as databases and labelled data sets have them.
class IdColumn {
 public:
  /// numbered  whether text becomes numbers; otherwise it is refused
  /// errors    those of check_ids and ColumnFile::read_column · malformed (a null: names its row)
  /// cost      memory for all ids of the column
  [[nodiscard]] static Result<IdColumn> read(const ColumnFile& file, std::size_t column, bool numbered);

  [[nodiscard]] std::size_t rows() const { return rows_.values(); }
  /// The id of a row, as text; valid until the next call.
  [[nodiscard]] std::string_view text(std::size_t row);
  /// Numbers, unless they are text. Unsigned ones beyond 2^63 become negative.
  [[nodiscard]] std::vector<std::int64_t> take_numbers() && { return std::move(rows_.integers); }

 private:
  ColumnRows rows_;
  bool is_text_ = false;
  std::array<char, 24> digits_{};  // of a 64-bit number

  IdColumn(ColumnRows rows, bool is_text) : rows_(std::move(rows)), is_text_(is_text) {}
};

/// Whether a column holds node ids.
/// errors  unsupported (a column of another type) · not_an_integer (text that is not numbered)
[[nodiscard]] Result<void> check_ids(const TableColumn& column, bool numbered);

/// All values of a column, none of which is missing.
/// errors  malformed (a null: names its row) · those of ColumnFile::read_column
[[nodiscard]] Result<ColumnRows> read_full_column(const ColumnFile& file, std::size_t column);

/// The same of numbers that are used with a sign.
/// what    a number, for messages
/// errors  too_large (an unsigned one of 2^63 or more: names its row)
[[nodiscard]] Result<ColumnRows> read_signed_column(const ColumnFile& file, std::size_t column,
                                                    std::string_view what = "the value");

}  // namespace tuplepack::formats
