#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/formats/tensorflow/feature_store.hpp"
#include "tuplepack/formats/text/text_pieces.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

// Tables of nodes and edges, as TensorFlow GNN's unigraphs have them: CSV, or TFRecords of a tf.Example per row; beside
// them Parquet and Arrow. Nodes have "#id", edges "#source" and "#target"; but in TFRecords "id", "source" and "target"
// will do. Unused columns are ignored.

enum class TableFormat : std::uint8_t { csv, records, columns };

/// By the name of a file, as TensorFlow GNN guesses it: ".tfrecord", "_tfrecords" or "tfr" as a word, else ".csv"; else
/// ".parquet", ".arrow" or ".feather". None: none of them.
[[nodiscard]] std::optional<TableFormat> table_format(std::string_view filename);

/// The weights of edges.
struct WeightColumn {
  std::vector<std::string> names;  ///< that the column may have, in this order
  bool may_be_negative = false;
  std::vector<float> values;
};

/// The times of edges or nodes. Those that are floats become integers that keep their order.
struct TimeColumn {
  std::vector<std::string> names;
  std::optional<bool> decimal;  ///< whether they are floats; none: the first row tells
  std::vector<std::int64_t> values;
  std::string unit{};      ///< of timestamps: s, ms, us or ns; empty: the first table of timestamps tells
  bool are_plain = false;  ///< whether numbers without a unit were read
};

/// An order-preserving integer key for a time; −0 equals 0.
/// assumes  not NaN
[[nodiscard]] std::int64_t ordered_time(double time);

/// A time in text.
/// decimal  see TimeColumn; set by the first
/// errors   malformed (no integer where times are integers, NaN) · out_of_range
[[nodiscard]] Result<std::int64_t> cell_time(std::string_view cell, std::optional<bool>& decimal);

/// What is read from each row.
struct TableColumns {
  std::vector<std::string> ids;         ///< "#id", or "#source" and "#target"
  std::vector<FeatureStore*> features;  ///< each gets a row
  WeightColumn* weights = nullptr;      ///< get one more
  TimeColumn* times = nullptr;
  /// Features and times that a table has no column for are left out; of TFRecords features that the first record has not.
  bool optional = false;
};

/// What is wrong with an id.
struct WrongId {
  std::size_t index = 0;  ///< in the ids of the call
  std::string message;
};

/// Takes the ids of some rows, row after row; they are valid during the call.
using IdsSink = std::function<std::optional<WrongId>(std::span<const std::string_view> ids)>;

/// Reads a file of a table of text or records.
/// errors  those of CsvTableReader, with line and column; of RecordReader and ExampleReader, with the byte at which the
///         record begins · missing_column · malformed (a value of another kind, an id that is missing, what the sink says)
///         · negative (a weight) · out_of_range
[[nodiscard]] Result<void> read_table(TextPieces pieces, TableFormat format, const TableColumns& columns,
                                      const IdsSink& sink);

}  // namespace tuplepack::formats
