#include "matrix_market.hpp"

#include "formats/text/number.hpp"
#include "formats/text/text.hpp"

#include <string>

namespace tuplepack::formats {

MatrixMarketReader::MatrixMarketReader(const EdgeTextOptions& options, const EdgeTextSink& sink)
    : options_(options), sink_(sink), pairs_(sink.pairs) {}

/// %%MatrixMarket matrix coordinate FIELD SYMMETRY, in any case.
Result<void> MatrixMarketReader::read_banner(std::string_view line) {
  LineNumbers words(line);
  const auto wrong = [&](const std::string& what) { return fail(ErrorCode::unsupported, what, line_, words.column()); };
  if (!equal_in_any_case(words.word(), matrix_market_banner))
    return wrong("a MatrixMarket file begins with %%MatrixMarket");
  if (const auto object = words.word(); !equal_in_any_case(object, "matrix")) {
    return wrong("object " + quote(object) + " is not 'matrix'");
  }
  if (const auto form = words.word(); !equal_in_any_case(form, "coordinate")) {
    return wrong("format " + quote(form) + " is not 'coordinate': edges are read from sparse matrices");
  }
  const auto field = words.word();
  const bool pattern = equal_in_any_case(field, "pattern"), is_complex = equal_in_any_case(field, "complex");
  if (!pattern && !is_complex && !equal_in_any_case(field, "real") && !equal_in_any_case(field, "integer")) {
    return wrong("field " + quote(field) + " is not one of real, integer, complex and pattern");
  }
  values_ = pattern ? 0 : is_complex ? 2 : 1;
  const auto symmetry = words.word();
  skew_ = equal_in_any_case(symmetry, "skew-symmetric");
  symmetric_ = skew_ || equal_in_any_case(symmetry, "symmetric") || equal_in_any_case(symmetry, "hermitian");
  if (!symmetric_ && !equal_in_any_case(symmetry, "general")) {
    return wrong("symmetry " + quote(symmetry) + " is not one of general, symmetric, skew-symmetric and hermitian");
  }
  return {};
}

Result<void> MatrixMarketReader::read_sizes(std::string_view line) {
  const auto numbers = numbers_of(line);
  if (!numbers || numbers->size() != 3) {
    return fail(ErrorCode::malformed, quote(line) + " is not the numbers of rows, columns and entries", line_);
  }
  sizes_ = {(*numbers)[0], (*numbers)[1]};
  entries_ = (*numbers)[2];
  sized_ = true;
  if (sizes_[0] != sizes_[1] && (symmetric_ || options_.ends->options().one_type())) {
    const std::string size = std::to_string(sizes_[0]) + " × " + std::to_string(sizes_[1]);
    if (symmetric_) return fail(ErrorCode::malformed, "a symmetric matrix must be square, not " + size, line_);
    return fail(ErrorCode::unsupported,
                "a matrix of " + size + " has nodes of two types; name them, as in row:entry:column=FILE", line_);
  }
  for (std::size_t end = 0; end < 2; ++end) {
    const IdLimit& limit = options_.limits[end];
    if (sizes_[end] <= limit.count) continue;
    return fail(
        ErrorCode::out_of_range,
        std::to_string(sizes_[end]) + " nodes are more than " + std::to_string(limit.count) + ", " + limit.count_of,
        line_);
  }
  if (!sink_.note) return {};
  std::string note = "read as a MatrixMarket file: entry i j is an edge from i − 1 to j − 1";
  if (values_ > 0) note += ", its value is ignored";
  if (symmetric_) {
    note += options_.undirected == UndirectedEdges::both
                ? "; symmetric: in both directions"
                : "; symmetric: entries are written once (--undirected both: in both directions)";
  }
  sink_.note(note);
  return {};
}

Result<void> MatrixMarketReader::read_entry(std::string_view line) {
  LineNumbers words(line);
  std::array<std::int64_t, 2> ends{};
  for (std::size_t end = 0; end < 2; ++end) {
    const auto id = words.next();
    if (id && *id >= 1 && *id <= sizes_[end]) {
      ends[end] = *id;
      continue;
    }
    const auto from = static_cast<std::size_t>(words.column() - 1);
    const std::string_view word = line.substr(from, line.find_first_of(" \t", from) - from);
    return fail(id ? ErrorCode::out_of_range : ErrorCode::malformed,
                std::string(end == 0 ? "row " : "column ") + (word.empty() ? "is missing" : quote(word)) +
                    (word.empty() ? "" : " is not one of 1 to " + std::to_string(sizes_[end])),
                line_, words.column());
  }
  for (int i = 0; i < values_; ++i) {
    const auto value = words.word();
    if (looks_like_number(value)) continue;
    return fail(ErrorCode::malformed,
                value.empty() ? "the value of the entry is missing" : quote(value) + " is not a number", line_,
                words.column());
  }
  if (!words.done()) {
    const auto more = words.word();
    return fail(ErrorCode::malformed, quote(more) + " follows the entry", line_, words.column());
  }
  if (++read_ > entries_) {
    return fail(ErrorCode::malformed, "more than the " + std::to_string(entries_) + " entries that were announced",
                line_);
  }
  if (symmetric_ && ends[0] < ends[1]) {
    return fail(ErrorCode::malformed,
                "the entry is above the diagonal, but a symmetric matrix lists only entries on or below it", line_);
  }
  if (skew_ && ends[0] == ends[1]) {
    return fail(ErrorCode::malformed, "the entry is on the diagonal, which is zero in a skew-symmetric matrix", line_);
  }
  if (auto ok = pairs_.add(ends[0] - 1, ends[1] - 1); !ok) return ok;
  const bool both = symmetric_ && ends[0] != ends[1] && options_.undirected == UndirectedEdges::both;
  return both ? pairs_.add(ends[1] - 1, ends[0] - 1) : Result<void>();
}

Result<void> MatrixMarketReader::read_lines(std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t newline = lines.find('\n');
    const std::string_view line = without_return(lines.substr(0, newline));
    lines.remove_prefix(newline + 1);
    ++line_;
    Result<void> ok;
    if (line_ == 1) {
      ok = read_banner(line);
    } else if (!line.starts_with('%') && !LineNumbers(line).done()) {
      ok = sized_ ? read_entry(line) : read_sizes(line);
    }
    if (!ok) return ok;
  }
  return {};
}

Result<void> MatrixMarketReader::feed(std::string_view bytes) {
  return lines_.feed(bytes, [&](std::string_view lines) { return read_lines(lines); });
}

Result<void> MatrixMarketReader::finish() {
  if (auto ok = lines_.finish([&](std::string_view lines) { return read_lines(lines); }); !ok) return ok;
  if (!sized_) return fail(ErrorCode::empty, "no numbers of rows, columns and entries");
  if (read_ != entries_) {
    return fail(ErrorCode::malformed,
                std::to_string(entries_) + " entries are announced, and " + std::to_string(read_) + " found");
  }
  return pairs_.flush();
}

}  // namespace tuplepack::formats
