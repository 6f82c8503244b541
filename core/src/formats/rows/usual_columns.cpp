#include "usual_columns.hpp"

#include "base/name_table.hpp"
#include "base/utf8.hpp"
#include "formats/text/number.hpp"
#include "formats/text/text.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace tuplepack::formats {

// ---- an index, or sizes ----

void IndexOrder::add(std::int64_t index, std::int64_t count) {
  if (rows_ == 0) first_ = index;
  counts_up_ = counts_up_ && (first_ == 0 || first_ == 1) && index == first_ + rows_;
  if (rows_ > 0) {
    ascends_ = ascends_ && index > last_index_;
    descends_ = descends_ && index < last_index_;
    counts_descend_ = counts_descend_ && count <= last_count_;
  }
  has_zero_ = has_zero_ || count == 0;
  last_index_ = index;
  last_count_ = count;
  ++rows_;
}

bool IndexOrder::may_be_sizes() const {
  return rows_ >= 2 && !counts_up_ && !has_zero_ && (ascends_ || descends_ || counts_descend_);
}

tl::unexpected<Error> refuse_index(const std::string& index, const std::string& counts) {
  const bool is_number = counts.find_first_not_of("0123456789") == std::string::npos;
  const std::string other = is_number ? "column " + counts : quote(counts);
  return fail(ErrorCode::unsupported, "column " + index + " may have ids or an index, and " + other +
                                          " the sizes (--columns " + counts + "), or column " + index +
                                          " has sizes, and " + other + " their counts (--columns " + index +
                                          " --count-column " + counts + ")");
}

Result<void> check_index(const std::string& index, std::span<const std::int64_t> values, const std::string& counts,
                         std::span<const std::int64_t> count_values) {
  IndexOrder order;
  for (std::size_t row = 0; row < std::min(values.size(), count_values.size()); ++row) {
    order.add(values[row], count_values[row]);
  }
  if (order.may_be_sizes()) return refuse_index(index, counts);
  return {};
}

Error with_choice(Error error, std::string_view name) {
  const bool is_value = error.code == ErrorCode::not_an_integer || error.code == ErrorCode::negative ||
                        error.code == ErrorCode::too_large;
  if (is_value && !names_sizes(name)) error.message += size_columns_hint;
  return error;
}

// ---- the choice ----

static constexpr NameTable<ColumnRole, 7> role_names{{
    {ColumnRole::sizes, "sizes"},
    {ColumnRole::counts, "counts"},
    {ColumnRole::unnamed, "unnamed"},
    {ColumnRole::ids, "ids"},
    {ColumnRole::flags, "flags"},
    {ColumnRole::text, "text"},
    {ColumnRole::fractions, "fractions"},
}};

std::string_view name(ColumnRole role) {
  return name_in(role_names, role);
}

bool leave_columns_open(const ReadOptions& options) {
  return options.columns.empty() && options.lengths_of.empty() && options.count_column == ReadOptions{}.count_column;
}

static std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + quote(name);
  return text;
}

std::string histogram_note(const std::vector<std::string>& sizes, const std::string& count) {
  return "read as a histogram: sizes " + listed(sizes) + ", counts " + quote(count) +
         " (--count-column another, or --columns)";
}

/// Adds to a note what columns are, if there are any: " is " or " have ", and more.
static void say_of(const std::vector<std::string>& names, std::string_view one, std::string_view many,
                   std::string_view what, std::string& note) {
  if (names.empty()) return;
  if (!note.empty()) note += "; ";
  note += names.size() == 1 ? "column " : "columns ";
  note += listed(names);
  note += names.size() == 1 ? one : many;
  note += what;
}

void note_left_out(const std::vector<std::string>& names, const std::string& as, std::string& note) {
  say_of(names, " is", " are", " ignored, as " + as, note);
}

void note_identifiers(const std::vector<std::string>& names, std::string& note) {
  std::vector<std::string> ids, metadata;
  for (const std::string& one : names) (names_metadata(one) ? metadata : ids).push_back(one);
  note_left_out(ids, std::string(name(ColumnRole::ids)), note);
  note_left_out(metadata, "metadata", note);
}

/// "2020-01-01", "10:30", "01/02/2020".
static bool looks_like_time(std::string_view text) {
  constexpr std::string_view marks = "-/:.TZ +";
  const bool has_mark = text.find_first_of("-/:", 1) != std::string_view::npos;
  return has_mark && text.front() >= '0' && text.front() <= '9' && std::all_of(text.begin(), text.end(), [&](char c) {
           return (c >= '0' && c <= '9') || marks.find(c) != std::string_view::npos;
         });
}

FirstCell first_cell_of(std::string_view text) {
  if (text.empty()) return {.kind = FirstCell::Kind::empty};
  const Number number = parse_number(text);
  if (!number.wrong) return {.kind = FirstCell::Kind::number, .number = number.value};
  if (looks_like_text(text) || looks_like_time(text)) return {.kind = FirstCell::Kind::text};
  const bool has_digits = text.find_first_not_of("0123456789.eE+-") == std::string_view::npos;  // not "inf", nor "0x1F"
  const bool is_fraction = has_digits && looks_like_number(text) && number.wrong == ErrorCode::not_an_integer;
  return {.kind = is_fraction ? FirstCell::Kind::fraction : FirstCell::Kind::unknown};
}

FirstCell first_cell_of_json(std::string_view token) {
  if (token == "true" || token == "false") return {.kind = FirstCell::Kind::flag};
  const bool is_string = token.starts_with('"');
  if (is_string) token = token.substr(1, token.size() - (token.size() > 1 && token.ends_with('"') ? 2 : 1));
  const FirstCell cell = first_cell_of(token);
  return is_string && cell.kind != FirstCell::Kind::text ? FirstCell{} : cell;  // a number in quotes is a mistake
}

static ColumnRole role_of(const std::string& name, const FirstCell& cell) {
  using Kind = FirstCell::Kind;
  if (name.empty()) return ColumnRole::unnamed;
  if (is_identifier(name) && cell.kind != Kind::list) return ColumnRole::ids;
  if (cell.kind == Kind::flag) return ColumnRole::flags;
  if (names_flags(name) && (cell.kind != Kind::number || cell.number <= 1)) return ColumnRole::flags;
  if (cell.kind == Kind::text && !names_sizes(name)) return ColumnRole::text;
  if (cell.kind == Kind::fraction && !names_sizes(name)) return ColumnRole::fractions;
  return ColumnRole::sizes;
}

static bool has(const std::vector<ColumnRole>& roles, ColumnRole role) {
  return std::find(roles.begin(), roles.end(), role) != roles.end();
}

static ColumnRole role_without_name(const FirstCell& cell, bool is_last) {
  if (cell.kind == FirstCell::Kind::text) return ColumnRole::text;
  return is_last && cell.kind == FirstCell::Kind::empty ? ColumnRole::unnamed : ColumnRole::sizes;
}

/// Better than nothing; what is not a number is refused. But ids beside counts stay ids, unless the counts are chosen.
static void settle_for_others(std::vector<ColumnRole>& roles, bool is_open) {
  const bool keeps_ids = is_open && has(roles, ColumnRole::counts) && has(roles, ColumnRole::ids);
  for (const ColumnRole others : {ColumnRole::ids, ColumnRole::flags, ColumnRole::text, ColumnRole::fractions}) {
    if (has(roles, ColumnRole::sizes) || keeps_ids) return;
    std::replace(roles.begin(), roles.end(), others, ColumnRole::sizes);
  }
}

std::vector<ColumnRole> usual_roles(std::span<const std::string> names, const ReadOptions& options,
                                    std::span<const FirstCell> first_row) {
  const std::size_t width = names.empty() ? first_row.size() : names.size();
  const auto usual = usual_count(names, options);
  const auto count = usual ? usual : find_count(names, width, options.count_column).value_or(std::nullopt);
  std::vector<ColumnRole> roles;
  for (std::size_t column = 0; column < width; ++column) {
    const FirstCell cell = first_row.empty() ? FirstCell{} : first_row[column];
    roles.push_back(count == column ? ColumnRole::counts
                    : names.empty() ? role_without_name(cell, column > 0 && column + 1 == width)
                                    : role_of(names[column], cell));
  }
  settle_for_others(roles, options.count_column == ReadOptions{}.count_column);
  return roles;
}

std::vector<ColumnRole> roles_by_name(std::span<const std::string> names) {
  return usual_roles(names, {}, {});
}

/// Those of a role: their names, or where there are none their numbers.
static std::vector<std::string> columns_with(ColumnRole role, std::span<const std::string> names,
                                             const std::vector<ColumnRole>& roles) {
  std::vector<std::string> found;
  for (std::size_t column = 0; column < roles.size(); ++column) {
    if (roles[column] == role) found.push_back(names.empty() ? std::to_string(column + 1) : names[column]);
  }
  return found;
}

/// Those whose names are of some kind.
static std::vector<std::string> those(const std::vector<std::string>& columns, bool (*are)(std::string_view)) {
  std::vector<std::string> names;
  std::copy_if(columns.begin(), columns.end(), std::back_inserter(names), are);
  return names;
}

void note_likely_names(const std::vector<std::string>& columns, std::string& note) {
  const std::string_view may = " may have ";
  say_of(those(columns, names_offsets), may, may, "offsets, whose differences are the sizes (numpy.diff)", note);
  const std::vector<std::string> ends = those(columns, names_end);
  const auto sources = static_cast<std::size_t>(std::count_if(ends.begin(), ends.end(), names_source));
  if (sources == 0 || sources == ends.size()) return;
  say_of(ends, may, may, "the ends of edges, which `chunk` and `split` read", note);
}

std::string doubtful_note(const std::vector<std::string>& columns, std::string_view what) {
  std::string note;
  say_of(those(columns, [](std::string_view name) { return !names_sizes(name); }), " has ", " have ", what, note);
  if (!note.empty()) note += size_columns_hint;
  return note;
}

/// The last column that may be an index; one at the end follows from a separator there.
static std::optional<std::size_t> index_among(std::span<const std::string> names,
                                              const std::vector<ColumnRole>& roles) {
  std::optional<std::size_t> found;
  for (std::size_t column = 0; column + 1 < names.size(); ++column) {
    if (is_index(names[column]) && roles[column] != ColumnRole::counts) found = column;
  }
  return found;
}

/// The last column of ids, or of an index, beside the counts where no others are.
static std::optional<std::size_t> ids_beside_counts(const std::vector<ColumnRole>& roles) {
  if (!has(roles, ColumnRole::counts) || has(roles, ColumnRole::sizes)) return std::nullopt;
  std::optional<std::size_t> found;
  for (std::size_t column = 0; column < roles.size(); ++column) {
    const bool is_index = roles[column] == ColumnRole::unnamed && column + 1 < roles.size();
    if (is_index || roles[column] == ColumnRole::ids) found = column;
  }
  return found;
}

/// Adds to a note which columns are left out.
static void note_roles(std::span<const std::string> names, const std::vector<ColumnRole>& roles, std::string& note) {
  const std::string before = note;
  if (std::find(roles.begin(), roles.end(), ColumnRole::unnamed) < roles.end() - 1) {
    note += (note.empty() ? "" : "; ") + std::string("the column without a name is ignored as an index");
  }
  note_identifiers(columns_with(ColumnRole::ids, names, roles), note);
  for (const ColumnRole role : {ColumnRole::flags, ColumnRole::text, ColumnRole::fractions}) {
    note_left_out(columns_with(role, names, roles), std::string(name(role)), note);
  }
  if (note != before) note += "; choose with --columns";
}

/// An error where the name of a column that nobody chose is not UTF-8, or where ids beside counts may be the sizes.
static Result<void> check_usual(std::span<const std::string> names, const std::vector<ColumnRole>& roles,
                                bool is_open) {
  for (std::size_t column = 0; column < names.size(); ++column) {
    if (roles[column] == ColumnRole::sizes && !is_utf8(names[column])) return refuse_name(names[column], column);
  }
  const auto ids = is_open ? ids_beside_counts(roles) : std::nullopt;
  if (!ids) return {};
  const auto counts = std::find(roles.begin(), roles.end(), ColumnRole::counts) - roles.begin();
  return refuse_index(column_reference(names, *ids), column_reference(names, static_cast<std::size_t>(counts)));
}

Result<SizeColumns> choose_usual_columns(std::span<const std::string> names, std::size_t width, ReadOptions options,
                                         std::span<const FirstCell> first_row) {
  const bool is_open = leave_columns_open(options);
  const bool is_chosen = !options.columns.empty() || !options.lengths_of.empty();
  const auto count = usual_count(names, options);
  const std::vector<ColumnRole> roles = usual_roles(names, options, first_row);
  if (count) options.count_column = names[*count];
  if (!is_chosen) {
    if (auto ok = check_usual(names, roles, is_open); !ok) return tl::unexpected(ok.error());
  }
  const std::vector<std::string> kept = columns_with(ColumnRole::sizes, names, roles);
  const bool leaves_some = std::any_of(roles.begin(), roles.end(), [](auto role) { return role > ColumnRole::counts; });
  const bool is_choice = !is_chosen && leaves_some && !kept.empty();
  if (is_choice) options.columns = kept;
  auto chosen = choose_columns(names, width, options);
  if (!chosen) return chosen;
  if (count) chosen->note = histogram_note(chosen->components, names[*count]);
  if (is_choice) note_roles(names, roles, chosen->note);
  if (!is_chosen) note_likely_names(chosen->components, chosen->note);
  chosen->are_open = is_open;
  const bool is_uncounted = is_open && !chosen->count;
  if (is_uncounted && kept.size() == 1 && is_choice) chosen->index = index_among(names, roles);
  const bool is_pair = is_uncounted && chosen->sizes.size() == 2;
  chosen->may_be_histogram = is_pair && (names.empty() || may_be_counted(chosen->components[0], chosen->components[1]));
  return chosen;
}

}  // namespace tuplepack::formats
