#pragma once

#include "formats/rows/row_blocks.hpp"
#include "formats/rows/usual_columns.hpp"
#include "tuplepack/formats/numpy/npy_header.hpp"
#include "tuplepack/formats/numpy/npy_type.hpp"
#include "tuplepack/formats/rows/previewed.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

/// Where a column is in a row.
struct NpyPlace {
  NpyType type;
  std::size_t offset = 0;
};

/// Reads .npy arrays in pieces of any size. An array in Fortran order is held whole.
class NpyReader {
 public:
  NpyReader(ReadOptions options, RowSink sink);
  [[nodiscard]] Result<void> feed(std::string_view bytes);
  [[nodiscard]] Result<void> finish();

 private:
  ReadOptions options_;
  RowBlocks blocks_;
  bool in_data_ = false;
  std::string open_;  // the header, then a row that is still incomplete, or all data in Fortran order
  NpyHeader header_;
  std::vector<NpyPlace> places_;  // of each column
  std::int64_t row_bytes_ = 0;
  std::int64_t rows_ = 0;
  std::size_t width_ = 0;       // columns of the array
  std::int64_t data_size_ = 0;  // bytes
  std::int64_t data_seen_ = 0;
  std::int64_t rows_read_ = 0;
  SizeColumns columns_;
  bool as_it_is_ = false;  // all columns are used, in order, as sizes

  [[nodiscard]] Result<SizeColumns> place_columns(std::int64_t columns);
  [[nodiscard]] Result<SizeColumns> place_fields();
  [[nodiscard]] Result<void> read_header();
  [[nodiscard]] Result<void> read_data(std::string_view bytes);
  [[nodiscard]] Result<void> read_rows(const char* bytes, std::size_t rows);
  [[nodiscard]] Result<void> read_transposed();
  /// Adds a row, given the value of a column and where its bytes are.
  template <typename ValueAt, typename ElementAt>
  [[nodiscard]] Result<void> add_row(ValueAt value_at, ElementAt element_at);
  [[nodiscard]] Error wrong_value(const char* element, std::int64_t row, std::size_t column) const;
};

/// Columns of an array, or its fields; none when its header is wrong or cut.
[[nodiscard]] std::vector<PreviewColumn> previewed_columns(std::string_view file);

/// What the header of an array shows.
void preview_npy(std::string_view file, bool whole, Preview& found);

}  // namespace tuplepack::formats
