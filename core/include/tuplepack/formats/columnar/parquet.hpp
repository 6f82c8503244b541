#pragma once

#include "column_table.hpp"

#include <memory>
#include <optional>

namespace tuplepack::formats {

// Parquet: columns of numbers, booleans and bytes, flat or in lists of one level (also in the older two-level form);
// data pages of both versions; every encoding but the deprecated BIT_PACKED. Encrypted files are refused.

inline constexpr std::string_view parquet_magic = "PAR1";

/// How the values of a column are stored. Levels are Dremel's definition and repetition levels: how many of the
/// optional and repeated fields on the path to a value are present, and which of the repeated ones repeats.
struct ParquetColumn {
  enum class Type : std::uint8_t { boolean, int32, int64, int96, float32, float64, bytes, fixed_bytes };
  std::size_t leaf = 0;  ///< the place of its values in a row group
  Type type{};
  std::size_t width = 0;  ///< of fixed_bytes
  bool is_unsigned = false;
  unsigned max_repetition = 0;  ///< the greatest levels
  unsigned max_definition = 0;
  unsigned list_definition = 0;     ///< from which on a list is there, and
  unsigned element_definition = 0;  ///< not empty
};

/// The pages of a column in a row group.
struct ParquetChunk {
  std::optional<Codec> codec;  ///< none: one that is not supported
  std::int64_t codec_number = 0;
  std::uint64_t begin = 0, size = 0;  ///< in the file, in bytes
};

struct ParquetRowGroup {
  std::int64_t rows = 0;
  std::vector<ParquetChunk> chunks;  ///< of each leaf
};

struct ParquetFile {
  std::vector<TableColumn> columns;
  std::vector<ParquetColumn> storage;  ///< of each column
  std::vector<ParquetRowGroup> groups;

  [[nodiscard]] std::int64_t rows() const;
};

/// The metadata of a file.
/// bytes   the whole file, of which only the end is read
/// errors  malformed · unsupported (encrypted)
[[nodiscard]] Result<ParquetFile> read_parquet(std::string_view bytes);

/// Reads a column of a row group, page by page. Of compressed pages of version 1, of which only lengths are wanted, no
/// more is decompressed than their beginning.
class ParquetReader {
 public:
  /// The arguments must outlive the reader.
  ParquetReader(const ParquetFile& file, std::string_view bytes, const Decompress& decompress, std::size_t column,
                std::size_t group, ColumnPart part);
  ~ParquetReader();
  ParquetReader(ParquetReader&&) noexcept;
  ParquetReader& operator=(ParquetReader&&) noexcept;

  /// Appends the rows of the next page. Its last list may continue in the following page. Returns false, with
  /// nothing appended, at the end.
  /// errors  malformed · unsupported, each naming column, row group and page, counted from 1; what decompress() returned
  [[nodiscard]] Result<bool> next(ColumnRows& rows);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tuplepack::formats
