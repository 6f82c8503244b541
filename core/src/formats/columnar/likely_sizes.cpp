#include "formats/rows/column_doubts.hpp"
#include "formats/rows/pair_order.hpp"
#include "formats/rows/usual_columns.hpp"
#include "formats/text/text.hpp"
#include "tuplepack/formats/columnar/column_sizes.hpp"

#include <algorithm>
#include <functional>

namespace tuplepack::formats {

bool holds_sizes(const TableColumn& column) {
  return column.lists || column.kind == ColumnKind::whole || column.kind == ColumnKind::floating;
}

/// first  its values
static bool is_size(const TableColumn& column, const std::vector<std::int64_t>& first) {
  if (first.empty()) return false;
  const bool is_named = !column.lists && names_sizes(column.name) && !names_flags(column.name);
  if (!is_named && *std::max_element(first.begin(), first.end()) <= 1) return false;
  if (!column.lists) return !column.name.empty() && !is_identifier(column.name);
  return first.size() == 1 || std::adjacent_find(first.begin(), first.end(), std::not_equal_to<>()) != first.end();
}

std::vector<std::size_t> likely_sizes(std::span<const SampledColumn> columns, std::string_view count) {
  std::vector<std::size_t> offered, sizes;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const TableColumn& column = columns[c].column;
    const auto& first = columns[c].first;
    if (column.nested || !holds_sizes(column) || equal_in_any_case(column.name, count)) continue;
    if (!first && !column.lists && column.kind == ColumnKind::floating) continue;  // measurements
    offered.push_back(c);
    // such as the token ids, their mask and their types
    const bool repeated = column.lists && first && first->size() > 1 &&
                          std::any_of(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(c),
                                      [&](const SampledColumn& other) { return other.first == first; });
    if (first && !repeated && is_size(column, *first)) sizes.push_back(c);
  }
  return sizes.empty() ? offered : sizes;
}

/// The column of counts that is not called so: one of whole numbers.
std::optional<std::string> usual_count_column(std::span<const SampledColumn> columns,
                                              std::span<const std::string> names, const ReadOptions& options) {
  const auto count = usual_count(names, options);
  if (!count) return std::nullopt;
  const TableColumn& column = columns[*count].column;
  return holds_sizes(column) && !column.lists && !column.nested ? std::optional(column.name) : std::nullopt;
}

/// Refuses ids beside counts: they may be the sizes.
static Result<void> look_at_ids(std::span<const SampledColumn> columns, std::span<const std::string> names,
                                const std::vector<std::string>& sizes, std::size_t count) {
  const auto is_id = [](const std::string& name) { return name.empty() || is_identifier(name); };
  const auto lists = [&](const SampledColumn& one) {
    return one.column.lists && std::find(sizes.begin(), sizes.end(), one.column.name) != sizes.end();
  };
  if (!std::all_of(sizes.begin(), sizes.end(), is_id) || std::any_of(columns.begin(), columns.end(), lists)) return {};
  const auto ids = static_cast<std::size_t>(std::find(names.begin(), names.end(), sizes.back()) - names.begin());
  return refuse_index(column_reference(names, ids), column_reference(names, count));
}

/// Whether two columns of numbers may be sizes and their counts, by their names and the order of their first values.
static bool may_be_pair(std::span<const SampledColumn> columns, const std::vector<std::size_t>& sizes) {
  const auto lists = [&](std::size_t column) { return columns[column].column.lists; };
  if (sizes.size() != 2 || std::any_of(sizes.begin(), sizes.end(), lists)) return false;
  const SampledColumn &one = columns[sizes[0]], &other = columns[sizes[1]];
  if (!one.first || !other.first || !may_be_counted(one.column.name, other.column.name)) return false;
  PairOrder order;
  for (std::size_t row = 0; row < std::min(one.first->size(), other.first->size()); ++row) {
    order.add((*one.first)[row], (*other.first)[row]);
  }
  return order.may_be_histogram();
}

/// Refuses a column of sizes that may be the counts of an index.
static Result<void> look_at_index(std::span<const SampledColumn> columns, std::span<const std::string> names,
                                  const std::string& sizes) {
  const auto of_sizes =
      std::find_if(columns.begin(), columns.end(), [&](const SampledColumn& one) { return one.column.name == sizes; });
  if (of_sizes->column.lists || !of_sizes->first) return {};
  const std::string reference = column_reference(names, static_cast<std::size_t>(of_sizes - columns.begin()));
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const SampledColumn& one = columns[c];
    if (!is_index(one.column.name) || one.column.lists || !one.first) continue;
    if (auto ok = check_index(column_reference(names, c), *one.first, reference, *of_sizes->first); !ok) return ok;
  }
  return {};
}

static tl::unexpected<Error> refuse_all(std::span<const SampledColumn> columns, std::span<const std::string> names) {
  const auto field = std::find_if(columns.begin(), columns.end(), [](const SampledColumn& one) {
    return one.column.nested && holds_sizes(one.column);
  });
  const std::string why = field == columns.end()
                              ? "no column holds whole numbers or lists; "
                              : "whole numbers and lists are only in fields of structs, which are read when they are "
                                "chosen: --columns " +
                                    visible(field->column.name, 60) + "; ";
  return fail(ErrorCode::missing_column, why + known_columns(names, names.size()));
}

/// Notes which columns are left out, of those that hold whole numbers or lists, and of decimals.
static void note_others(std::span<const SampledColumn> columns, const std::vector<std::string>& sizes,
                        const std::string& count, std::string& note) {
  std::vector<std::string> ids, others, decimals;
  bool has_index = false;
  for (const SampledColumn& one : columns) {
    const TableColumn& column = one.column;
    if (!column.lists && column.unread == "decimals") decimals.push_back(column.name);
    const bool is_read = std::find(sizes.begin(), sizes.end(), column.name) != sizes.end();
    if (is_read || column.nested || !holds_sizes(column) || equal_in_any_case(column.name, count)) continue;
    if (column.kind == ColumnKind::floating) continue;
    has_index = has_index || (column.name.empty() && !column.lists);
    if (column.name.empty()) continue;
    (!column.lists && is_identifier(column.name) ? ids : others).push_back(column.name);
  }
  if (has_index) note += (note.empty() ? "" : "; ") + std::string("the column without a name is ignored as an index");
  note_identifiers(ids, note);
  note_left_out(others, "flags, constants or copies", note);
  note_left_out(decimals, "decimals", note);
  if (has_index || !ids.empty() || !others.empty()) note += "; choose with --columns";
}

/// Notes which columns of numbers may be dates, times, flags or numbers of rows, by their first values.
static void note_doubts(std::span<const SampledColumn> columns, const std::vector<std::size_t>& likely, bool has_count,
                        LikelyColumns& found) {
  std::vector<SeenNumbers> seen(likely.size());
  for (std::size_t c = 0; c < likely.size(); ++c) {
    const SampledColumn& one = columns[likely[c]];
    if (one.first && !one.column.lists) seen[c].add(one.first->data(), one.first->size(), 1);
  }
  for (const std::string& doubt : notes_on_doubts(found.sizes, seen, !has_count && !found.may_be_histogram)) {
    found.note += (found.note.empty() ? "" : "; ") + doubt;
  }
}

Result<LikelyColumns> likely_columns(std::span<const SampledColumn> columns, const ReadOptions& options) {
  std::vector<std::string> names;
  for (const SampledColumn& one : columns) names.push_back(one.column.name);
  LikelyColumns found{.sizes = {}, .count = usual_count_column(columns, names, options), .note = ""};
  const std::string& count = found.count ? *found.count : options.count_column;
  const std::vector<std::size_t> likely = likely_sizes(columns, count);
  std::vector<std::string> numbers;
  for (const std::size_t column : likely) {
    found.sizes.push_back(names[column]);
    if (!columns[column].column.lists) numbers.push_back(names[column]);
  }
  if (found.sizes.empty()) return refuse_all(columns, names);
  const auto of_counts =
      std::find_if(names.begin(), names.end(), [&](const std::string& name) { return equal_in_any_case(name, count); });
  const bool has_count = of_counts != names.end();
  if (has_count && options.count_column == ReadOptions{}.count_column) {
    const auto column = static_cast<std::size_t>(of_counts - names.begin());
    if (auto ok = look_at_ids(columns, names, found.sizes, column); !ok) return tl::unexpected(ok.error());
  }
  found.may_be_histogram = !has_count && leave_columns_open(options) && may_be_pair(columns, likely);
  if (found.sizes.size() == 1 && !has_count) {
    if (auto ok = look_at_index(columns, names, found.sizes.front()); !ok) return tl::unexpected(ok.error());
  }
  if (found.count) found.note = histogram_note(found.sizes, *found.count);
  note_others(columns, found.sizes, count, found.note);
  note_likely_names(numbers, found.note);
  note_doubts(columns, likely, has_count, found);
  return found;
}

}  // namespace tuplepack::formats
