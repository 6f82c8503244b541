#pragma once

#include "table.hpp"
#include "tuplepack/formats/columnar/column_sizes.hpp"

#include <functional>

namespace tuplepack::formats {

/// Reads a table of nodes or edges that is stored column after column. Ids are text, or whole numbers in decimal; columns
/// are found as those of CSV. A feature of shape () is a column of values, one of another shape a column of lists; its
/// type is that of the schema if tf.Example stores it alike, and floats may be whole numbers in the table. A null is no
/// value: an error, but where the first dimension is ragged. Of two ragged dimensions the lengths are not read.
/// keep_going  takes the share of rows that are read; false stops
/// errors      those of ColumnFile · missing_column · unsupported (a column of another type, timestamps in another unit) ·
///             with row, from 1, and column: those of FeatureStore::add_example, malformed (a null, what the sink says) ·
///             negative (a weight) · out_of_range · stopped
[[nodiscard]] Result<void> read_column_table(const ColumnFile& file, const TableColumns& columns, const IdsSink& sink,
                                             const std::function<bool(double)>& keep_going = {});

}  // namespace tuplepack::formats
