#pragma once

#include "tuplepack/base/keep_going.hpp"
#include "tuplepack/formats/tables/table.hpp"

#include <string>

namespace tuplepack::graph {

/// Reads a Parquet or Arrow file as a table of nodes or edges.
/// errors  of the system · FILE: neither of the two; those of ColumnFile::open and read_column_table
[[nodiscard]] Result<void> read_column_table_file(const std::string& path, const formats::TableColumns& columns,
                                                  const formats::IdsSink& sink, const KeepGoing& keep_going = {});

}  // namespace tuplepack::graph
