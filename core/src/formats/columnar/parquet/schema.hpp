#pragma once

#include "thrift.hpp"
#include "tuplepack/formats/columnar/parquet.hpp"

#include <cstddef>

namespace tuplepack::formats {

/// Reads the schema of a footer, as parquet.thrift has it (fields in the order of their depth-first traversal), into the
/// columns and the storage of a file.
/// leaves  fields that have values, also those that are not among the columns: a row group has a chunk for each
/// errors  malformed (not as many fields as groups declare); what is wrong in the bytes, the reader says
[[nodiscard]] Result<void> read_parquet_schema(ThriftReader& reader, ParquetFile& file, std::size_t& leaves);

}  // namespace tuplepack::formats
