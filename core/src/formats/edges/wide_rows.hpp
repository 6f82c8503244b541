#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tuplepack::formats {

/// Rows of too many whole numbers to be edges with attributes. No line is held, and none is looked at once one
/// is something else.
class WideRows {
 public:
  /// The next piece of a text, wherever it ends.
  void add(std::string_view bytes);
  /// After the last one.
  void finish();

  /// Of every row; 0: some line has fewer numbers than `wide`, or something else.
  [[nodiscard]] std::size_t width() const { return is_other_ ? 0 : width_; }
  [[nodiscard]] std::int64_t rows() const { return rows_; }
  /// Two rows: the sources and the destinations of edges.
  [[nodiscard]] bool may_be_ends() const { return !is_other_ && rows_ == 2; }
  /// A square of 0 and 1: an adjacency matrix.
  [[nodiscard]] bool may_be_matrix() const;

 private:
  static constexpr std::size_t wide = 8;  // fewer numbers are read as edges with attributes
  static constexpr std::size_t longest_number = 64;

  bool is_other_ = false;
  bool is_comment_ = false;  // the current line
  std::string cell_;         // so far
  std::size_t cells_ = 0;    // of the current line
  std::size_t width_ = 0;
  std::int64_t rows_ = 0;
  bool are_bits_ = true;

  void end_cell();
  void end_line();
};

}  // namespace tuplepack::formats
