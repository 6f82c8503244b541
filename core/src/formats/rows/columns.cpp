#include "columns.hpp"

#include "formats/text/number.hpp"
#include "formats/text/text.hpp"
#include "tuplepack/base/limits.hpp"
#include "tuplepack/base/words.hpp"

#include <algorithm>
#include <array>

namespace tuplepack {

std::string known_columns(std::span<const std::string> names, std::size_t width) {
  if (names.empty()) return "without a header, refer to columns by number, 1 to " + std::to_string(width);
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "columns: " : ", ") + name;
  return visible(list, 200);
}

/// The column of a name that `is_it` knows, else the one of a 1-based number; none when it is not there.
template <typename IsIt>
static Result<std::optional<std::size_t>> find_column(const std::string& wanted, std::span<const std::string> names,
                                                      std::size_t width, IsIt is_it) {
  std::optional<std::size_t> found;
  for (std::size_t column = 0; column < names.size(); ++column) {
    if (!is_it(names[column])) continue;
    if (found) return fail(ErrorCode::malformed, "two columns are named " + quote(names[column]));
    found = column;
  }
  if (found) return found;
  const Number number = parse_number(wanted);
  if (!number.wrong && number.value >= 1 && static_cast<std::uint64_t>(number.value) <= width) {
    return std::optional(static_cast<std::size_t>(number.value - 1));
  }
  return std::optional<std::size_t>{};
}

static tl::unexpected<Error> no_column(const std::string& wanted, std::span<const std::string> names,
                                       std::size_t width) {
  return fail(ErrorCode::missing_column,
              "unknown column " + quote(wanted) + did_you_mean(names, wanted) + known_columns(names, width));
}

Result<std::size_t> column_named(const std::string& wanted, std::span<const std::string> names, std::size_t width) {
  const auto found = find_column(wanted, names, width, [&](const std::string& name) { return name == wanted; });
  if (!found) return tl::unexpected(found.error());
  if (!*found) return no_column(wanted, names, width);
  return **found;
}

static Result<std::optional<std::size_t>> find_count(std::span<const std::string> names, std::size_t width,
                                                     const std::string& wanted) {
  if (wanted.empty()) return std::optional<std::size_t>{};
  auto found =
      find_column(wanted, names, width, [&](const std::string& name) { return equal_in_any_case(name, wanted); });
  if (found && !*found && !equal_in_any_case(wanted, ReadOptions{}.count_column))
    return no_column(wanted, names, width);
  return found;
}

/// The columns asked for, or all but the one of the counts.
static Result<std::vector<std::size_t>> find_sizes(std::span<const std::string> names, std::size_t width,
                                                   std::optional<std::size_t> count,
                                                   const std::vector<std::string>& wanted) {
  std::vector<std::size_t> sizes;
  for (const std::string& column_name : wanted) {
    const auto found = column_named(column_name, names, width);
    if (!found) return tl::unexpected(found.error());
    if (*found == count || std::find(sizes.begin(), sizes.end(), *found) != sizes.end()) {
      return fail(ErrorCode::unsupported, "column " + quote(column_name) + " is used twice" +
                                              (*found == count ? ", as a size and as the count" : ""));
    }
    sizes.push_back(*found);
  }
  if (!wanted.empty()) return sizes;
  const std::size_t components = width - (count ? 1 : 0);
  if (components > max_components) {
    return fail(ErrorCode::component_mismatch, "too many columns: " + std::to_string(components) + " (at most " +
                                                   std::to_string(max_components) + "); choose some");
  }
  for (std::size_t column = 0; column < width; ++column) {
    if (column != count) sizes.push_back(column);
  }
  return sizes;
}

static Result<std::vector<std::string>> name_components(std::span<const std::string> names,
                                                        const std::vector<std::size_t>& sizes) {
  std::vector<std::string> components;
  for (std::size_t c = 0; c < sizes.size(); ++c) {
    if (names.empty()) {
      components.push_back(sizes.size() == 1 ? "size" : "size_" + std::to_string(c + 1));
      continue;
    }
    const std::string& name = names[sizes[c]];
    if (name.empty()) {
      return fail(ErrorCode::malformed, "column " + std::to_string(sizes[c] + 1) + " has no name");
    }
    if (!is_utf8(name)) return fail(ErrorCode::malformed, "column name " + quote(name) + " is not UTF-8");
    if (std::find(components.begin(), components.end(), name) != components.end()) {
      return fail(ErrorCode::malformed, "two columns are named " + quote(name));
    }
    components.push_back(name);
  }
  return components;
}

// ---- what is usual ----

static bool ends_in_any_case(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && equal_in_any_case(text.substr(text.size() - end.size()), end);
}

/// The index that pandas writes: "__index_level_0__".
static bool is_pandas_index(std::string_view name) {
  constexpr std::string_view begin = "__index_level_", end = "__";
  if (name.size() <= begin.size() + end.size() || !ends_in_any_case(name, end)) return false;
  if (!equal_in_any_case(name.substr(0, begin.size()), begin)) return false;
  const std::string_view number = name.substr(begin.size(), name.size() - begin.size() - end.size());
  return number.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_identifier(std::string_view name) {
  constexpr std::array<std::string_view, 4> words{"_id", "_idx", "_index", "_label"};
  // The indices of pandas, R, readr and SQL; exactly so, since "X" is a row of R, and "x" may be a size.
  constexpr std::array<std::string_view, 14> rows{"Unnamed: 0", "level_0",    "X",     "...1",    "row",
                                                  "rownum",     "row_number", "rowid", "rowname", "rownames",
                                                  "uid",        "uuid",       "pk",    "key"};
  return equal_in_any_case(name, "timestamp") || is_pandas_index(name) ||
         std::find(rows.begin(), rows.end(), name) != rows.end() ||
         std::any_of(words.begin(), words.end(), [&](std::string_view word) {
           return ends_in_any_case(name, word) || equal_in_any_case(name, word.substr(1));
         });
}

/// Whether a name is that of text.
static bool names_text(std::string_view name) {
  constexpr std::array<std::string_view, 24> usual{
      "text",    "texts",    "sentence", "title",  "name",     "prompt", "completion",  "response",
      "content", "document", "question", "answer", "language", "lang",   "description", "comment",
      "split",   "source",   "category", "url",    "path",     "file",   "filename",    "smiles"};
  return std::any_of(usual.begin(), usual.end(), [&](std::string_view word) { return equal_in_any_case(name, word); });
}

std::optional<std::size_t> usual_count(std::span<const std::string> names, const ReadOptions& options) {
  constexpr std::array<std::string_view, 12> usual{"frequency", "freq",       "occurrences", "counts",
                                                   "anzahl",    "häufigkeit", "Häufigkeit",  "haeufigkeit",
                                                   "cnt",       "nombre",     "cantidad",    "n_items"};
  constexpr std::array<std::string_view, 2> short_names{"n", "num"};  // behind one column of sizes
  if (options.count_column != ReadOptions{}.count_column || !options.columns.empty()) return std::nullopt;
  std::optional<std::size_t> found;
  for (std::size_t column = 0; column < names.size(); ++column) {
    if (equal_in_any_case(names[column], options.count_column)) return std::nullopt;
    const auto is_it = [&](std::string_view word) { return equal_in_any_case(names[column], word); };
    if (std::none_of(usual.begin(), usual.end(), is_it) &&
        (names.size() != 2 || column != 1 || std::none_of(short_names.begin(), short_names.end(), is_it))) {
      continue;
    }
    if (found) return std::nullopt;  // which one?
    found = column;
  }
  return names.size() > 1 ? found : std::nullopt;
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

void note_left_out(const std::vector<std::string>& names, const std::string& as, std::string& note) {
  if (names.empty()) return;
  note += (note.empty() ? "" : "; ") + std::string(names.size() == 1 ? "column " : "columns ") + listed(names) +
          (names.size() == 1 ? " is" : " are") + " ignored, as " + as;
}

/// Names of columns, by what they may hold.
struct NamesByKind {
  std::vector<std::string> sizes, ids, texts;
  bool has_unnamed = false;  ///< columns without a name,
  bool has_index = false;    ///< and one of them before others
};

static NamesByKind sort_names(std::span<const std::string> names, const std::string& count,
                              const std::vector<bool>& has_text) {
  NamesByKind found;
  for (std::size_t column = 0; column < names.size(); ++column) {
    const std::string& name = names[column];
    if (equal_in_any_case(name, count)) continue;
    if (name.empty()) {
      found.has_unnamed = true;
      found.has_index = found.has_index || column + 1 < names.size();  // a last one follows from a separator at the end
      continue;
    }
    const bool is_text = !has_text.empty() && has_text[column] && names_text(name);
    (is_identifier(name) ? found.ids : is_text ? found.texts : found.sizes).push_back(name);
  }
  if (found.sizes.empty()) std::swap(found.sizes, found.ids);    // better ids than nothing
  if (found.sizes.empty()) std::swap(found.sizes, found.texts);  // which are refused
  return found;
}

Result<SizeColumns> choose_usual_columns(std::span<const std::string> names, std::size_t width, ReadOptions options,
                                         const std::vector<bool>& has_text) {
  const auto count = usual_count(names, options);
  if (count) options.count_column = names[*count];
  const NamesByKind kinds = sort_names(names, options.count_column, has_text);
  const std::vector<std::string>& kept = kinds.sizes;
  const bool leaves_named = !kinds.ids.empty() || !kinds.texts.empty();
  const bool is_choice = options.columns.empty() && options.lengths_of.empty() && !names.empty() &&
                         (leaves_named || kinds.has_unnamed) && !kept.empty();
  if (is_choice) options.columns = kept;
  auto chosen = choose_columns(names, width, options);
  if (!chosen) return chosen;
  std::string& note = chosen->note;
  if (count) note = histogram_note(kept, names[*count]);
  if (is_choice) {
    if (kinds.has_index) {
      note += (note.empty() ? "" : "; ") + std::string("the column without a name is ignored as an index");
    }
    note_left_out(kinds.ids, "ids", note);
    note_left_out(kinds.texts, "text", note);
    if (leaves_named || kinds.has_index) note += "; choose with --columns";
  }
  return chosen;
}

Result<SizeColumns> choose_columns(std::span<const std::string> names, std::size_t width, const ReadOptions& options) {
  const auto count = find_count(names, width, options.count_column);
  if (!count) return tl::unexpected(count.error());
  auto sizes = find_sizes(names, width, *count, options.columns);
  if (!sizes) return tl::unexpected(sizes.error());
  if (sizes->empty()) return fail(ErrorCode::missing_column, "no size column besides the count column");
  if (sizes->size() > max_components) {
    return fail(ErrorCode::component_mismatch, "too many columns: " + std::to_string(sizes->size()) + " (at most " +
                                                   std::to_string(max_components) + ")");
  }
  auto components = name_components(names, *sizes);
  if (!components) return tl::unexpected(components.error());
  return SizeColumns{.sizes = std::move(*sizes), .count = *count, .components = std::move(*components)};
}

}  // namespace tuplepack
