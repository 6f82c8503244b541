#pragma once

#include "tuplepack/formats/columnar/column_sizes.hpp"
#include "tuplepack/formats/edges/edge_ends.hpp"
#include "tuplepack/formats/edges/id_text.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace tuplepack::graph {

/// Takes some edges: source, target, source, …, and the share of the file's rows that are read.
using PairSink = std::function<Result<void>(std::span<const std::int64_t> pairs, double share)>;

/// Gives a node its number, by its id and by which end of an edge it is (0 or 1).
using NumberEnd = std::function<Result<std::int64_t>(std::string_view id, std::size_t end)>;

/// Reads the edges of a Parquet or Arrow file, in two columns that `ends` chooses.
/// number  empty: ids are whole numbers, below the limits
/// errors  of the system; FILE: those of ColumnFile and EdgeEnds::choose; unsupported (a column of another type);
///         not_an_integer (text that is not numbered); out_of_range (an id, with its row); what the sink or `number`
///         returned, without FILE
/// cost    memory for all ids where they are numbered, else for a group of rows
[[nodiscard]] Result<void> read_column_edges(const std::string& path, formats::EdgeEnds& ends,
                                             const formats::EdgeEnds::Note& note,
                                             std::span<const formats::IdLimit, 2> limits, const NumberEnd& number,
                                             const PairSink& sink);

}  // namespace tuplepack::graph
