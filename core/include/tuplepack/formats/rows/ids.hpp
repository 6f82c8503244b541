#pragma once

#include "tuplepack/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

// Ids of nodes in tables: how large they may be, which columns hold them, and text that stands for numbers.

/// Ids are whole numbers from 0 to count − 1.
struct IdLimit {
  std::int64_t count = 0;
  std::string what;      ///< of an id in messages: "node id"
  std::string count_of;  ///< of the count in messages: "the number of nodes of 'paper'"
};

/// Whether text that is an id says that there is none: empty, or NaN as pandas writes it.
[[nodiscard]] bool is_missing_id(std::string_view text);

/// Whether it may say so: also NA, null, None, …, which may be names where ids are any text, but not numbers.
[[nodiscard]] bool may_be_missing_id(std::string_view text);

/// "a node id is missing: 'NA'; leave out rows that lack one".
/// what  of the id: "node id"
[[nodiscard]] std::string describe_missing_id(std::string_view what, std::string_view text);

/// "node id 7 is not below 5, the number of nodes of 'paper'".
/// place  where the id is, for "node id 7 at [3, 0] is not …"
[[nodiscard]] std::string describe_beyond(const IdLimit& limit, std::int64_t id, std::string_view place = {});

/// Two columns of a table with these names, or 1-based numbers. None wanted: those named src and dst, or a common variant
/// of these names; else the two there are, or without a header the first two.
/// names   of all columns; empty if the table has no header
/// errors  missing_column · component_mismatch (not two are wanted) · malformed (ambiguous) · unsupported (one is wanted
///         twice)
[[nodiscard]] Result<std::vector<std::size_t>> choose_edge_columns(std::span<const std::string> names,
                                                                   std::size_t width,
                                                                   std::span<const std::string> wanted);

/// Whether the first line of a table of edges, which is not all numbers, names its columns rather than two nodes whose ids
/// are text: wanted names are among them, or without a choice those of sources and destinations are.
[[nodiscard]] bool are_edge_columns(std::span<const std::string> names, std::span<const std::string> wanted);

/// Ids of any text.
struct TextIds {
  /// Whether the first line, which is not all numbers, is a header.
  std::function<bool(std::span<const std::string> names)> is_header;
  /// The number of an id, by its text and by the place of its column among those of ids.
  std::function<Result<std::int64_t>(std::string_view id, std::size_t column)> number;
};

/// Gives a node its number, by the text of its id and by its kind: 0, or where sources and destinations are numbered
/// separately, 1 for destinations.
using NumberNode = std::function<Result<std::int64_t>(std::string_view id, std::size_t kind)>;

/// Takes some rows: ids of each column, row by row.
using IdSink = std::function<Result<void>(std::span<const std::int64_t> ids)>;

}  // namespace tuplepack::formats
