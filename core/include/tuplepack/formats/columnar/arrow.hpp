#pragma once

#include "column_table.hpp"

#include <memory>
#include <optional>

namespace tuplepack::formats {

// Arrow's IPC format, as a file (Feather version 2) and as a stream (.arrow of Hugging Face's datasets): columns of
// numbers, booleans, strings and bytes, and lists of them; buffers plain or compressed. Strings may be indices of a
// dictionary (pandas' categories, polars' enumerations). Other dictionaries, views and half floats are not read. Lengths
// of lists of anything are.

inline constexpr std::string_view arrow_magic = "ARROW1";
inline constexpr std::string_view arrow_stream_magic = "\xff\xff\xff\xff";

/// A field of the schema, or of a nested type, in the order of their depth-first traversal.
struct ArrowField {
  std::uint8_t type = 0;         ///< the number of the type in Schema.fbs
  std::int64_t width = 0;        ///< bits of an integer or index, precision of a float, elements of a fixed-size list
  bool is_signed = false;        ///< of an integer or index
  std::string_view unit{};       ///< of a timestamp
  bool is_dictionary = false;    ///< indices of one, whose values are of the type
  std::int64_t dictionary = 0;   ///< its id
  std::size_t node = 0;          ///< its place among the nodes of a record batch
  std::size_t buffer = 0;        ///< the place of its first buffer, without those of views
  std::size_t views_before = 0;  ///< number of preceding view fields, which have further buffers
};

/// The fields that a column is stored in.
struct ArrowColumn {
  std::size_t field = 0;
  std::vector<std::size_t> parents;    ///< structs, outermost first
  std::optional<std::size_t> element;  ///< of lists that can be read
};

struct ArrowBatch {
  std::int64_t rows = 0;
  std::string_view metadata, body;
};

/// Values of a dictionary.
struct ArrowDictionary {
  std::int64_t id = 0;
  std::size_t from = 0;  ///< the first record batch that they are for
  bool appends = false;  ///< they follow those before; otherwise they replace them
  std::string_view metadata, body;
};

struct ArrowFile {
  std::vector<TableColumn> columns;
  std::vector<ArrowColumn> storage;  ///< of each column
  std::vector<ArrowField> fields;
  std::vector<ArrowBatch> batches;
  std::vector<ArrowDictionary> dictionaries;  ///< in the order of the file

  [[nodiscard]] std::int64_t rows() const;
};

/// The schema and the record batches of a file or a stream.
/// bytes   the whole input, which must outlive the result; only metadata is read
/// errors  malformed · unsupported (big-endian)
[[nodiscard]] Result<ArrowFile> read_arrow(std::string_view bytes);

/// Reads a column of a record batch, some rows at a time. Only its buffers are read; compressed ones are decompressed as
/// a whole.
class ArrowReader {
 public:
  /// The arguments must outlive the reader.
  ArrowReader(const ArrowFile& file, const Decompress& decompress, std::size_t column, std::size_t batch,
              ColumnPart part);
  ~ArrowReader();
  ArrowReader(ArrowReader&&) noexcept;
  ArrowReader& operator=(ArrowReader&&) noexcept;

  /// Appends the next rows, with a few hundred thousand values. False, and nothing appended, when there are none.
  /// errors  malformed · unsupported, each naming column and record batch, counted from 1; what decompress() returned
  [[nodiscard]] Result<bool> next(ColumnRows& rows);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Appends the rows of a column in a record batch.
/// errors  those of ArrowReader
[[nodiscard]] Result<void> read_arrow_column(const ArrowFile& file, const Decompress& decompress, std::size_t column,
                                             std::size_t batch, ColumnPart part, ColumnRows& rows);

}  // namespace tuplepack::formats
