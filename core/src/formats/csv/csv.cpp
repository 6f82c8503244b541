#include "csv.hpp"

#include "formats/text/number.hpp"
#include "formats/text/text.hpp"
#include "tuplepack/base/limits.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace tuplepack::formats {

CsvReader::CsvReader(CsvRules rules, RowSink sink) : rules_(std::move(rules)), blocks_(std::move(sink)) {
  ends_.fill(static_cast<std::uint64_t>(max_exact) + 1);
  for (std::size_t place = 0; place < rules_.limits.size(); ++place) {
    ends_[place] = static_cast<std::uint64_t>(rules_.limits[place].count);
  }
}

CsvReader::CsvReader(ReadOptions options, RowSink sink) : CsvReader(size_rules(std::move(options)), std::move(sink)) {}

/// Whether a cell may be the last digits of a number such as 1,024.
static bool may_be_a_group(std::string_view cell) {
  return cell.size() == 3 && cell[0] == '0' && cell.find_first_not_of("0123456789") == std::string_view::npos;
}

Result<void> CsvReader::learn_columns(std::span<const CsvField> first_row) {
  std::vector<std::string> names;
  const auto columns = rules_.text_ids ? choose_columns_of_text(names) : choose_columns_by_first_line(first_row, names);
  if (!columns) {
    const bool is_list = !has_header_ && rules_.are_sizes && columns.error().code == ErrorCode::component_mismatch;
    return fail(columns.error().code, columns.error().message + (is_list ? ", or write a line for each item" : ""),
                line_);
  }
  k_ = columns->sizes.size();
  places_.assign(fields_.size(), unused);
  for (std::size_t c = 0; c < k_; ++c) places_[columns->sizes[c]] = static_cast<std::int8_t>(c);
  if (columns->count) places_[*columns->count] = static_cast<std::int8_t>(k_);
  if (rules_.chosen) rules_.chosen(names, fields_.size(), *columns);
  components_ = columns->components;
  has_names_ = !names.empty();
  const bool ends_in_nothing = fields_.size() > 1 && fields_.back().text.empty() && !fields_.back().quoted;
  if (rules_.are_sizes && !has_header_ && ends_in_nothing && places_.back() == unused) places_.back() = nothing;
  if (!has_header_ && !names.empty()) blocks_.note("read as " + std::string(named_by_comment));
  if (!has_header_ && names.empty() && rules_.header && rules_.limits.empty() && counts_from_zero(fields_) &&
      (fields_.size() == 1 || separator_ == ',')) {
    blocks_.note(fields_.size() == 1
                     ? "the first line, 0, is an item; pandas writes it above a column without a name"
                     : "the first line, 0,1,…, is an item; pandas writes it above columns without names");
  }
  if (columns->are_open && names.empty()) note_ids_in_comment();
  blocks_.note(columns->note);
  has_unused_ = columns->used().size() < fields_.size();
  if (rules_.has_sizes && columns->may_be_histogram) {
    blocks_.leave_open(columns->references, names.empty() && is_padded_ && separator_ == ' ' && fields_.size() == 2);
  }
  if (columns->are_open) blocks_.watch(columns->references);
  if (rules_.has_sizes && columns->index) {
    index_ = columns->index;
    index_counts_ = columns->references.front();
  }
  return blocks_.begin(columns->components, columns->count.has_value());
}

/// The error of a cell without an id: malformed, as no numbering helps.
tl::unexpected<Error> CsvReader::missing_id(const CsvField& field, std::size_t place) const {
  return fail(ErrorCode::malformed, describe_missing_id(rules_.limits[place].what, field.text), line_, field.column);
}

/// Of an id that is text.
Result<std::int64_t> CsvReader::number_of(const CsvField& field, std::size_t place) const {
  if (is_missing_id(field.text)) return missing_id(field, place);
  auto number = rules_.text_ids->number(field.quoted ? text_of(field) : field.text, place);
  if (!number) return fail(number.error().code, number.error().message, line_, field.column);
  return number;
}

Result<std::int64_t> CsvReader::read_value(const CsvField& field, std::size_t place) const {
  if (rules_.text_ids) return number_of(field, place);
  const Number number = parse_number(field.text);
  if (number.wrong) {
    const bool is_id = place < rules_.limits.size();
    if (is_id && may_be_missing_id(field.text)) return missing_id(field, place);
    return fail(*number.wrong, describe_wrong(*number.wrong, field.text) + way_out(field, place), line_, field.column);
  }
  if (static_cast<std::uint64_t>(number.value) < ends_[place]) return number.value;
  return fail(ErrorCode::out_of_range, describe_beyond(rules_.limits[place], number.value), line_, field.column);
}

Result<void> CsvReader::read_row(std::size_t line_length) {
  if (fields_.size() != places_.size()) return wrong_width(fields_, places_.size(), line_, line_length);
  std::array<std::int64_t, max_components + 2> row{};
  for (std::size_t column = 0; column < places_.size(); ++column) {
    if (places_[column] == nothing && !fields_[column].text.empty()) {
      return fail(
          ErrorCode::extra_column,
          quote(fields_[column].text) + " is in a column that has nothing in the first row; choose with --columns",
          line_, fields_[column].column);
    }
    if (places_[column] < 0) continue;
    const auto place = static_cast<std::size_t>(places_[column]);
    const auto value = read_value(fields_[column], place);
    if (!value) return tl::unexpected(value.error());
    row[place] = *value;
    look_at_point(fields_[column].text);
    has_zeros_ = has_zeros_ || (column > 0 && may_be_a_group(fields_[column].text));
  }
  if (blocks_.rows() == 0) first_size_ = row[0];
  at_end_ = row[place_at_end()];
  longest_at_end_ = std::max(longest_at_end_, at_end_);
  blocks_.add(row.data(), row[k_]);
  return index_ ? look_at_index(row[0]) : Result<void>();
}

/// The place of the last column; where that is not read, one that nothing is in.
std::size_t CsvReader::place_at_end() const {
  return places_.back() >= 0 ? static_cast<std::size_t>(places_.back()) : k_ + 1;
}

Result<void> CsvReader::look_at_index(std::int64_t count) {
  const Number index = parse_number(fields_[*index_].text);
  if (index.wrong || index_order_.rows() == IndexOrder::enough_rows) return settle_index();
  index_order_.add(index.value, count);
  return {};
}

/// Goes on without looking.
Result<void> CsvReader::settle_index() {
  const std::string number = std::to_string(*std::exchange(index_, std::nullopt) + 1);
  if (index_order_.may_be_sizes()) return refuse_index(number, index_counts_);
  return {};
}

bool CsvReader::may_be_header() const {
  return !rules_.text_ids && !names_in_line().empty();
}

/// "1.000" is one, but where other numbers have no point, it may be a thousand.
void CsvReader::look_at_point(std::string_view number) {
  const std::size_t point = number.find('.');
  if (point == std::string_view::npos) {
    has_ungrouped_ = true;
  } else if (grouped_.empty() && point > 0 && point < 4 && number.substr(point) == ".000" && number[0] != '0') {
    grouped_ = number;
  }
}

/// Words between blanks become the name of one column: "num tokens".
/// line  that the fields are of
void CsvReader::join_fields(std::string_view line) {
  const auto begin = static_cast<std::size_t>(fields_.front().column - 1);
  const std::size_t end = static_cast<std::size_t>(fields_.back().column - 1) + fields_.back().text.size();
  fields_ = {{.text = line.substr(begin, end - begin), .column = fields_.front().column, .quoted = false}};
}

/// Learns the columns from the line that waited, and from the current row, if there is one.
Result<void> CsvReader::read_header() {
  const std::string header = std::exchange(header_, {});
  header_text_ = header;
  const std::int64_t line = std::exchange(line_, header_line_);
  std::vector<CsvField> row = std::exchange(fields_, {});
  (void)split_fields(header, separator_, line_, fields_);
  if (separator_ == ' ' && fields_.size() > 1 && row.size() == 1 && !looks_like_number(fields_.front().text)) {
    join_fields(header);
  }
  fit_header(fields_, row, separator_);
  auto ok = learn_columns(row);
  if (ok && !has_header_) ok = read_row(header.size());
  line_ = line;
  fields_ = std::move(row);
  return ok;
}

/// A row, or the header: a line, or several where newlines are in quotes.
Result<void> CsvReader::read_record(std::string_view record) {
  const bool first = is_at_first_line();
  const bool is_open = !header_.empty() && places_.empty() && rules_.separator == '\0';
  if (is_open) separator_ = separator_by_row(header_, record, separator_);
  if (first) is_padded_ = record.starts_with(' ');
  if (first) separator_ = rules_.separator != '\0' ? rules_.separator : find_separator(record);
  const auto open = split_fields(record, separator_, line_, fields_);
  if (!open) return tl::unexpected(open.error());
  if (*open) {
    record_ = record;
    record_line_ = line_;
    return {};
  }
  if (!rules_.text_ids && is_empty_row(fields_)) return {};
  if (!header_.empty()) {
    if (auto ok = read_header(); !ok) return ok;
  } else if (first) {
    if (may_be_header()) {
      header_ = record;
      header_line_ = line_;
      return {};
    }
    if (auto ok = learn_columns({}); !ok || has_header_) return ok;
  }
  return read_row(record.size());
}

Result<void> CsvReader::refuse_open_record() {
  const auto open = split_fields(record_, separator_, record_line_, fields_);
  return unclosed_quotes(record_, open && *open ? **open : 0, record_line_);
}

/// Adds a line to a record whose quotes are open. Only an odd number of quotes closes them.
Result<void> CsvReader::extend_record(std::string_view line) {
  record_ += '\n';
  record_ += line;
  if (record_.size() > max_line_length) return refuse_open_record();
  if (std::count(line.begin(), line.end(), '"') % 2 == 0) return {};
  const std::string record = std::exchange(record_, {});
  const std::int64_t last = std::exchange(line_, record_line_);
  auto ok = read_record(record);
  line_ = last;
  return ok;
}

/// The careful path: any line, without its newline.
Result<void> CsvReader::read_line(std::string_view line) {
  if (!record_.empty()) return extend_record(line);
  const auto content =
      table_line(line, line_, {.width = header_.empty() ? places_.size() : fields_.size(), .separator = separator_});
  if (!content) return tl::unexpected(content.error());
  if (content->empty()) {
    at_end_ = longest_at_end_;  // no row ends here
    if (is_at_first_line()) comment_.keep(line);
    return {};
  }
  line = *content;
  if (const auto named = named_separator(line); is_at_first_line() && named && rules_.separator == '\0') {
    rules_.separator = *named;
    return {};
  }
  return read_record(line);
}

/// The fast path: rows of digits and single separators, until the block is full or a line needs care. Fields that are
/// not used may hold any text without quotes and control characters. The last byte before `end` is a newline, which
/// stops every loop. Fifteen digits cannot overflow, and are below 2^53.
/// result  the first byte that was not used, always the begin of a line
const char* CsvReader::read_plain_rows(const char* at, const char* end) {
  const std::size_t columns = places_.size();
  const std::size_t at_end = place_at_end();
  std::array<std::int64_t, max_components + 2> row{};  // the last one stays 0
  if (separator_ == double_colon) return at;
  while (at != end && !blocks_.full()) {
    const char* p = at;
    if (static_cast<unsigned char>(*p) <= ' ' || *p == '#' || *p == '%') return at;
    for (std::size_t column = 0; column < columns; ++column) {
      const char* const begin = p;
      const std::int8_t place = places_[column];
      if (place == nothing) {
        // and the line ends
      } else if (place == unused) {
        while (static_cast<unsigned char>(*p) >= ' ' && *p != separator_ && *p != '"') ++p;
        if (p == begin && separator_ == ' ') return at;
      } else {
        std::uint64_t value = 0;
        for (unsigned digit = 0; (digit = static_cast<unsigned char>(*p) - unsigned{'0'}) <= 9; ++p) {
          value = value * 10 + digit;
        }
        if (p - begin == 3 && *begin == '0' && column > 0) has_zeros_ = true;
        if (p == begin || p - begin > 15 || value >= ends_[static_cast<std::size_t>(place)]) return at;
        row[static_cast<std::size_t>(place)] = static_cast<std::int64_t>(value);
      }
      if (column + 1 < columns) {
        if (*p != separator_) return at;
        ++p;
      }
    }
    if (*p == '\r') ++p;
    if (*p != '\n' || p - at > static_cast<std::ptrdiff_t>(max_line_length)) return at;
    blocks_.add(row.data(), row[k_]);
    longest_at_end_ = std::max(longest_at_end_, row[at_end]);
    at_end_ = row[at_end];
    at = p + 1;
    ++line_;
  }
  return at;
}

Result<void> CsvReader::read_lines(std::string_view lines) {
  const char* at = lines.data();
  const char* const end = at + lines.size();
  while (at != end) {
    const char* const begin = at;
    if (!places_.empty() && record_.empty() && !rules_.text_ids && !index_) at = read_plain_rows(at, end);
    has_ungrouped_ = has_ungrouped_ || at != begin;
    if (at == begin) {
      const auto* newline = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
      ++line_;
      if (auto ok = read_line(std::string_view(at, static_cast<std::size_t>(newline - at))); !ok) return ok;
      at = newline + 1;
    }
    if (blocks_.full()) {
      if (auto flushed = blocks_.flush(); !flushed) return flushed;
    }
  }
  if (has_unused_ && lines.size() > 1) {
    const std::string_view rest = lines.substr(0, lines.size() - 1);
    last_line_ = rest.substr(rest.rfind('\n') + 1);
  }
  return {};
}

bool CsvReader::may_be_cut() const {
  const std::string_view end(&last_byte_, 1);
  if (places_.empty() || places_.back() < 0) return false;
  if (rules_.text_ids) return formats::may_be_cut(end);
  const bool is_count = place_at_end() == k_;
  return !is_count && may_lack_digits(end, at_end_, longest_at_end_);
}

Result<void> CsvReader::feed(std::string_view bytes) {
  if (!bytes.empty()) last_byte_ = bytes.back();
  if (auto ok = lines_.feed(bytes, [&](std::string_view lines) { return read_lines(lines); }); !ok) return ok;
  if (lines_.too_long()) return line_too_long(line_ + 1);
  return {};
}

Result<void> CsvReader::finish() {
  if (auto ok = lines_.finish([&](std::string_view lines) { return read_lines(lines); }); !ok) return ok;
  if (!record_.empty()) return refuse_open_record();
  if (!header_.empty()) {
    fields_.clear();
    if (auto ok = read_header(); !ok) return ok;
  }
  if (index_) {
    if (auto ok = settle_index(); !ok) return ok;
  }
  note_totals();
  note_numbers();
  if (rules_.are_sizes && may_be_cut()) blocks_.note(std::string(cut_note));
  if (rules_.may_be_empty) return blocks_.flush();
  const bool is_code = header_text_.find_first_of("[{(") != std::string::npos;
  return blocks_.finish(!has_header_ ? "no items"
                        : is_code
                            ? "no items: the only line, " + quote(header_text_) +
                                  ", is read as a header; write numbers, a line each, or JSON, as json.dump() does"
                            : "no items: the file has only a header");
}

}  // namespace tuplepack::formats
