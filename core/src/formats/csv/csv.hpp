#pragma once

#include "comment_above.hpp"
#include "csv_fields.hpp"
#include "formats/rows/row_blocks.hpp"
#include "formats/rows/usual_columns.hpp"
#include "formats/text/line_stream.hpp"
#include "tuplepack/base/limits.hpp"
#include "tuplepack/formats/rows/ids.hpp"
#include "tuplepack/formats/rows/previewed.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

/// What a table may have, where it is known before its first line.
struct CsvRules {
  char separator = '\0';      ///< '\0': the first line tells
  bool header = true;         ///< whether the first line may name the columns
  bool may_be_empty = false;  ///< whether no row is fine
  /// Whether columns are sizes and counts: the first line, or a comment above it, may name them in more ways, and a
  /// separator may end every row.
  bool are_sizes = false;
  bool has_sizes = false;  ///< whether the columns are sizes that nobody chose
  /// Chooses the columns, given the names in the header, if any, the number of columns, and the first row, if it is known
  /// and there are names or sizes.
  std::function<Result<SizeColumns>(std::span<const std::string> names, std::size_t width,
                                    std::span<const CsvField> first_row)>
      choose;
  /// Whether the words of a comment above the rows, which may be prose, name the columns that are read. Empty: none does.
  std::function<bool(std::span<const std::string> words, bool is_prose)> are_named_by{};
  std::vector<IdLimit> limits{};      ///< of the chosen columns; fewer: the others have none
  std::optional<TextIds> text_ids{};  ///< cells are ids of any text
  /// Told the choice that holds, with the names if the first line, or a comment above it, gives them. May be empty.
  std::function<void(std::span<const std::string> names, std::size_t width, const SizeColumns& columns)> chosen{};
};

/// The rules of a table of sizes.
[[nodiscard]] CsvRules size_rules(ReadOptions options);

/// Reads tables of numbers in text, in pieces of any size. Lines of nothing but digits and separators take a fast path;
/// every other line, and every error, the careful one.
class CsvReader {
 public:
  CsvReader(ReadOptions options, RowSink sink);
  CsvReader(CsvRules rules, RowSink sink);
  [[nodiscard]] Result<void> feed(std::string_view bytes);
  [[nodiscard]] Result<void> flush() { return blocks_.flush(); }
  [[nodiscard]] Result<void> finish();
  /// Whether the first line names the columns; known once the columns are.
  [[nodiscard]] bool has_header() const { return has_header_; }
  /// Of columns; '\0' before the first line.
  [[nodiscard]] char separator() const { return separator_; }
  /// Whether the text may have been cut within its last number, once it was read: no newline follows, and a number of its
  /// column has more digits, or ids are text. Counts say nothing: they have few digits and many.
  [[nodiscard]] bool may_be_cut() const;

 private:
  static constexpr std::int8_t unused = -1, nothing = -2;

  CsvRules rules_;
  RowBlocks blocks_;
  LineStream lines_;
  std::int64_t line_ = 0;  // number of the last line read
  bool has_header_ = false;
  bool has_names_ = false;  // from the header, or from a comment above the rows
  char separator_ = '\0';   // ' ' stands for runs of blanks
  // Per column: 0 … k−1 a size, k the count, unused, or nothing, which is behind a separator at the end; empty before the
  // first line.
  std::vector<std::int8_t> places_;
  std::vector<std::string> components_;
  std::size_t k_ = 0;
  std::array<std::uint64_t, max_components + 1> ends_{};  // by place: values are below
  std::vector<CsvField> fields_;                          // of the current record
  std::string header_;       // that waits for the first row, which tells which columns it names, and what they hold
  std::string header_text_;  // itself, once it was read
  std::int64_t header_line_ = 0;  // its number
  CommentAbove comment_;
  std::string record_;                // whose quotes the lines so far have not closed
  std::int64_t record_line_ = 0;      // number of its first line
  bool is_padded_ = false;            // the first line begins with a blank, as counts of `uniq -c` do
  std::optional<std::size_t> index_;  // a column that may have the sizes, as long as its order is looked at
  std::string index_counts_;          // and the name of the one beside it
  IndexOrder index_order_;
  bool has_unused_ = false;  // columns
  std::int64_t first_size_ = 0;
  std::string grouped_;         // a number like 1.000, where the point may separate thousands
  bool has_ungrouped_ = false;  // numbers without a point
  bool has_zeros_ = false;      // numbers like 024, behind others
  std::string last_line_;       // of the last block
  char last_byte_ = '\n';
  std::int64_t at_end_ = 0, longest_at_end_ = 0;  // the last number of the last row; the largest in its column

  [[nodiscard]] bool is_at_first_line() const { return places_.empty() && header_.empty(); }
  [[nodiscard]] Result<void> read_lines(std::string_view lines);
  [[nodiscard]] const char* read_plain_rows(const char* at, const char* end);
  [[nodiscard]] Result<void> read_line(std::string_view line);
  [[nodiscard]] Result<void> refuse_open_record();
  [[nodiscard]] Result<void> extend_record(std::string_view line);
  [[nodiscard]] Result<void> read_record(std::string_view record);
  [[nodiscard]] std::vector<std::string> names_in_line() const;
  [[nodiscard]] std::vector<std::string> names_in_comment() const;
  void note_ids_in_comment();
  [[nodiscard]] bool may_be_header() const;
  [[nodiscard]] std::size_t place_at_end() const;
  void join_fields(std::string_view line);
  [[nodiscard]] Result<void> read_header();
  [[nodiscard]] Result<SizeColumns> choose_columns_by_first_line(std::span<const CsvField> first_row,
                                                                 std::vector<std::string>& names);
  [[nodiscard]] bool is_like_a_row(const SizeColumns& columns, std::span<const CsvField> first_row) const;
  [[nodiscard]] Result<SizeColumns> choose_columns_of_text(std::vector<std::string>& names);
  [[nodiscard]] tl::unexpected<Error> missing_id(const CsvField& field, std::size_t place) const;
  [[nodiscard]] Result<std::int64_t> number_of(const CsvField& field, std::size_t place) const;
  [[nodiscard]] Result<void> learn_columns(std::span<const CsvField> first_row);
  [[nodiscard]] Result<void> read_row(std::size_t line_length);
  [[nodiscard]] Result<void> look_at_index(std::int64_t count);
  [[nodiscard]] Result<void> settle_index();
  void note_totals();
  void note_numbers();
  void look_at_point(std::string_view number);
  [[nodiscard]] std::string way_out(const CsvField& field, std::size_t place) const;
  [[nodiscard]] Result<std::int64_t> read_value(const CsvField& field, std::size_t place) const;
};

/// What the first lines show.
/// whole  the last one is complete
void preview_csv(std::string_view text, bool whole, Preview& found);

}  // namespace tuplepack::formats
