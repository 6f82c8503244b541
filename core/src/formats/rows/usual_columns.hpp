#pragma once

#include "column_names.hpp"
#include "columns.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

// Which columns are sizes where nobody chose: by their names, and by what the first row has in them.

/// The end of an error of a value that may be none of a size.
inline constexpr std::string_view size_columns_hint = "; choose the columns of sizes with --columns";

/// Adds it to the error of a value that is not a size, in a column among others that nobody chose, unless the column is named as
/// sizes are.
[[nodiscard]] Error with_choice(Error error, std::string_view name);

/// What a cell of the first row shows of its column.
struct FirstCell {
  enum class Kind : std::uint8_t { unknown, empty, number, fraction, flag, text, list };
  Kind kind = Kind::unknown;
  std::int64_t number = 0;
};

/// Of a cell of text: a date is text, too; unknown: a number that is mistyped, or missing.
[[nodiscard]] FirstCell first_cell_of(std::string_view text);

/// Of a cell of JSON, which is not a list: its token.
[[nodiscard]] FirstCell first_cell_of_json(std::string_view token);

/// Whether the options say nothing of the columns.
[[nodiscard]] bool leave_columns_open(const ReadOptions& options);

/// For a note: "read as a histogram: sizes 'a', counts 'n' (…)".
[[nodiscard]] std::string histogram_note(const std::vector<std::string>& sizes, const std::string& count);

/// The roles of the columns, one for each name. Without names one for each cell of the first row: only text is left out, and
/// an empty cell at the end.
/// first_row  its cells, one for each column; empty: not known
[[nodiscard]] std::vector<ColumnRole> usual_roles(std::span<const std::string> names, const ReadOptions& options,
                                                  std::span<const FirstCell> first_row);

/// Adds "columns 'a', 'b' are ignored, as ids" to a note.
void note_left_out(const std::vector<std::string>& names, const std::string& as, std::string& note);

/// The same of columns with the role of ids: "column 'uid' is ignored, as ids; column 'epoch' is ignored, as metadata".
void note_identifiers(const std::vector<std::string>& names, std::string& note);

/// Adds to a note which of the columns that are read as sizes may have offsets or the ends of edges, by their names.
void note_likely_names(const std::vector<std::string>& columns, std::string& note);

/// Which of the columns that are read as sizes may have none, unless they are named as sizes are. Empty: there is none.
/// columns  those that have `what`: "only 0 and 1, as flags do"
[[nodiscard]] std::string doubtful_note(const std::vector<std::string>& columns, std::string_view what);

/// As choose_columns, but without a choice of columns those are read that have the role of sizes, and a column of another
/// usual name has the counts. Its `note` says so.
/// first_row  its cells, one for each column; empty: not known
/// errors     those of choose_columns · unsupported (nothing but counts and ids, which may be the sizes)
[[nodiscard]] Result<SizeColumns> choose_usual_columns(std::span<const std::string> names, std::size_t width,
                                                       ReadOptions options, std::span<const FirstCell> first_row = {});

/// Whether a column without a name, or called index, has the sizes of a histogram, and the one beside it their counts: as
/// pandas writes value_counts() and R a table. An index counts from 0 or 1.
class IndexOrder {
 public:
  static constexpr std::int64_t enough_rows = 256;  ///< that are looked at

  void add(std::int64_t index, std::int64_t count);
  [[nodiscard]] bool may_be_sizes() const;
  [[nodiscard]] std::int64_t rows() const { return rows_; }

 private:
  std::int64_t rows_ = 0, first_ = 0, last_index_ = 0, last_count_ = 0;
  bool counts_up_ = true, ascends_ = true, descends_ = true, counts_descend_ = true, has_zero_ = false;
};

/// An error that names both readings of such columns, or of ids beside counts.
/// index, counts   as --columns takes them: see column_reference
/// errors          unsupported
[[nodiscard]] tl::unexpected<Error> refuse_index(const std::string& index, const std::string& counts);

/// The same of columns that are there as a whole: refuses an index that may be the sizes.
/// index, counts   as --columns takes them
/// errors          those of refuse_index
[[nodiscard]] Result<void> check_index(const std::string& index, std::span<const std::int64_t> values,
                                       const std::string& counts, std::span<const std::int64_t> count_values);

}  // namespace tuplepack::formats
