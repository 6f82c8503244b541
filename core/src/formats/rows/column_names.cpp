#include "column_names.hpp"

#include "columns.hpp"
#include "end_names.hpp"

#include "formats/text/text.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

static bool ends_in_any_case(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && equal_in_any_case(text.substr(text.size() - end.size()), end);
}

/// The index that pandas writes: "__index_level_0__".
static bool is_pandas_index(std::string_view name) {
  constexpr std::string_view begin = "__index_level_", end = "__";
  if (name.size() <= begin.size() + end.size() || !ends_in_any_case(name, end)) return false;
  if (!begins_in_any_case(name, begin)) return false;
  const std::string_view number = name.substr(begin.size(), name.size() - begin.size() - end.size());
  return number.find_first_not_of("0123456789") == std::string_view::npos;
}

/// "movieId", "userID".
static bool ends_as_camel_case_id(std::string_view name) {
  if (!name.ends_with("Id") && !name.ends_with("ID")) return false;
  return name.size() > 2 && name[name.size() - 3] >= 'a' && name[name.size() - 3] <= 'z';
}

bool names_metadata(std::string_view name) {
  constexpr std::array<std::string_view, 25> words{
      "timestamp", "ts",    "label", "labels",   "class",   "fold",     "epoch",       "seed", "year",
      "month",     "day",   "zip",   "zip_code", "zipcode", "postcode", "postal_code", "hash", "score",
      "rating",    "price", "lat",   "lon",      "lng",     "latitude", "longitude"};
  return ends_in_any_case(name, "_label") || is_one_of(name, words);
}

bool is_identifier(std::string_view name) {
  // The indices of pandas, R, readr and SQL; exactly so, since "X" is a row of R, and "x" may be a size.
  constexpr std::array<std::string_view, 17> rows{"level_0", "X",       "...1",     "row", "rownum", "row_number",
                                                  "rowid",   "rowname", "rownames", "uid", "uuid",   "pk",
                                                  "key",     "No.",     "No",       "Nr.", "Nr"};
  return names_metadata(name) || is_one_of<6>(name, {"id", "idx", "index", "ids", "qid", "pid"}) ||
         std::find(rows.begin(), rows.end(), name) != rows.end() || ends_in_any_case(name, "_id") ||
         ends_in_any_case(name, "_idx") || ends_in_any_case(name, "_index") || is_pandas_index(name) ||
         name.starts_with("Unnamed: ") || ends_as_camel_case_id(name);
}

bool is_index(std::string_view name) {
  return name.empty() || equal_in_any_case(name, "index") || name.starts_with("Unnamed: ") || is_pandas_index(name);
}

bool names_flags(std::string_view name) {
  return ends_in_any_case(name, "mask") || is_one_of<2>(name, {"token_type_ids", "segment_ids"}) ||
         begins_in_any_case(name, "is_") || begins_in_any_case(name, "has_");
}

bool names_sizes(std::string_view name) {
  constexpr std::array<std::string_view, 21> words{"len",   "length", "lengths", "seqlen", "size",  "sizes", "tokens",
                                                   "count", "counts", "num",     "n",      "nodes", "edges", "words",
                                                   "chars", "bytes",  "atoms",   "bonds",  "items", "total", "ntokens"};
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  for (std::size_t at = 0; at < name.size();) {
    std::size_t end = at;
    while (end < name.size() && is_letter(name[end])) ++end;
    if (is_one_of(name.substr(at, end - at), words)) return true;
    at = end + 1;
  }
  return false;
}

bool names_offsets(std::string_view name) {
  constexpr std::array<std::string_view, 12> words{"offset", "offsets",    "indptr", "rowptr", "row_ptr", "ptr",
                                                   "start",  "cu_seqlens", "end",    "begin",  "stop",    "row_splits"};
  return is_one_of(name, words);
}

bool names_source(std::string_view name) {
  return is_one_of(name, source_names);
}

bool names_end(std::string_view name) {
  return !name.empty() && (names_source(name) || is_one_of(name, destination_names));
}

// ---- counts ----

/// "count(*)", "COUNT(1)", "count_star()", as databases name it.
static bool is_counting_function(std::string_view name) {
  return begins_in_any_case(name, "count") && name.find('(') != std::string_view::npos && name.ends_with(')');
}

/// Whether pandas or R writes the name for rows, without anyone having given it.
static bool is_given_to_rows(std::string_view name) {
  return name.empty() || name.starts_with("Unnamed: ") || is_pandas_index(name) || name == "X" || name == "...1";
}

/// Whether, of the columns that somebody has named, it is the second of two.
static bool is_behind_one(std::span<const std::string> names, std::size_t column) {
  std::vector<std::size_t> named;
  for (std::size_t other = 0; other < names.size(); ++other) {
    if (!is_given_to_rows(names[other])) named.push_back(other);
  }
  return named.size() == 2 && named[1] == column;
}

static bool is_chosen(std::span<const std::string> names, std::size_t column, const ReadOptions& options) {
  const auto is_it = [&](const std::string& wanted) { return column_named(wanted, names, names.size()) == column; };
  return std::any_of(options.columns.begin(), options.columns.end(), is_it) ||
         std::any_of(options.lengths_of.begin(), options.lengths_of.end(), is_it);
}

std::optional<std::size_t> usual_count(std::span<const std::string> names, const ReadOptions& options) {
  constexpr std::array<std::string_view, 14> usual{
      "frequency",  "frequencies", "freq",        "occurrence", "occurrences", "counts",   "anzahl",
      "häufigkeit", "Häufigkeit",  "haeufigkeit", "cnt",        "nombre",      "cantidad", "n_items"};
  constexpr std::array<std::string_view, 3> short_names{"n", "num", "0"};  // behind one column of sizes; "0" is pandas'
  if (options.count_column != ReadOptions{}.count_column) return std::nullopt;
  std::optional<std::size_t> found;
  for (std::size_t column = 0; column < names.size(); ++column) {
    const std::string& name = names[column];
    if (equal_in_any_case(name, options.count_column)) return std::nullopt;
    const bool is_short = is_one_of(name, short_names) && is_behind_one(names, column);
    if (!is_short && !is_one_of(name, usual) && !is_counting_function(name)) continue;
    if (is_chosen(names, column, options)) continue;
    if (found) return std::nullopt;  // which one?
    found = column;
  }
  return names.size() > 1 ? found : std::nullopt;
}

bool may_be_counted(std::string_view sizes, std::string_view counts) {
  constexpr std::array<std::string_view, 10> words{"number", "nb",     "quantity", "times", "#",
                                                   "value",  "values", "size",     "len",   "total"};
  constexpr std::array<std::string_view, 7> counted{"item", "doc", "example", "sample", "sequence", "graph", "row"};
  if (sizes == "arr_0" && counts == "arr_1") return true;  // numpy.savez names arrays that have no names
  if (is_one_of(counts, words)) return sizes != counts;
  if (names_sizes(sizes) && (!names_sizes(counts) || begins_in_any_case(counts, "count"))) return true;
  return names_sizes(counts) && std::any_of(counted.begin(), counted.end(), [&](std::string_view word) {
           return counts.find(word) != std::string_view::npos;
         });
}

}  // namespace tuplepack::formats
