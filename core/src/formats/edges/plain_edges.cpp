#include "plain_edges.hpp"

#include "formats/rows/temporal_columns.hpp"
#include "formats/text/counted_lines.hpp"
#include "formats/text/number.hpp"
#include "formats/text/text.hpp"
#include "tuplepack/formats/text/line_ends.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace tuplepack::formats {

// ---- KONECT ----

/// A line without the '%' and blanks before it.
static std::string_view comment_text(std::string_view line) {
  return line.substr(std::min(line.find_first_not_of("% \t"), line.size()));
}

static std::string_view first_line(std::string_view text) {
  return without_return(text.substr(0, text.find('\n')));
}

/// Kunegis, Handbook of Network Analysis: the format of `out.*`.
static bool is_konect_line(std::string_view line) {
  constexpr std::array<std::string_view, 3> forms{"sym", "asym", "bip"};
  constexpr std::array<std::string_view, 9> weights{"unweighted",    "positive",    "posweighted",
                                                    "signed",        "multisigned", "weighted",
                                                    "multiweighted", "dynamic",     "multiposweighted"};
  LineNumbers words(comment_text(line));
  const auto form = words.word(), weight = words.word();
  return std::find(forms.begin(), forms.end(), form) != forms.end() &&
         std::find(weights.begin(), weights.end(), weight) != weights.end();
}

bool konect_head_ends(std::string_view text) {
  while (text.starts_with('%')) {
    const std::size_t newline = text.find('\n');
    if (newline == std::string_view::npos) return false;
    text.remove_prefix(newline + 1);
  }
  return !text.empty();
}

std::optional<bool> is_konect(std::string_view text, bool whole) {
  constexpr std::size_t enough = std::size_t{1} << 20;
  whole = whole || text.size() >= enough;
  if (text.find('\n') == std::string_view::npos && !whole) return std::nullopt;
  if (!is_konect_line(first_line(text))) return false;
  return konect_head_ends(text) || whole ? std::optional(true) : std::nullopt;
}

std::array<std::int64_t, 2> konect_nodes(std::string_view text) {
  const std::size_t newline = text.find('\n');
  if (newline == std::string_view::npos) return {};
  const std::string_view line = first_line(text.substr(newline + 1));
  if (!line.starts_with('%')) return {};
  const auto numbers = numbers_of(comment_text(line));
  if (!numbers || numbers->size() != 3) return {};
  return {(*numbers)[1], (*numbers)[2]};
}

bool is_bipartite_konect(std::string_view text) {
  return LineNumbers(comment_text(first_line(text))).word() == "bip";
}

Result<void> check_konect(std::string_view text, const EdgeTextOptions& options) {
  if (!is_bipartite_konect(text) || !options.one_type) return {};
  return fail(ErrorCode::unsupported,
              "a bipartite network of KONECT has nodes of two types, both numbered from 1; name them, as in "
              "left:edge:right=FILE",
              1);
}

// ---- columns ----

/// The columns that are not read.
static std::string left_out(std::span<const std::string> names, std::size_t width,
                            const std::vector<std::size_t>& used) {
  std::string list;
  std::size_t left = 0;
  for (std::size_t column = 0; column < width; ++column) {
    if (std::find(used.begin(), used.end(), column) != used.end()) continue;
    ++left;
    list += (list.empty() ? "" : ", ") + (names.empty() ? std::to_string(column + 1) : quote(names[column]));
  }
  if (left == 0) return "";
  return (left == 1 ? "column " : "columns ") + visible(list, 200) + (left == 1 ? " is" : " are") + " ignored";
}

/// Marks the ids of an edge between a user and an item that are text.
static void mark(std::vector<bool>& ids, std::int64_t id) {
  const auto at = static_cast<std::size_t>(id);
  if (at >= ids.size()) ids.resize(std::max(at + 1, 2 * ids.size()));
  ids[at] = true;
}

static bool has(const std::vector<bool>& ids, std::int64_t id) {
  return static_cast<std::size_t>(id) < ids.size() && ids[static_cast<std::size_t>(id)];
}

IdTextOptions PlainEdgesReader::rows_of(const EdgeTextOptions& options, const EdgeTextSink& sink, bool konect,
                                        Seen* seen) {
  IdTextOptions rows{.limits = options.limits};
  if (konect) {
    for (IdLimit& limit : rows.limits) ++limit.count;
  }
  rows.choose = [seen, wanted = options.columns](std::span<const std::string> names, std::size_t width) {
    seen->header = !names.empty();
    seen->width = width;
    return choose_edge_columns(names, width, wanted);
  };
  const bool may_merge = options.one_type && !options.one_numbering, is_choice = options.columns.empty();
  rows.chosen = [=, note = sink.note](std::span<const std::string> names, std::size_t width,
                                      const std::vector<std::size_t>& used) {
    seen->may_merge = may_merge && end_names(names, used[0], used[1], false) == EndNames::users_and_items;
    const std::string left = is_choice ? left_out(names, width, used) : "";
    if (note && !left.empty()) note(left + "; use --columns to choose others");
    if (note && may_merge && !names.empty() && end_names(names, used[0], used[1], true) == EndNames::unknown) {
      note("ids of " + quote(names[used[0]]) + " and " + quote(names[used[1]]) +
           " are taken as nodes of one type; for two types, name them, as in user:edge:item=FILE");
    }
  };
  if (!options.number) return rows;
  rows.text =
      TextIds{.is_header =
                  [seen, wanted = options.columns, note = sink.note](std::span<const std::string> names) {
                    seen->begins_with_words = !are_edge_columns(names, wanted);
                    if (seen->begins_with_words && note) {
                      note("the first line is read as an edge; use --columns with its names to read it as a header");
                    }
                    return !seen->begins_with_words;
                  },
              .number =
                  [seen, number = options.number](std::string_view id, std::size_t end) {
                    seen->has_words = seen->has_words || (seen->cells >= 2 && !looks_like_number(id));
                    ++seen->cells;
                    return number(id, end);
                  }};
  return rows;
}

PlainEdgesReader::PlainEdgesReader(const EdgeTextOptions& options, const EdgeTextSink& sink,
                                   std::optional<std::array<std::int64_t, 2>> konect)
    : sink_(sink),
      may_be_counts_(options.format == EdgeText::detect && options.columns.empty() && !konect && !options.number),
      declared_(konect.value_or(std::array<std::int64_t, 2>{})),
      reader_(rows_of(options, sink, konect.has_value(), seen_.get()),
              [seen = seen_.get(), pairs = sink.pairs, is_text = static_cast<bool>(options.number),
               from = konect ? std::int64_t{1} : std::int64_t{0},
               shifted = std::vector<std::int64_t>()](std::span<const std::int64_t> ids) mutable -> Result<void> {
                if (ids.empty()) return {};
                std::size_t at = 0;
                if (seen->rows == 0) {
                  seen->first = {ids[0], ids[1]};
                  at = 2;
                }
                seen->rows += static_cast<std::int64_t>(ids.size() / 2);
                for (; at < ids.size(); ++at) seen->largest = std::max(seen->largest, ids[at]);
                for (std::size_t i = 0; seen->may_merge && i < ids.size(); i += 2) {
                  if (is_text) {
                    mark(seen->users, ids[i]);
                    mark(seen->items, ids[i + 1]);
                    seen->both = seen->both || has(seen->items, ids[i]) || has(seen->users, ids[i + 1]);
                    continue;
                  }
                  seen->last_user = std::max(seen->last_user, ids[i]);
                  seen->first_item = std::min(seen->first_item, ids[i + 1]);
                }
                if (from == 0) return pairs(ids);
                shifted.assign(ids.begin(), ids.end());
                for (std::int64_t& id : shifted) {
                  if (id == 0) {
                    return fail(ErrorCode::malformed,
                                "there is a node 0, and KONECT's ids count from 1; --format csv reads ids as they are");
                  }
                  id -= from;
                }
                return pairs(shifted);
              }) {
  if (sink.note && konect)
    sink.note("read as a file of KONECT: ids from 1 become ids from 0 (--format csv keeps them)");
}

/// "4 5" before five edges of nodes up to 4 is likely no edge.
Result<void> PlainEdgesReader::check_first_row() const {
  constexpr std::int64_t few = 3;  // edges, where it may be chance
  const std::int64_t following = seen_->rows - 1;
  if (!may_be_counts_ || seen_->header || seen_->width != 2 || following < few) return {};
  if (seen_->first[1] != following || seen_->largest > seen_->first[0]) return {};
  return fail(ErrorCode::malformed,
              "the first line, " + std::to_string(seen_->first[0]) + " and " + std::to_string(following) +
                  ", may be an edge or the numbers of nodes and edges (that many lines follow); put # before "
                  "it, or read it as an edge with --format csv");
}

/// User 5 and item 5 are not the same node.
Result<void> PlainEdgesReader::check_merging() const {
  if (!seen_->may_merge || (!seen_->both && seen_->last_user < seen_->first_item)) return {};
  return fail(
      ErrorCode::unsupported,
      "users and items with the same ids would be the same nodes; name their types, as in user:edge:item=FILE, or "
      "add --bipartite no if they are");
}

/// A line of words above numbers names columns.
Result<void> PlainEdgesReader::check_words() const {
  if (!seen_->begins_with_words || seen_->has_words || seen_->cells == 2) return {};
  return fail(
      ErrorCode::malformed,
      "the first line has words and all others numbers, so it may be a header: use --columns with two of its words "
      "to read it as one");
}

Result<void> PlainEdgesReader::feed(std::string_view bytes) {
  if (!bytes.empty()) last_ = bytes.back();
  return reader_.feed(bytes);
}

Result<void> PlainEdgesReader::finish() {
  if (auto ok = reader_.finish(); !ok) return ok;
  if (sink_.note && may_be_cut({&last_, 1})) sink_.note(std::string(cut_note));
  if (auto ok = check_words(); !ok) return ok;
  if (auto ok = check_merging(); !ok) return ok;
  return check_first_row();
}

}  // namespace tuplepack::formats
