#pragma once

#include "tuplepack/formats/tables/table.hpp"

namespace tuplepack::formats {

// What tables of every format have in common: columns that are found by their names, weights and times.

/// Where the columns of a table are in a row.
struct TablePlaces {
  std::size_t width = 0;
  std::vector<std::size_t> ids;
  std::vector<std::optional<std::size_t>> features{};
  std::optional<std::size_t> weight{}, time{};
};

/// Finds the columns by name. Ids are called "#id" or "id".
/// errors  missing_column
[[nodiscard]] Result<TablePlaces> table_places(std::span<const std::string> names, const TableColumns& columns);

/// For messages: "'a', 'b' or 'c'".
[[nodiscard]] std::string names_text(const std::vector<std::string>& names);

/// shown   the weight as the table has it
/// errors  malformed (not finite) · negative · out_of_range
[[nodiscard]] Result<void> add_weight(WeightColumn& column, double weight, std::string_view shown);

/// The integer that stands for a time.
/// errors  malformed (NaN)
[[nodiscard]] Result<std::int64_t> decimal_time(double time);

}  // namespace tuplepack::formats
