#include "plain_edges.hpp"

#include "formats/csv/comment_above.hpp"
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
  if (!is_bipartite_konect(text) || !options.ends->options().one_type()) return {};
  return fail(ErrorCode::unsupported,
              "a bipartite network of KONECT has nodes of two types, both numbered from 1; name them, as in "
              "left:edge:right=FILE",
              1);
}

// ---- columns ----

static constexpr std::size_t longest_held = 256;  // of the first line

IdTextOptions PlainEdgesReader::rows_of(const EdgeTextOptions& options, const EdgeTextSink& sink, bool konect,
                                        Seen* seen) {
  IdTextOptions rows{.limits = options.limits};
  if (konect) {
    for (IdLimit& limit : rows.limits) ++limit.count;
  }
  rows.choose = [seen, ends = options.ends](std::span<const std::string> names, std::size_t width) {
    seen->header = !names.empty();
    seen->width = width;
    return ends->choose({.names = names, .width = width});
  };
  const bool are_chosen = !options.ends->options().columns.empty();
  rows.are_named_by = [=, ends = options.ends](std::span<const std::string> words, bool is_prose) {
    const bool may_name = are_chosen || (!konect && !is_prose);  // KONECT's ends are the first two columns
    return seen->named_by_comment = may_name && ends->is_header(words);
  };
  rows.chosen = [seen, ends = options.ends, note = sink.note](std::span<const std::string> names, std::size_t width,
                                                              const std::vector<std::size_t>& used) {
    const bool is_usual = used == std::vector<std::size_t>{0, 1};
    if (note && seen->named_by_comment && !is_usual) note("read as " + std::string(named_by_comment));
    ends->begin({.names = names, .width = width}, used, note);
  };
  if (!options.number) return rows;
  rows.text =
      TextIds{.is_header =
                  [seen, ends = options.ends, note = sink.note](std::span<const std::string> names) {
                    seen->begins_with_words = !ends->is_header(names);
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
      may_be_counts_(options.format == EdgeText::detect && options.ends->options().columns.empty() && !konect &&
                     !options.number),
      may_be_ends_(options.is_only_text),
      declared_(konect.value_or(std::array<std::int64_t, 2>{})),
      reader_(rows_of(options, sink, konect.has_value(), seen_.get()),
              [seen = seen_.get(), pairs = sink.pairs, from = konect ? std::int64_t{1} : std::int64_t{0},
               shifted = std::vector<std::int64_t>()](std::span<const std::int64_t> ids) mutable -> Result<void> {
                if (ids.empty()) return {};
                std::size_t at = 0;
                if (seen->rows == 0) {
                  seen->first = {ids[0], ids[1]};
                  at = 2;
                }
                seen->rows += static_cast<std::int64_t>(ids.size() / 2);
                for (; at < ids.size(); ++at) seen->largest = std::max(seen->largest, ids[at]);
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

/// Holds the first line that is neither empty nor a comment, or what it begins with.
void PlainEdgesReader::hold_first_line(std::string_view bytes) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  while (is_first_line_ && !bytes.empty()) {
    const std::size_t end = bytes.find_first_of("\r\n");
    first_line_ += bytes.substr(0, std::min(end, longest_held - std::min(first_line_.size(), longest_held)));
    if (end == std::string_view::npos) return;
    bytes.remove_prefix(end + 1);
    if (first_line_.starts_with(mark)) first_line_.erase(0, mark.size());
    const bool is_comment = first_line_.starts_with('#') || first_line_.starts_with('%');
    is_first_line_ = is_comment || LineNumbers(first_line_).done();
    if (is_first_line_) first_line_.clear();
  }
}

/// The whole numbers of a line, whatever separates them.
static std::optional<std::vector<std::int64_t>> numbers_between_any(std::string line) {
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == ',' || c == ';' || c == '|'; }, ' ');
  return numbers_of(line);
}

/// What else a few lines of many numbers may be than edges with attributes.
std::optional<std::string> PlainEdgesReader::as_matrix() const {
  if (seen_->width != wide_.width() || seen_->rows != wide_.rows()) return std::nullopt;
  const std::string size =
      std::to_string(seen_->rows) + " lines of " + std::to_string(seen_->width) + " numbers may be ";
  if (may_be_ends_ && wide_.may_be_ends()) {
    return size + "sources and destinations; write a line for each edge, as numpy.savetxt(file, edges.T, '%d') does";
  }
  if (!wide_.may_be_matrix()) return std::nullopt;
  return size + "an adjacency matrix; write its edges, as numpy.savetxt(file, numpy.argwhere(matrix), '%d') does";
}

/// What the first line may count: "4 5" before five edges of nodes up to 4, "4 4 5" before five entries of a matrix.
std::optional<std::string> PlainEdgesReader::counts_in_first_row() const {
  constexpr std::int64_t few = 3;  // edges, where it may be chance
  const std::int64_t following = seen_->rows - 1;
  const auto numbers = numbers_between_any(first_line_);
  const bool has_others = seen_->width > 2;  // which are numbers, too
  if (has_others && (!numbers || numbers->size() != seen_->width)) return std::nullopt;
  if (following < few - 1) return std::nullopt;
  const std::int64_t nodes = seen_->first[0];
  const bool is_exact = seen_->largest + 1 == nodes;  // the last node from 0
  if (following < few && !is_exact) return std::nullopt;
  if (seen_->first[1] == following && seen_->largest <= nodes) return "the numbers of nodes and edges";
  const bool is_matrix = seen_->width == 3 && (*numbers)[2] == following && following >= few;
  if (!is_matrix || seen_->largest > std::max(nodes, seen_->first[1])) return std::nullopt;
  return "the numbers of rows, columns and entries of a matrix";
}

Result<void> PlainEdgesReader::check_first_row() const {
  if (!may_be_counts_ || seen_->header) return {};
  if (const auto matrix = as_matrix()) {
    return fail(ErrorCode::malformed, *matrix + "; --columns 1,2 reads each line as an edge");
  }
  const auto counts = counts_in_first_row();
  if (!counts) return {};
  return fail(ErrorCode::malformed, "the first line, " + quote(first_line_) + ", may be an edge or " + *counts +
                                        " (that many lines follow); put # before it, or read it as an edge "
                                        "with --format csv");
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
  hold_first_line(bytes);
  if (may_be_counts_) wide_.add(bytes);
  return reader_.feed(bytes);
}

Result<void> PlainEdgesReader::finish() {
  if (auto ok = reader_.finish(); !ok) return ok;
  wide_.finish();
  if (sink_.note && reader_.may_be_cut()) sink_.note(std::string(cut_note));
  if (auto ok = check_words(); !ok) return ok;
  return check_first_row();
}

}  // namespace tuplepack::formats
