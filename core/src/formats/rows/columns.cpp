#include "columns.hpp"

#include "base/utf8.hpp"
#include "formats/text/number.hpp"
#include "formats/text/text.hpp"
#include "tuplepack/base/limits.hpp"
#include "tuplepack/base/words.hpp"

#include <algorithm>
#include <array>

namespace tuplepack::formats {

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

std::string column_reference(std::span<const std::string> names, std::size_t column) {
  constexpr std::string_view marks = "_-.";
  const auto is_plain = [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           marks.find(c) != std::string_view::npos;
  };
  const std::string name = names.empty() ? "" : names[column];
  const bool is_usable = !name.empty() && name.front() != '-' && std::all_of(name.begin(), name.end(), is_plain);
  return is_usable ? name : std::to_string(column + 1);
}

Result<std::optional<std::size_t>> find_count(std::span<const std::string> names, std::size_t width,
                                              const std::string& wanted) {
  if (wanted.empty()) return std::optional<std::size_t>{};
  auto found =
      find_column(wanted, names, width, [&](const std::string& name) { return equal_in_any_case(name, wanted); });
  if (found && !*found && !equal_in_any_case(wanted, ReadOptions{}.count_column))
    return no_column(wanted, names, width);
  return found;
}

tl::unexpected<Error> refuse_name(const std::string& name, std::size_t column) {
  return fail(ErrorCode::malformed, "column name " + quote(name) +
                                        " is not UTF-8; save the table as UTF-8, or choose columns by number, as with "
                                        "--columns " +
                                        std::to_string(column + 1));
}

/// The column of a size; where the name is that of the counts and a number, the one of this number.
static Result<std::size_t> find_size(const std::string& wanted, std::span<const std::string> names, std::size_t width,
                                     std::optional<std::size_t> count) {
  auto found = column_named(wanted, names, width);
  const Number number = parse_number(wanted);
  const bool is_other = found && *found == count && !number.wrong && number.value >= 1 &&
                        static_cast<std::uint64_t>(number.value) <= width;
  if (is_other) found = static_cast<std::size_t>(number.value - 1);
  return found;
}

/// The columns asked for, or all but the one of the counts.
static Result<std::vector<std::size_t>> find_sizes(std::span<const std::string> names, std::size_t width,
                                                   std::optional<std::size_t> count,
                                                   const std::vector<std::string>& wanted) {
  std::vector<std::size_t> sizes;
  for (const std::string& column_name : wanted) {
    const auto found = find_size(column_name, names, width, count);
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

/// chosen  whether somebody chose them, by number where they have no name
static Result<std::vector<std::string>> name_components(std::span<const std::string> names,
                                                        const std::vector<std::size_t>& sizes, bool chosen) {
  std::vector<std::string> components;
  for (std::size_t c = 0; c < sizes.size(); ++c) {
    if (names.empty()) {
      components.push_back(sizes.size() == 1 ? "size" : "size_" + std::to_string(c + 1));
      continue;
    }
    const std::string& name = names[sizes[c]];
    if (name.empty() && !chosen) {
      return fail(ErrorCode::malformed, "column " + std::to_string(sizes[c] + 1) +
                                            " has no name; choose it by number, as with --columns " +
                                            std::to_string(sizes[c] + 1));
    }
    if (!is_utf8(name) && !chosen) {
      return refuse_name(name, sizes[c]);
    }
    if (name.empty() || !is_utf8(name)) {
      components.push_back("size_" + std::to_string(sizes[c] + 1));
      continue;
    }
    if (std::find(components.begin(), components.end(), name) != components.end()) {
      return fail(ErrorCode::malformed, "two columns are named " + quote(name));
    }
    components.push_back(name);
  }
  return components;
}

/// Lists whose lengths are asked for are among the columns, where somebody chose these. Names that are not there are left to
/// whoever looks for the lists.
static Result<void> require_lists_chosen(std::span<const std::string> names, std::size_t width,
                                         const ReadOptions& options, const std::vector<std::size_t>& sizes) {
  for (const std::string& wanted : options.lengths_of) {
    const auto list = column_named(wanted, names, width);
    if (!list || std::find(sizes.begin(), sizes.end(), *list) != sizes.end()) continue;
    return fail(ErrorCode::unsupported, "lengths of " + quote(wanted) +
                                            " are asked for, but it is not among the columns chosen; add it to "
                                            "--columns, or leave out one of the two");
  }
  return {};
}

Result<SizeColumns> choose_columns(std::span<const std::string> names, std::size_t width, const ReadOptions& options) {
  auto count = find_count(names, width, options.count_column);
  if (!count) return tl::unexpected(count.error());
  const bool is_usual = equal_in_any_case(options.count_column, ReadOptions{}.count_column);
  if (is_usual && *count && options.columns.size() == 1 && column_named(options.columns[0], names, width) == **count) {
    count->reset();
  }
  auto sizes = find_sizes(names, width, *count, options.columns);
  if (!sizes) return tl::unexpected(sizes.error());
  if (sizes->empty()) return fail(ErrorCode::missing_column, "no size column besides the count column");
  if (sizes->size() > max_components) {
    return fail(ErrorCode::component_mismatch, "too many columns: " + std::to_string(sizes->size()) + " (at most " +
                                                   std::to_string(max_components) + ")");
  }
  if (auto ok = require_lists_chosen(names, width, options, *sizes); !ok) return tl::unexpected(ok.error());
  auto components = name_components(names, *sizes, !options.columns.empty());
  if (!components) return tl::unexpected(components.error());
  SizeColumns columns{.sizes = std::move(*sizes), .count = *count, .components = std::move(*components)};
  for (const std::size_t column : columns.sizes) columns.references.push_back(column_reference(names, column));
  return columns;
}

}  // namespace tuplepack::formats
