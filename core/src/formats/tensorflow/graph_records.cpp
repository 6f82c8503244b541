#include "tuplepack/formats/tensorflow/graph_records.hpp"

#include "tuplepack/formats/tensorflow/graph_readout.hpp"

namespace tuplepack::formats {

Result<GraphRecord> read_graph_record(const Record& record, ExampleReader& examples,
                                      const graph::TensorSchema* schema) {
  const auto features = examples.read(record.data);
  if (!features) return tl::unexpected(features.error());
  auto sizes = set_sizes(*features);
  if (!sizes) return tl::unexpected(std::move(sizes.error()));
  if (schema != nullptr) {
    const auto graph = read_graph_tensor(*features, *schema);
    if (!graph) return tl::unexpected(graph.error());
    if (auto read_out = check_readout_values(*graph, *schema); !read_out) return tl::unexpected(read_out.error());
  }
  return GraphRecord{.offset = record.offset,
                     .bytes = static_cast<std::int64_t>(record.data.size()),
                     .features = *features,
                     .sizes = std::move(*sizes)};
}

Result<bool> GraphRecordReader::next(GraphRecord& record) {
  Record read;
  auto more = records_.next(read);
  if (!more || !*more) return more;
  auto graph = read_graph_record(read, examples_, schema_);
  if (!graph) return tl::unexpected(in_record(graph.error(), read.offset));
  record = std::move(*graph);
  return true;
}

}  // namespace tuplepack::formats
