#pragma once

#include "input.hpp"

namespace tuplepack::cli {

/// Whether sizes are to be read from a Parquet or Arrow file.
/// first  the first bytes of the source
[[nodiscard]] bool is_column_file(std::span<const char> first, const formats::ReadOptions& options);

/// What SizesReader needs for archives, and for Parquet and Arrow within them.
[[nodiscard]] formats::SizesBackends sizes_backends();

/// Reads the sizes of a Parquet or Arrow file. A plain file is mapped into memory, of which only
/// the pages are read that hold the columns; anything else is read whole.
/// first   what source.next() gave, once
/// read    told which fraction of the rows has been read
/// errors  those of ColumnFile
[[nodiscard]] Result<void> read_column_sizes(ByteSource& source, std::span<const char> first,
                                             const formats::ReadOptions& options, formats::RowSink sink,
                                             const std::function<void(double)>& read);

}  // namespace tuplepack::cli
