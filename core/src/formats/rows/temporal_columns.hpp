#pragma once

#include "tuplepack/base/result.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tuplepack::formats {

/// Tables with a time in every row.
enum class TemporalTable : std::uint8_t {
  events,  ///< source, destination, time
  roots,   ///< node, time
};

/// The name of the rows of a table in messages: "interactions".
[[nodiscard]] std::string_view rows_of(TemporalTable table);

/// The end of an error, with the option that chooses the columns: "; choose columns with --root-columns NODE,TIME".
[[nodiscard]] std::string choose_columns_of(TemporalTable table);

/// What the columns of sources and destinations say by their names.
enum class EndNames : std::uint8_t {
  nodes,  ///< sources and destinations, or nothing: a table of three columns without a header
  users_and_items,
  two_kinds,  ///< not the names, but the format says so
  unknown,    ///< chosen ones with other names, or with none
};

/// Whether sources and destinations are numbered separately.
/// asked  by the user
[[nodiscard]] inline bool are_two_kinds(std::optional<bool> asked, EndNames names) {
  return asked.value_or(names == EndNames::users_and_items || names == EndNames::two_kinds);
}

/// The columns of such a table.
struct TemporalColumns {
  std::array<std::size_t, 3> places{};  ///< of sources, destinations and times; for roots, nodes are the first two
  EndNames names = EndNames::nodes;     ///< of sources and destinations
  std::optional<std::size_t> feature_rows{};  ///< of events: their rows in a table of edge features
};

/// What two columns say by their names.
/// names   of all columns; empty if the table has no header
/// chosen  rather than found by name
[[nodiscard]] EndNames end_names(std::span<const std::string> names, std::size_t source, std::size_t destination,
                                 bool chosen);

/// Whether the last column of a header stands for any number of fields: JODIE's files (Kumar et al. 2019) name all
/// features at once.
[[nodiscard]] bool is_open_ended(std::span<const std::string> names);

/// Chooses the columns.
/// names   of all columns; empty if the table has no header
/// width   the number of columns
/// wanted  names or numbers of the columns, in this order, for events with or without feature rows; empty: found by name
/// errors  missing_column · component_mismatch (more or fewer are wanted) · malformed (ambiguous) · unsupported (one
///         is wanted twice)
[[nodiscard]] Result<TemporalColumns> choose_temporal_columns(TemporalTable table, std::span<const std::string> names,
                                                              std::size_t width, std::span<const std::string> wanted);

}  // namespace tuplepack::formats
