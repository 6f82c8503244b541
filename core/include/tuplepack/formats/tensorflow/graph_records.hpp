#pragma once

#include "set_sizes.hpp"
#include "tf_record.hpp"
#include "tuplepack/graph/schema/tensor_schema.hpp"

namespace tuplepack::formats {

/// A record of a GraphTensor. What it points into is valid until the next one is read.
struct GraphRecord {
  std::int64_t offset = 0;  ///< where it begins in the file, unpacked
  std::int64_t bytes = 0;   ///< of its data
  std::span<const NamedFeature> features{};
  std::vector<SetSize> sizes{};
};

/// The graph of a record, checked: the tf.Example, the sizes of its sets, and whether it fits a schema, unless null.
/// errors  those of ExampleReader::read(), set_sizes(), read_graph_tensor() and check_readout_values()
[[nodiscard]] Result<GraphRecord> read_graph_record(const Record& record, ExampleReader& examples,
                                                    const graph::TensorSchema* schema = nullptr);

/// Reads TFRecords of GraphTensors one after the other, and checks them and their checksums.
class GraphRecordReader {
 public:
  /// schema  null: any will do. Must outlive the reader
  /// prefix  of the names of features, see ExampleReader
  explicit GraphRecordReader(TextPieces pieces, const graph::TensorSchema* schema = nullptr, std::string prefix = {})
      : records_(std::move(pieces)), examples_(std::move(prefix)), schema_(schema) {}

  /// Reads the next record; false at the end of the file. An error is that of one record and names the byte it begins
  /// at; the next call continues with the record after it.
  /// errors  those of RecordReader::next() and read_graph_record()
  [[nodiscard]] Result<bool> next(GraphRecord& record);

 private:
  RecordReader records_;
  ExampleReader examples_;
  const graph::TensorSchema* schema_;
};

}  // namespace tuplepack::formats
