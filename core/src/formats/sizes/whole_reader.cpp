#include "whole_reader.hpp"

#include "npz_reader.hpp"

namespace tuplepack::formats {

WholeReader::WholeReader(Format format, ReadOptions options, RowSink sink, SizesBackends backends)
    : format_(format), options_(std::move(options)), sink_(std::move(sink)), backends_(std::move(backends)) {}

Result<void> WholeReader::feed(std::string_view bytes) {
  file_ += bytes;
  return {};
}

Result<void> WholeReader::finish() {
  if (format_ == Format::npz) return read_archive_sizes(file_, options_, std::move(sink_), backends_);
  if (backends_.read_columns) return backends_.read_columns(file_, format_, options_, std::move(sink_));
  return fail(ErrorCode::unsupported, "this is a file of the format " + std::string(name(format_)) +
                                          ", which is not read here; write the sizes to CSV or .npy");
}

}  // namespace tuplepack::formats
