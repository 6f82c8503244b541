#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/graph/sampling/id_table.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tuplepack::formats {

/// The end of an error of an id that is not a number, or too large.
inline constexpr std::string_view relabel_hint = "; use --relabel to number arbitrary ids";

/// The number whose usual decimal text an id is.
[[nodiscard]] std::optional<std::int64_t> whole_id(std::string_view id);

/// The ids of a node type, any text, numbered in the order in which they first come.
class NodeIds {
 public:
  /// Told what was taken for granted. May be empty.
  using Note = std::function<void(const std::string& text)>;

  explicit NodeIds(Note note = {}) : note_(std::move(note)) {}

  /// The number of an id. Notes the first one that may stand for none: NA, null, None.
  /// errors  too_large (more nodes than a graph may have, or an id of more than 1,024 bytes) · out_of_range (an id that is
  ///         new, after close()) · malformed (1 and 1.0 both occur)
  [[nodiscard]] Result<std::int64_t> number(std::string_view id);

  /// No more ids come: another one is an error, which names where these are from.
  void close(std::string from) { from_ = std::move(from); }

  [[nodiscard]] std::int64_t nodes() const { return static_cast<std::int64_t>(ids_.size()); }
  /// assumes  node < nodes()
  [[nodiscard]] std::string_view operator[](std::int64_t node) const { return ids_[static_cast<std::size_t>(node)]; }
  [[nodiscard]] std::size_t longest() const { return longest_; }  ///< bytes

  /// Notes where the ids were given, and no edge has the first one, which is not a number: it may name the column.
  void note_first() const;

  /// Appends a line "ID,NUMBER" to a table for each, quoted as RFC 4180 does where that is needed.
  /// first   the number of the first one
  /// ending  of each line
  void append_rows(std::string& table, std::int64_t first, std::string_view ending) const;

 private:
  [[nodiscard]] Result<std::int64_t> add(std::string_view id);

  Note note_;
  graph::IdTable ids_;
  std::size_t longest_ = 0;
  std::string from_;         // empty: any id is added
  bool uses_first_ = false;  // by number(), since close()
  bool noted_missing_ = false;
};

}  // namespace tuplepack::formats
