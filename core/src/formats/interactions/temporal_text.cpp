#include "temporal_text.hpp"

#include "formats/csv/comment_above.hpp"
#include "formats/csv/csv_fields.hpp"
#include "formats/edges/plain_edges.hpp"
#include "formats/text/date_text.hpp"
#include "formats/text/line_stream.hpp"
#include "formats/text/number.hpp"
#include "formats/text/text.hpp"
#include "text_times.hpp"
#include "tuplepack/formats/text/line_ends.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace tuplepack::formats {

namespace {

/// Reads the lines of a table. Plain lines take a fast path; all others, and all errors, take the slow path.
class TemporalLines {
 public:
  /// konect  what the format says of the nodes, if the text is a network of KONECT
  TemporalLines(const TemporalReading& reading, std::optional<EndNames> konect) : reading_(reading), konect_(konect) {
    if (!konect_) return;
    format_ = "a network of KONECT";
    if (!reading.number) format_ += ", whose ids from 1 are kept";
    if (reading.wanted.empty()) format_ += "; times are in column 4";
  }

  /// line  of the text, which is contiguous, without its newline
  [[nodiscard]] Result<void> add(std::string_view line);
  [[nodiscard]] bool has_open_record() const { return !record_.empty(); }
  /// Reads rows of plain fields up to the first line for the slow path. The last byte before `end` is a newline.
  /// result  the first byte not consumed, always the beginning of a line
  [[nodiscard]] const char* add_plain_rows(const char* at, const char* end);
  /// After the last line.
  [[nodiscard]] Result<void> finish();
  /// text  all lines
  [[nodiscard]] TemporalRows take(std::string_view text) &&;

 private:
  const TemporalReading& reading_;
  std::optional<EndNames> konect_;
  std::int64_t line_ = 0;
  char separator_ = '\0';
  bool is_separator_named_ = false;  // by a first line "sep=;"
  CommentAbove comment_;
  std::string format_;                       // what the text is read as, if not as a plain table
  std::string_view header_;                  // that waits for the first row
  std::int64_t header_line_ = 0;             // its number
  std::string_view record_;                  // of lines so far, whose quotes are open
  std::int64_t record_line_ = 0;             // the number of its first
  std::size_t open_quotes_ = 0;              // where they are in it
  std::vector<CsvField> fields_;             // of the current line
  std::vector<std::int8_t> roles_;           // per column, or unused; empty before the first line
  std::array<std::size_t, 3> places_{};      // the columns of sources, destinations and times
  std::optional<std::size_t> feature_rows_;  // and of feature rows
  std::string feature_rows_name_;            // if found by name
  bool open_ended_ = false;                  // rows may have more fields than there are columns
  std::int64_t features_ = 0;                // fields of the last of them, in the first row
  temporal::EventColumns columns_;
  EndNames names_ = EndNames::nodes;
  TextTimes times_;
  bool is_by_place_ = false;       // the columns are the first three
  bool counts_from_zero_ = false;  // the first line is 0,1,2

  // 0 and 1 are sources and destinations.
  static constexpr std::int8_t time_role = 2;
  static constexpr std::int8_t feature_row_role = 3;
  static constexpr std::int8_t unused = -1;

  [[nodiscard]] Result<bool> learn_columns();
  [[nodiscard]] Result<void> read_header();
  [[nodiscard]] Result<void> read_record(std::string_view record);
  [[nodiscard]] Result<void> extend_record(std::string_view line);
  void add_row(const std::array<std::int64_t, 4>& of_roles);
  [[nodiscard]] bool may_lack_digits(std::string_view text) const;
  [[nodiscard]] Result<void> read_row();
  [[nodiscard]] Result<void> read_fields(std::size_t line_length);
  [[nodiscard]] Result<TemporalColumns> choose_columns(std::vector<std::string>& names) const;
  [[nodiscard]] Result<TemporalColumns> choose_konect_columns() const;
  [[nodiscard]] std::vector<std::string> names_in_comment() const;
  [[nodiscard]] Result<std::int64_t> read_node(const CsvField& field, std::size_t end) const;
  [[nodiscard]] Result<std::int64_t> read_feature_row(const CsvField& field) const;
};

}  // namespace

/// The names are cleared where the first line is not a header: it has no words where columns are in use, or ids are text,
/// and its words do not name the columns.
Result<TemporalColumns> TemporalLines::choose_columns(std::vector<std::string>& names) const {
  auto named = choose_temporal_columns(reading_.table, names, fields_.size(), reading_.wanted);
  const bool by_number = !reading_.wanted.empty() && std::none_of(names.begin(), names.end(), [&](const auto& name) {
    return std::find(reading_.wanted.begin(), reading_.wanted.end(), name) != reading_.wanted.end();
  });
  if (names.empty() || are_numbered_names(fields_) || (reading_.number && named && !by_number)) return named;
  auto unnamed = choose_temporal_columns(reading_.table, {}, fields_.size(), reading_.wanted);
  if (!unnamed) return named;
  const auto is_word = [&](std::size_t column) {
    return fields_[column].text.empty() || looks_like_text(fields_[column].text);
  };
  const auto& places = unnamed->places;
  const bool has_words = !reading_.number && (is_word(places[0]) || is_word(places[1]));
  const std::string_view time = fields_[places[2]].text;
  if (has_words || (is_word(places[2]) && !resembles_date(time))) return named;
  names.clear();
  return unnamed;
}

/// Source, destination, weight and time, unless others are wanted.
Result<TemporalColumns> TemporalLines::choose_konect_columns() const {
  constexpr std::size_t with_times = 4;
  if (reading_.wanted.empty() && fields_.size() < with_times) {
    return fail(ErrorCode::missing_column,
                "a network of KONECT without times, of which there are none before column 4" +
                    choose_columns_of(TemporalTable::events));
  }
  auto columns = reading_.wanted.empty() ? Result<TemporalColumns>(TemporalColumns{.places = {0, 1, 3}})
                                         : choose_temporal_columns(reading_.table, {}, fields_.size(), reading_.wanted);
  if (columns) columns->names = *konect_;
  return columns;
}

/// The names in a comment above the rows; none where they do not name what is read.
std::vector<std::string> TemporalLines::names_in_comment() const {
  std::vector<std::string> names = comment_.names(fields_.size());
  const bool has_wanted = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return std::find(reading_.wanted.begin(), reading_.wanted.end(), name) != reading_.wanted.end();
  });
  if (!has_wanted && !choose_temporal_columns(reading_.table, names, fields_.size(), {})) return {};
  return names;
}

/// The first line is a header unless it has only numbers.
/// result  whether it is a header
Result<bool> TemporalLines::learn_columns() {
  std::vector<std::string> names = column_names(fields_);
  if (konect_) names.clear();
  auto places = konect_ ? choose_konect_columns() : choose_columns(names);
  const bool is_header = !names.empty();
  if (!is_header && !konect_) names = names_in_comment();
  if (!is_header && !names.empty()) {
    const auto by_place = choose_temporal_columns(reading_.table, {}, names.size(), reading_.wanted);
    places = choose_temporal_columns(reading_.table, names, names.size(), reading_.wanted);
    if (places && (!by_place || by_place->places != places->places)) format_ = std::string(named_by_comment);
  }
  if (!places) return fail(places.error().code, places.error().message, line_);
  places_ = places->places;
  names_ = places->names;
  feature_rows_ = places->feature_rows;
  if (feature_rows_ && reading_.wanted.empty()) feature_rows_name_ = names[*feature_rows_];
  open_ended_ = is_open_ended(names);
  is_by_place_ = names.empty() && reading_.wanted.empty() && !konect_;
  counts_from_zero_ = names.empty() && fields_.size() == 3 && counts_from_zero(fields_);
  roles_.assign(fields_.size(), unused);
  // The nodes of roots are read as sources.
  for (std::size_t role = places_.size(); role-- > 0;) roles_[places_[role]] = static_cast<std::int8_t>(role);
  if (feature_rows_) roles_[*feature_rows_] = feature_row_role;
  return is_header;
}

Result<std::int64_t> TemporalLines::read_node(const CsvField& field, std::size_t end) const {
  if (reading_.number ? is_missing_id(field.text) : may_be_missing_id(field.text)) {
    return fail(ErrorCode::malformed, describe_missing_id("node id", field.text), line_, field.column);
  }
  if (reading_.number) {
    auto number = reading_.number(text_of(field), are_two_kinds(reading_.bipartite, names_) ? end : 0);
    if (!number) return fail(number.error().code, number.error().message, line_, field.column);
    return number;
  }
  const Number number = parse_number(field.text);
  if (!number.wrong) return number.value;
  return fail(*number.wrong, "node id " + describe_wrong(*number.wrong, field.text), line_, field.column);
}

/// For the current line, whose time has been read.
void TemporalLines::add_row(const std::array<std::int64_t, 4>& of_roles) {
  columns_.sources.push_back(of_roles[0]);
  if (reading_.table == TemporalTable::events) columns_.destinations.push_back(of_roles[1]);
  if (feature_rows_) columns_.feature_rows.push_back(of_roles[feature_row_role]);
  columns_.lines.push_back(line_);
}

Result<std::int64_t> TemporalLines::read_feature_row(const CsvField& field) const {
  const Number number = parse_number(field.text);
  if (!number.wrong) return number.value;
  const std::string what = field.text.empty() ? "" : "feature row ";
  const std::string way_out = feature_rows_name_.empty() ? "" : "; --columns SOURCE,DESTINATION,TIME leaves it out";
  return fail(*number.wrong, what + describe_wrong(*number.wrong, field.text) + way_out, line_, field.column);
}

Result<void> TemporalLines::read_row() {
  const auto source = read_node(fields_[places_[0]], 0);
  if (!source) return tl::unexpected(source.error());
  auto destination = source;
  if (reading_.table == TemporalTable::events) destination = read_node(fields_[places_[1]], 1);
  if (!destination) return tl::unexpected(destination.error());
  const auto feature_row = feature_rows_ ? read_feature_row(fields_[*feature_rows_]) : Result<std::int64_t>(0);
  if (!feature_row) return tl::unexpected(feature_row.error());
  if (auto ok = times_.add(fields_[places_[2]], line_, columns_.lines); !ok) return ok;
  add_row({*source, *destination, 0, *feature_row});
  return {};
}

/// The current line.
Result<void> TemporalLines::read_fields(std::size_t line_length) {
  if (fields_.size() != roles_.size() && !(open_ended_ && fields_.size() > roles_.size())) {
    return wrong_width(fields_, roles_.size(), line_, line_length);
  }
  if (open_ended_ && columns_.sources.empty()) {
    features_ = static_cast<std::int64_t>(fields_.size() - roles_.size()) + 1;
  }
  return read_row();
}

/// Learns the columns from the line that waited, and from the current row, if there is one.
Result<void> TemporalLines::read_header() {
  const std::string_view header = std::exchange(header_, {});
  const std::int64_t line = std::exchange(line_, header_line_);
  std::vector<CsvField> row = std::exchange(fields_, {});
  (void)split_fields(header, separator_, line_, fields_);
  fit_header(fields_, row, separator_);
  const auto is_header = learn_columns();
  if (!is_header) return tl::unexpected(is_header.error());
  auto ok = *is_header ? Result<void>() : read_fields(header.size());
  line_ = line;
  fields_ = std::move(row);
  return ok;
}

/// A line, or several where a field in quotes has line breaks.
Result<void> TemporalLines::read_record(std::string_view record) {
  const bool first = roles_.empty() && header_.empty();
  if (!header_.empty() && !is_separator_named_) separator_ = separator_by_row(header_, record, separator_);
  const auto open = split_fields(record, separator_, line_, fields_);
  if (!open) return tl::unexpected(open.error());
  if (*open) {
    record_ = record;
    record_line_ = line_;
    open_quotes_ = **open;
    return {};
  }
  if (first && !column_names(fields_).empty()) {
    header_ = record;
    header_line_ = line_;
    return {};
  }
  if (first) {
    if (const auto is_header = learn_columns(); !is_header) return tl::unexpected(is_header.error());
  } else if (!header_.empty()) {
    if (auto ok = read_header(); !ok) return ok;
  }
  return read_fields(record.size());
}

/// Adds the line that follows a record whose quotes are open. Only an odd number of quotes closes them.
Result<void> TemporalLines::extend_record(std::string_view line) {
  record_ = {record_.data(), static_cast<std::size_t>(line.data() + line.size() - record_.data())};
  if (record_.size() > max_line_length) return unclosed_quotes(record_, open_quotes_, record_line_);
  if (std::count(line.begin(), line.end(), '"') % 2 == 0) return {};
  const std::string_view record = std::exchange(record_, {});
  const std::int64_t last = std::exchange(line_, record_line_);
  auto ok = read_record(record);
  line_ = last;
  return ok;
}

Result<void> TemporalLines::add(std::string_view line) {
  ++line_;
  if (!record_.empty()) return extend_record(line);
  const bool first = roles_.empty() && header_.empty();
  const std::size_t width = header_.empty() ? roles_.size() : fields_.size();
  const auto content = table_line(line, line_, {.width = width, .separator = separator_});
  if (!content) return tl::unexpected(content.error());
  if (content->empty()) {
    if (first) comment_.keep(line);
    return {};
  }
  if (first) {
    if (const auto named = named_separator(*content)) {
      separator_ = *named;
      is_separator_named_ = true;
      return {};
    }
    if (separator_ == '\0') separator_ = find_separator(*content);
  }
  return read_record(*content);
}

Result<void> TemporalLines::finish() {
  if (!record_.empty()) return unclosed_quotes(record_, open_quotes_, record_line_);
  if (header_.empty()) return {};
  fields_.clear();
  return read_header();
}

const char* TemporalLines::add_plain_rows(const char* at, const char* end) {
  const std::size_t width = roles_.size();
  if (width == 0 || reading_.number || separator_ == double_colon) return at;
  while (at != end) {
    const char* p = at;
    if (static_cast<unsigned char>(*p) <= ' ' || *p == '#' || *p == '%') return at;
    std::array<std::int64_t, 4> of_roles{};
    std::string_view time;
    for (std::size_t column = 0; column < width; ++column) {
      const char* const begin = p;
      const std::int8_t role = roles_[column];
      if (role == unused && open_ended_ && column + 1 == width) {
        while (*p != '\n' && *p != '\r' && *p != '\0' && *p != '"') ++p;
      } else if (role == unused || role == time_role) {
        while (static_cast<unsigned char>(*p) >= ' ' && *p != separator_ && *p != '"') ++p;
        if (p == begin && separator_ == ' ') return at;
        if (role == time_role) time = std::string_view(begin, static_cast<std::size_t>(p - begin));
      } else {
        std::int64_t number = 0;
        for (unsigned digit = 0; (digit = static_cast<unsigned char>(*p) - unsigned{'0'}) <= 9; ++p) {
          number = p - begin < 15 ? number * 10 + digit : 0;
        }
        if (p == begin || p - begin > 15) return at;
        of_roles[static_cast<std::size_t>(role)] = number;
      }
      if (column + 1 < width) {
        if (*p != separator_) return at;
        ++p;
      }
    }
    if (*p == '\r') ++p;
    if (*p != '\n' || p - at > static_cast<std::ptrdiff_t>(max_line_length)) return at;
    if (!times_.add({.text = time, .column = 0, .quoted = false}, line_, columns_.lines)) return at;
    ++line_;
    add_row(of_roles);
    at = p + 1;
  }
  return at;
}

/// Whether the text may have been cut within its last value, by the others of its column, once all rows are known.
bool TemporalLines::may_lack_digits(std::string_view text) const {
  const std::int8_t role = roles_.empty() ? unused : roles_.back();
  if (!may_be_cut(text) || role == unused) return false;
  if (role == time_role) return times_.ends_short();
  if (reading_.number && role != feature_row_role) return true;
  const auto& column = role == 0 ? columns_.sources : role == 1 ? columns_.destinations : columns_.feature_rows;
  const auto largest = std::max_element(column.begin(), column.end());
  return !column.empty() && formats::may_lack_digits(text, column.back(), *largest);
}

TemporalRows TemporalLines::take(std::string_view text) && {
  const bool has_dates = times_.has_dates();
  columns_.times = std::move(times_).take();
  const bool ends_open = may_lack_digits(text);
  return {.columns = std::move(columns_),
          .names = names_,
          .times = has_dates ? "dates, and counted in seconds since 1970" : "",
          .unit = has_dates ? temporal::TimeUnit::seconds : temporal::TimeUnit::plain,
          .features = features_,
          .is_by_place = is_by_place_,
          .counts_from_zero = counts_from_zero_,
          .ends_open = ends_open,
          .format = std::move(format_),
          .feature_rows = std::move(feature_rows_name_)};
}

Result<TemporalRows> read_temporal_text(std::string_view text, const TemporalReading& reading) {
  const bool is_network = reading.table == TemporalTable::events && is_konect(text, true).value_or(false);
  const EndNames kinds = is_network && is_bipartite_konect(text) ? EndNames::two_kinds : EndNames::nodes;
  TemporalLines lines(reading, is_network ? std::optional(kinds) : std::nullopt);
  LineEnds ends;
  text = ends.as_newlines(text);
  const char* at = text.data();
  const char* const end = at + text.size();
  const char* const complete = at + (text.rfind('\n') + 1);  // npos + 1 is 0
  while (at != end) {
    const char* const begin = at;
    if (at < complete && !lines.has_open_record()) at = lines.add_plain_rows(at, complete);
    if (at != begin) continue;
    const std::string_view rest(at, static_cast<std::size_t>(end - at));
    const std::size_t length = std::min(rest.find('\n'), rest.size());
    if (auto ok = lines.add(rest.substr(0, length)); !ok) return tl::unexpected(ok.error());
    at += std::min(length + 1, rest.size());
  }
  if (auto ok = lines.finish(); !ok) return tl::unexpected(ok.error());
  return std::move(lines).take(text);
}

}  // namespace tuplepack::formats
