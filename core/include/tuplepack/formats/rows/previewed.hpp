#pragma once

#include "read_options.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

/// How the rows of a file are written.
enum class RowForm : std::uint8_t {
  fields,   ///< lines of fields: csv
  numbers,  ///< one number each
  arrays,   ///< arrays of numbers, or rows of a .npy array
  objects,  ///< objects
  columns,  ///< columns of equal length: an object of arrays, or several arrays of a .npz file
  lengths,  ///< {"lengths":[c0,c1,…]}
  plan,     ///< a tuplepack plan
};
[[nodiscard]] std::string_view name(RowForm form);

struct PreviewColumn {
  std::string name;  ///< empty where there are no names
  /// What it is read as with the default options; `whole` and `lists` tell whether that can be.
  ColumnRole role = ColumnRole::sizes;
  bool whole = false;  ///< its first values are whole numbers
  bool lists = false;  ///< its first values are lists, whose lengths can be read
};

/// What the first bytes of a file show.
struct Preview {
  Format format = Format::csv;
  RowForm form = RowForm::fields;
  std::string separator{};  ///< of csv: comma, semicolon, tab, '|', "::", or ' ' for blanks
  /// Of the first row; none for lengths and plans. JSON arrays of different lengths are lists: one column, row_itself.
  std::vector<PreviewColumn> columns;
  /// The column that is read as the count with the default options.
  std::optional<std::size_t> count;
  /// The last column of rows that are JSON arrays, or of pairs in text that may be a histogram: it may be meant as a count.
  std::optional<std::size_t> possible_count{};
};

}  // namespace tuplepack::formats
