#pragma once

#include "tuplepack/formats/column_sizes.hpp"
#include "tuplepack/formats/id_text.hpp"

#include <functional>
#include <span>
#include <string>

namespace tuplepack {

/// Takes some edges: source, target, source, …, and the share of the file's rows that are read.
using PairSink = std::function<Result<void>(std::span<const std::int64_t> pairs, double share)>;

/// Reads the edges of a Parquet or Arrow file, in two columns of integers that are chosen as choose_edge_columns does.
/// errors  of the system; FILE: those of ColumnFile and choose_edge_columns; unsupported (a column of another type);
///         out_of_range (an id, with its row); what the sink returned, without FILE
[[nodiscard]] Result<void> read_column_edges(const std::string& path, std::span<const std::string> wanted,
                                             std::span<const IdLimit, 2> limits, const PairSink& sink);

}  // namespace tuplepack
