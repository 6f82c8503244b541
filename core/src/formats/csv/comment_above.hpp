#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

/// For the note on a table that is read by the names in a comment.
inline constexpr std::string_view named_by_comment = "a table whose columns the comment above it names";

/// The last comment above the first row of a table, which may name its columns, as numpy.savetxt writes it.
class CommentAbove {
 public:
  /// Takes a line above the first row, unless it is blank.
  void keep(std::string_view line);

  /// A name for each column, or nothing in its place; none at all unless the comment has just as many words, all different.
  /// Whether they name what is read is for the caller to say.
  /// width  the number of columns
  [[nodiscard]] std::vector<std::string> names(std::size_t width) const;

  /// Whether it reads as prose, and names columns by chance: "total size of files", "links from A to B". "from to weight" does
  /// not, nor do words with anything but blanks between them.
  [[nodiscard]] bool is_prose() const;

 private:
  std::string text_;  // without its marks
};

}  // namespace tuplepack::formats
