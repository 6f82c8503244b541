#include "tuplepack/formats/graph_records.hpp"

#include "tuplepack/formats/graph_tensor.hpp"

namespace tuplepack {

static tl::unexpected<Error> refuse_record(const Record& record, const Error& error) {
  return fail(error.code, "the record at byte " + std::to_string(record.offset) + ": " + error.message);
}

Result<bool> GraphRecordReader::next(GraphRecord& record) {
  Record read;
  auto more = records_.next(read);
  if (!more || !*more) return more;
  const auto features = examples_.read(read.data);
  if (!features) return refuse_record(read, features.error());
  auto sizes = set_sizes(*features);
  if (!sizes) return refuse_record(read, sizes.error());
  if (schema_ != nullptr) {
    const auto graph = read_graph_tensor(*features, *schema_);
    if (!graph) return refuse_record(read, graph.error());
  }
  record = {.offset = read.offset,
            .bytes = static_cast<std::int64_t>(read.data.size()),
            .features = *features,
            .sizes = *std::move(sizes)};
  return true;
}

}  // namespace tuplepack
