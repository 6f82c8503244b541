#include "tuplepack/formats/columnar/column_sizes.hpp"

#include "base/decimal_text.hpp"
#include "column_cursor.hpp"
#include "formats/rows/row_blocks.hpp"
#include "formats/rows/usual_columns.hpp"
#include "formats/text/number.hpp"
#include "formats/text/text.hpp"
#include "tuplepack/base/limits.hpp"
#include "tuplepack/formats/detection/format_table.hpp"

#include <algorithm>

namespace tuplepack::formats {

std::optional<ColumnFormat> column_format(std::string_view first) {
  const auto format = binary_format(first);
  if (format == Format::parquet) return ColumnFormat::parquet;
  if (format == Format::arrow) return ColumnFormat::arrow;
  return std::nullopt;
}

std::optional<ColumnFormat> column_format(Format asked, std::string_view first) {
  if (asked != Format::detect && asked != Format::parquet && asked != Format::arrow) return std::nullopt;
  if (const auto told = column_format(first)) return told;
  if (asked == Format::detect) return std::nullopt;
  return asked == Format::parquet ? ColumnFormat::parquet : ColumnFormat::arrow;
}

Result<ColumnFile> ColumnFile::open(std::string_view bytes, ColumnFormat format, Decompress decompress) {
  ColumnFile opened;
  opened.bytes_ = bytes;
  opened.decompress_ = std::move(decompress);
  if (format == ColumnFormat::parquet) {
    auto file = read_parquet(bytes);
    if (!file) return tl::unexpected(file.error());
    opened.file_ = std::move(*file);
  } else {
    auto file = read_arrow(bytes);
    if (!file) return tl::unexpected(file.error());
    opened.file_ = std::move(*file);
  }
  return opened;
}

const std::vector<TableColumn>& ColumnFile::columns() const {
  return std::visit([](const auto& file) -> const std::vector<TableColumn>& { return file.columns; }, file_);
}

std::int64_t ColumnFile::rows() const {
  return std::visit([](const auto& file) { return file.rows(); }, file_);
}

std::vector<std::int64_t> ColumnFile::group_rows() const {
  std::vector<std::int64_t> rows;
  if (const auto* const parquet = std::get_if<ParquetFile>(&file_)) {
    for (const ParquetRowGroup& group : parquet->groups) rows.push_back(group.rows);
  } else {
    for (const ArrowBatch& batch : std::get<ArrowFile>(file_).batches) rows.push_back(batch.rows);
  }
  return rows;
}

std::string ColumnFile::group_name(std::size_t group) const {
  return (std::holds_alternative<ParquetFile>(file_) ? "row group " : "record batch ") + std::to_string(group + 1);
}

static Result<void> read_whole_column(const ArrowFile& file, std::string_view, const Decompress& decompress,
                                      std::size_t column, ColumnRows& rows) {
  for (std::size_t batch = 0; batch < file.batches.size(); ++batch) {
    if (auto read = read_arrow_column(file, decompress, column, batch, ColumnPart::values, rows); !read) return read;
  }
  return {};
}

static Result<void> read_whole_column(const ParquetFile& file, std::string_view bytes, const Decompress& decompress,
                                      std::size_t column, ColumnRows& rows) {
  for (std::size_t group = 0; group < file.groups.size(); ++group) {
    ParquetReader pages(file, bytes, decompress, column, group, ColumnPart::values);
    for (bool more = true; more;) {
      const auto next = pages.next(rows);
      if (!next) return tl::unexpected(next.error());
      more = *next;
    }
  }
  return {};
}

Result<ColumnRows> ColumnFile::read_column(std::size_t column) const {
  ColumnRows read;
  const auto done =
      std::visit([&](const auto& file) { return read_whole_column(file, bytes_, decompress_, column, read); }, file_);
  if (!done) return tl::unexpected(done.error());
  if (static_cast<std::int64_t>(read.values()) == rows()) return read;
  return fail(ErrorCode::malformed, "column " + quote(columns()[column].name) + ": it has " +
                                        std::to_string(read.values()) + " rows instead of " + std::to_string(rows()));
}

// ---- a column of a group of rows ----

namespace {

/// Its values, or the lengths of its lists, as sizes.
class GroupColumn {
 public:
  GroupColumn(const ColumnFile& file, std::size_t column, std::size_t group)
      : name_(file.columns()[column].name),
        lists_(file.columns()[column].lists),
        cursor_(file, column, group, lists_ ? ColumnPart::lengths : ColumnPart::values) {}

  [[nodiscard]] Result<void> fill() { return cursor_.fill(); }
  [[nodiscard]] std::size_t available() const { return cursor_.available(); }
  void pass(std::size_t rows) { cursor_.pass(rows); }

  /// Writes the sizes of so many rows, `stride` apart. Returns how many are sizes: all, or those before the first that
  /// is none.
  [[nodiscard]] std::size_t sizes(std::size_t count, std::int64_t* out, std::size_t stride) const;
  /// The error of a row that is not a size.
  /// row   among the available
  /// place its number in the file, from 1
  [[nodiscard]] Error wrong(std::size_t row, std::int64_t place) const;

 private:
  const std::string& name_;
  bool lists_;
  ColumnCursor cursor_;

  [[nodiscard]] bool is_null(std::size_t at) const {
    const ColumnRows& rows = cursor_.rows();
    return lists_ ? rows.lengths[at] < 0 : !rows.present.empty() && rows.present[at] == 0;
  }
};

}  // namespace

static bool is_exact_size(std::int64_t value) {
  return value >= 0 && value <= max_exact;
}

/// A float as a size; negative where it is none.
static std::int64_t exact_size(double value) {
  const bool in_range = value >= 0 && value <= static_cast<double>(max_exact);
  const auto whole = in_range ? static_cast<std::int64_t>(value) : -1;
  return in_range && static_cast<double>(whole) == value ? whole : -1;
}

std::size_t GroupColumn::sizes(std::size_t count, std::int64_t* out, std::size_t stride) const {
  const ColumnRows& rows = cursor_.rows();
  const bool decimal = !lists_ && !rows.decimals.empty();
  const std::vector<std::int64_t>& wholes = lists_ ? rows.lengths : rows.integers;
  const bool nullable = !rows.present.empty();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = cursor_.taken() + i;
    const std::int64_t size = decimal ? exact_size(rows.decimals[at]) : wholes[at];
    if (!is_exact_size(size) || (nullable && is_null(at))) return i;
    out[i * stride] = size;
  }
  return count;
}

Error GroupColumn::wrong(std::size_t row, std::int64_t place) const {
  const ColumnRows& rows = cursor_.rows();
  const std::size_t at = cursor_.taken() + row;
  const std::string where = "row " + std::to_string(place) + ", column " + quote(name_) + ": ";
  if (is_null(at)) return {.code = ErrorCode::malformed, .message = where + "the value is missing (null)"};
  std::string text;
  if (!rows.decimals.empty()) {
    text = rows.decimals[at] != rows.decimals[at] ? "nan" : number_text(rows.decimals[at]);
  } else {
    const std::int64_t value = lists_ ? rows.lengths[at] : rows.integers[at];
    text = rows.is_unsigned ? std::to_string(static_cast<std::uint64_t>(value)) : std::to_string(value);
  }
  const ErrorCode code = parse_number(text).wrong.value_or(ErrorCode::too_large);
  return {.code = code, .message = where + "the value " + text + " " + std::string(predicate(code))};
}

// ---- which columns ----

/// The first sizes of a column; none where there is a value that is not a size.
static Result<std::optional<std::vector<std::int64_t>>> first_sizes(const ColumnFile& file, std::size_t groups,
                                                                    std::size_t column) {
  constexpr std::size_t sampled_rows = 1000;
  std::vector<std::int64_t> sizes;
  const std::vector<std::int64_t> rows_of = file.group_rows();
  for (std::size_t group = 0; group < groups && sizes.size() < sampled_rows; ++group) {
    if (rows_of[group] == 0) continue;  // whose pages may be anything
    GroupColumn rows(file, column, group);
    while (sizes.size() < sampled_rows) {
      if (auto filled = rows.fill(); !filled) return tl::unexpected(filled.error());
      const std::size_t some = std::min(rows.available(), sampled_rows - sizes.size());
      if (some == 0) break;
      sizes.resize(sizes.size() + some);
      if (rows.sizes(some, sizes.data() + sizes.size() - some, 1) < some) {
        return std::optional<std::vector<std::int64_t>>{};
      }
      rows.pass(some);
    }
  }
  return std::optional(std::move(sizes));
}

static Result<std::vector<SampledColumn>> sample_columns(const ColumnFile& file, std::size_t groups) {
  std::vector<SampledColumn> sampled;
  for (const TableColumn& column : file.columns()) {
    sampled.push_back({.column = column, .first = {}});
    if (column.nested || !holds_sizes(column)) continue;
    auto first = first_sizes(file, groups, sampled.size() - 1);
    if (!first) return tl::unexpected(first.error());
    sampled.back().first = std::move(*first);
  }
  return sampled;
}

/// The columns, without their values.
static std::vector<SampledColumn> known_columns_of(const ColumnFile& file) {
  std::vector<SampledColumn> columns;
  for (const TableColumn& column : file.columns()) columns.push_back({.column = column, .first = {}});
  return columns;
}

static Result<SizeColumns> choose_size_columns(const ColumnFile& file, std::size_t groups, ReadOptions options) {
  std::vector<std::string> names;
  names.reserve(file.columns().size());
  for (const TableColumn& column : file.columns()) names.push_back(column.name);
  for (const std::string& wanted : options.lengths_of) {
    const auto column = column_named(wanted, names, names.size());
    if (!column) return tl::unexpected(column.error());
    if (file.columns()[*column].lists) continue;
    return fail(ErrorCode::unsupported, "column " + quote(names[*column]) + " does not hold lists");
  }
  if (options.columns.empty()) options.columns = options.lengths_of;
  std::string note;
  bool may_be_histogram = false;
  if (options.columns.empty()) {
    auto sampled = sample_columns(file, groups);
    if (!sampled) return tl::unexpected(sampled.error());
    auto likely = likely_columns(*sampled, options);
    if (!likely) return tl::unexpected(likely.error());
    options.columns = std::move(likely->sizes);
    if (likely->count) options.count_column = *likely->count;
    note = std::move(likely->note);
    may_be_histogram = likely->may_be_histogram;
  } else if (const auto count = usual_count_column(known_columns_of(file), names, options)) {
    options.count_column = *count;
    note = histogram_note(options.columns, *count);
  }
  auto chosen = choose_columns(names, names.size(), options);
  if (!chosen) return chosen;
  chosen->note = std::move(note);
  chosen->may_be_histogram = may_be_histogram;
  for (const std::size_t used : chosen->used()) {
    const TableColumn& column = file.columns()[used];
    if (holds_sizes(column)) continue;
    return fail(ErrorCode::unsupported, "column " + quote(column.name) + " holds " + values_of(column) + ", not sizes");
  }
  return chosen;
}

// ---- rows ----

namespace {

/// Hands the rows of groups to blocks.
class GroupRows {
 public:
  GroupRows(const ColumnFile& file, const SizeColumns& chosen, RowBlocks& blocks)
      : file_(file), chosen_(chosen), used_(chosen.used()), blocks_(blocks) {}

  [[nodiscard]] Result<void> read(std::size_t group, std::int64_t rows);

 private:
  const ColumnFile& file_;
  const SizeColumns& chosen_;
  std::vector<std::size_t> used_;
  RowBlocks& blocks_;
  std::int64_t before_ = 0;  // rows of the groups before
  std::vector<GroupColumn> columns_;
  std::vector<std::int64_t> counts_;

  [[nodiscard]] Result<std::size_t> fill();
  [[nodiscard]] Result<void> add(std::size_t rows, std::int64_t first);
};

}  // namespace

/// How many rows all columns have in memory; 0 at the end.
Result<std::size_t> GroupRows::fill() {
  std::size_t fewest = SIZE_MAX, most = 0;
  for (GroupColumn& column : columns_) {
    if (auto filled = column.fill(); !filled) return tl::unexpected(filled.error());
    fewest = std::min(fewest, column.available());
    most = std::max(most, column.available());
  }
  if (fewest == 0 && most > 0) {
    return fail(ErrorCode::malformed, "the columns have different numbers of rows; the file may be truncated");
  }
  return fewest;
}

/// first  the number of the first row, from 1
Result<void> GroupRows::add(std::size_t rows, std::int64_t first) {
  const std::size_t k = chosen_.sizes.size();
  std::int64_t* const out = blocks_.tail();
  std::int64_t row[max_components];
  counts_.resize(rows);
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    GroupColumn& column = columns_[c];
    const std::size_t right = c < k ? column.sizes(rows, out + c, k) : column.sizes(rows, counts_.data(), 1);
    if (right < rows) return tl::unexpected(column.wrong(right, first + static_cast<std::int64_t>(right)));
    column.pass(rows);
  }
  if (!chosen_.count) {
    blocks_.commit(rows);
    return {};
  }
  for (std::size_t r = 0; r < rows; ++r) {
    std::copy_n(out + r * k, k, row);
    blocks_.add(row, counts_[r]);
  }
  return {};
}

Result<void> GroupRows::read(std::size_t group, std::int64_t rows) {
  columns_.clear();
  for (const std::size_t used : used_) columns_.emplace_back(file_, used, group);
  std::int64_t done = 0;
  while (true) {
    const auto available = fill();
    if (!available) return tl::unexpected(available.error());
    const std::size_t some = std::min(*available, blocks_.room());
    if (some == 0) break;
    if (auto added = add(some, before_ + done + 1); !added) return added;
    done += static_cast<std::int64_t>(some);
    if (!blocks_.full()) continue;
    if (auto flushed = blocks_.flush(); !flushed) return flushed;
  }
  before_ += done;
  if (done == rows) return {};
  return fail(ErrorCode::malformed, "column " + quote(file_.columns()[used_.front()].name) + ", row group " +
                                        std::to_string(group + 1) + ": it has " + std::to_string(done) +
                                        " rows instead of " + std::to_string(rows));
}

Result<void> ColumnFile::read_sizes(const ReadOptions& options, RowSink sink) const {
  const std::vector<std::int64_t> groups = group_rows();
  const auto chosen = choose_size_columns(*this, groups.size(), options);
  if (!chosen) return tl::unexpected(chosen.error());
  if (rows() == 0) return fail(ErrorCode::empty, "no items");
  RowBlocks blocks(std::move(sink));
  blocks.note(chosen->note);
  if (chosen->may_be_histogram) blocks.leave_open(chosen->references);
  if (auto begun = blocks.begin(chosen->components, chosen->count.has_value()); !begun) return begun;
  GroupRows reader(*this, *chosen, blocks);
  for (std::size_t group = 0; group < groups.size(); ++group) {
    if (auto read = reader.read(group, groups[group]); !read) return read;
  }
  return blocks.finish("no items");
}

}  // namespace tuplepack::formats
