#include "tuplepack/graph/partition/chunks.hpp"

#include "base/name_table.hpp"

namespace tuplepack::graph {

static constexpr NameTable<ChunkFormat, 3> chunk_format_names{
    {{ChunkFormat::csv, "csv"}, {ChunkFormat::numpy, "numpy"}, {ChunkFormat::parquet, "parquet"}}};

std::string_view name(ChunkFormat format) {
  return name_in(chunk_format_names, format);
}

Result<ChunkFormat> chunk_format_by_name(std::string_view name) {
  return value_in(chunk_format_names, name);
}

}  // namespace tuplepack::graph
