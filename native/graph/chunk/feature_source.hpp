#pragma once

#include "files/files.hpp"
#include "files/input_file.hpp"
#include "tuplepack/formats/columnar/column_features.hpp"
#include "tuplepack/graph/partition/chunks.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace tuplepack::graph {

/// What the header of a file of a feature says, or those of several together.
struct FeatureLayout {
  static constexpr std::int64_t flat = -1;     ///< columns of a 1-D array
  static constexpr std::int64_t unknown = -2;  ///< columns of lists where there are no rows

  std::string type;  ///< as numpy writes it, e.g. "<f4"; little-endian
  std::int64_t rows = 0;
  std::int64_t columns = 0;  ///< of a 2-D array, or flat
  std::int64_t row_bytes = 0;
  std::vector<std::int64_t> file_rows{};  ///< of each file
};

/// One file of a feature: a .npy array, whose rows are not converted, or a column of a Parquet or Arrow file, or all of its
/// columns where each is a dimension.
class FeatureSource {
 public:
  /// Tells the format by the first bytes. Of a table only metadata and the length of the first list are read.
  /// feature  whose column it is
  /// shown    what messages call the file
  /// errors   of the system; FILE: no .npy array of numbers, truncated, or of more than two dimensions; those of
  ///          ColumnFile, feature_column and ColumnFeature; malformed (no table where the metadata say Parquet)
  [[nodiscard]] static Result<FeatureSource> open(const FeatureChunks& feature, const std::string& path,
                                                  const std::string& shown);

  [[nodiscard]] const FeatureLayout& layout() const { return layout_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  /// Reads whole rows that follow each other.
  /// first   the number of the first one in the file
  /// errors  of the system; those of ColumnFeature, after FILE
  [[nodiscard]] Result<void> read(std::int64_t first, std::span<std::byte> rows);

 private:
  struct Array {
    files::NpyFile file;
    std::vector<std::byte> column{};
  };
  struct Table {
    files::MappedFile mapped;
    std::unique_ptr<formats::ColumnFile> file;
    std::vector<formats::ColumnFeature> columns;  // one, or a column for each dimension
    std::vector<std::byte> values{};              // of one dimension
    std::size_t unreleased = 0;                   // bytes of rows that were read since pages of the file were released
  };
  std::string path_;
  FeatureLayout layout_;
  std::variant<Array, Table> content_;

  FeatureSource(std::string path, FeatureLayout layout, std::variant<Array, Table> content)
      : path_(std::move(path)), layout_(std::move(layout)), content_(std::move(content)) {}
  /// Columns side by side.
  [[nodiscard]] static Result<void> read_columns(Table& table, std::int64_t first, std::span<std::byte> rows);
  [[nodiscard]] static Result<FeatureSource> open_table(const FeatureChunks& feature, const std::string& path);
  [[nodiscard]] static Result<FeatureSource> open_array(const FeatureChunks& feature, files::InputFile file);
};

/// Checks the ids of rows in the tables (Parquet, Arrow) of a feature of nodes: another column that says which nodes
/// they are of, and holds numbers, has to follow RowOrder.
/// errors  those of opening and reading · out_of_order (with the file)
[[nodiscard]] Result<void> check_row_ids(const FeatureChunks& feature);

}  // namespace tuplepack::graph
