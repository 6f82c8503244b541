#pragma once

#include "tuplepack/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace tuplepack::formats {

// Which node or edge a row of a table of features is of: what its columns say beside the features.

/// Whether a column is named as that of the nodes' ids: id, node_id, …
[[nodiscard]] bool names_node_ids(std::string_view name);

/// Whether a column is named as that of the edges' ids: id, edge_id, …
[[nodiscard]] bool names_edge_ids(std::string_view name);

/// Whether a column is named as the index of pandas' tables is in files: not at all, "Unnamed: 0", or "__index_level_0__".
[[nodiscard]] bool names_row_index(std::string_view name);

/// Follows the numbers in a column that says which nodes the rows are of.
class RowOrder {
 public:
  /// Ids of nodes have to be 0, 1, 2, …, in all files or in each. An index may begin anywhere, lack numbers, and begin again
  /// as that of tables that were put together does, but not go back: then the rows were sorted or shuffled.
  enum class Kind : std::uint8_t { ids, index };

  RowOrder(std::string column, Kind kind) : column_(std::move(column)), kind_(kind) {}
  [[nodiscard]] const std::string& column() const { return column_; }
  [[nodiscard]] Kind kind() const { return kind_; }
  /// A file begins, with the row after those before.
  /// row  of all files, from 0
  void begin_file(std::int64_t row) {
    first_row_ = row_ = row;
    first_.reset();
    last_.reset();
  }
  /// number  that of the next row; none: it has something else
  /// text    of it, for messages
  /// errors  out_of_order
  [[nodiscard]] Result<void> add(std::optional<std::int64_t> number, std::string_view text);

 private:
  std::string column_;
  Kind kind_;
  std::int64_t first_row_ = 0, row_ = 0;
  std::optional<std::int64_t> first_{}, last_{};  // numbers of the file
};

/// The column among those of a table that says which nodes the rows are of, beside the features: one of ids, else an index.
/// A column without a name is one at the front only; at the end it follows from a separator there.
/// features  columns that are used
/// may_be    whether a column may hold numbers
[[nodiscard]] std::optional<std::pair<std::size_t, RowOrder::Kind>> find_row_ids(
    std::span<const std::string> names, std::span<const std::size_t> features,
    const std::function<bool(std::size_t)>& may_be);

}  // namespace tuplepack::formats
