// What a table may mean besides what it is read as, and what to do about it.
#include "csv.hpp"
#include "formats/rows/column_names.hpp"
#include "formats/text/number.hpp"
#include "formats/text/text.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace tuplepack::formats {

/// As the files of SNAP do: "# FromNodeId ToNodeId".
void CsvReader::note_ids_in_comment() {
  const std::vector<std::string> words = comment_.names(fields_.size());
  if (words.empty() || std::any_of(words.begin(), words.end(), names_metadata) ||
      !std::all_of(words.begin(), words.end(), is_identifier)) {
    return;
  }
  blocks_.note_edges("the comment above the rows names ids, as above edges, which `chunk` reads");
}

/// Whether a cell names a line of totals.
static bool is_sum(std::string_view cell) {
  constexpr std::array<std::string_view, 8> words{"total", "totals", "all", "sum", "summe", "gesamt", "somme", "suma"};
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return equal_in_any_case(cell, word); });
}

/// What to do about a cell that is not a number.
std::string CsvReader::way_out(const CsvField& field, std::size_t place) const {
  if (is_sum(fields_.front().text)) return "; leave out the line of the totals";
  if (!rules_.header && blocks_.rows() == 0 && looks_like_text(field.text))
    return "; leave out the line if it is a header";
  const bool is_word =
      !field.text.empty() && std::string_view("0123456789+-.").find(field.text.front()) == std::string_view::npos;
  if (!rules_.has_sizes || fields_.size() == 1) return "";
  const bool may_be_unwanted = is_word || (place < components_.size() && !names_sizes(components_[place]));
  if (has_names_) return may_be_unwanted ? std::string(size_columns_hint) : "";
  const auto whole = std::find_if(fields_.begin(), fields_.end(),
                                  [](const CsvField& other) { return !parse_number(other.text).wrong; });
  if (whole == fields_.end() || !looks_like_number(field.text)) return "";
  return std::string(size_columns_hint) + ", as with --columns " + std::to_string(whole - fields_.begin() + 1);
}

/// As `wc` writes them below what it has counted.
void CsvReader::note_totals() {
  if (last_line_.empty() || split_fields(last_line_, separator_, line_, fields_).value_or(0)) return;
  if (std::none_of(fields_.begin(), fields_.end(), [](const CsvField& field) { return is_sum(field.text); })) return;
  blocks_.note("the last line, " + quote(last_line_) + ", is read as an item; leave it out if it has the totals");
}

/// What the numbers may stand for besides what they are read as.
void CsvReader::note_numbers() {
  if (!rules_.are_sizes) return;
  if (rules_.has_sizes && !has_header_ && places_.size() == 1 && blocks_.rows() > 2 &&
      first_size_ == blocks_.rows() - 1) {
    blocks_.note("the first line, " + std::to_string(first_size_) +
                 ", is read as an item; it is also the number of the lines that follow");
  }
  if (rules_.has_sizes && !has_names_ && k_ > 2 && blocks_.rows() == 1) {
    blocks_.note("the only line is read as one item of " + std::to_string(k_) +
                 " components; write a line for each item if these are items of one size");
  }
  const bool follows_index = separator_ == ' ' && places_.size() == 2 && places_.front() == unused;
  if (has_zeros_ && (follows_index || (!has_names_ && (separator_ == ',' || separator_ == ' ')))) {
    blocks_.note("a number like 024 may be the end of 1,024; write numbers without separators of thousands");
  }
  if (!grouped_.empty() && has_ungrouped_) {
    blocks_.note(quote(grouped_) + " is read as " + grouped_.substr(0, grouped_.find('.')) +
                 ", while other numbers have no point; leave out points that separate thousands");
  }
}

}  // namespace tuplepack::formats
