#include "unread_edge_lines.hpp"

#include "metis_text.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace tuplepack::formats {

namespace {

struct WordLine {
  std::int64_t number = 0;  // from 1
  std::string_view text;
  std::vector<std::string_view> words{};
};

}  // namespace

/// Whole lines that are neither empty nor a comment.
static std::vector<WordLine> first_lines(std::string_view text) {
  constexpr std::size_t enough = 1000;
  std::vector<WordLine> lines;
  std::int64_t number = 0;
  for (std::size_t end = 0; lines.size() < enough; text.remove_prefix(end + 1)) {
    end = text.find('\n');
    if (end == std::string_view::npos) break;
    WordLine line{.number = ++number, .text = without_return(text.substr(0, end))};
    if (line.text.starts_with('#') || line.text.starts_with('%')) continue;
    LineNumbers words(line.text);
    for (auto word = words.word(); !word.empty(); word = words.word()) line.words.push_back(word);
    if (!line.words.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

/// Lines of neighbours after one of counts: of nodes that there are, or as many as these.
static bool may_be_metis(const std::vector<WordLine>& lines, const MetisCounts& counts) {
  const auto is_node = [&](std::int64_t id) { return id >= 1 && id <= counts.nodes; };
  const auto following = static_cast<std::int64_t>(lines.size()) - 1;
  return counts.nodes >= 1 && counts.edges >= 1 && following <= counts.nodes &&
         std::all_of(lines.begin() + 1, lines.end(), [&](const WordLine& line) {
           const auto numbers = numbers_of(line.text);
           return numbers && (following == counts.nodes || std::all_of(numbers->begin(), numbers->end(), is_node));
         });
}

/// "4 4 5" before five lines of two words.
static bool may_be_matrix(const std::vector<WordLine>& lines) {
  const auto numbers = numbers_of(lines.front().text);
  return numbers && numbers->size() == 3 && (*numbers)[2] == static_cast<std::int64_t>(lines.size()) - 1 &&
         std::all_of(lines.begin() + 1, lines.end(), [](const WordLine& line) { return line.words.size() == 2; });
}

/// A line for each node, some with several neighbours and others with none, or with fewer.
static bool may_be_adjacency(const std::vector<WordLine>& lines) {
  std::set<std::string_view> nodes;
  constexpr std::size_t wide = 4;  // an edge with an attribute has three
  std::size_t fewest = lines.front().words.size(), most = fewest;
  for (const WordLine& line : lines) {
    if (!nodes.insert(line.words.front()).second) return false;
    fewest = std::min(fewest, line.words.size());
    most = std::max(most, line.words.size());
  }
  return most > 2 && (fewest == 1 || (fewest == 2 && most >= wide));
}

static std::string lengths(const WordLine& first, const WordLine& other) {
  const std::size_t words = other.words.size();
  return std::to_string(words) + (words == 1 ? " word" : " words") + ", but line " + std::to_string(first.number) +
         " has " + std::to_string(first.words.size());
}

std::optional<Error> unread_edge_lines(std::string_view text) {
  const std::vector<WordLine> lines = first_lines(text);
  if (lines.empty()) return std::nullopt;
  const auto error = [](ErrorCode code, std::string message, const WordLine& line) {
    return Error{.code = code, .message = std::move(message), .line = line.number};
  };
  const auto other = std::find_if(lines.begin(), lines.end(), [&](const WordLine& line) {
    return line.words.size() != lines.front().words.size();
  });
  if (other == lines.end()) return std::nullopt;
  if (std::any_of(lines.begin(), lines.end(),
                  [](const WordLine& line) { return line.text.find_first_of(",;\"") != std::string_view::npos; })) {
    return std::nullopt;
  }
  if (const auto counts = metis_counts(lines.front().text); counts && may_be_metis(lines, *counts)) {
    return error(ErrorCode::malformed,
                 lengths(lines.front(), *other) +
                     "; if this is a graph of METIS, it is cut off or damaged: its first line "
                     "declares " +
                     std::to_string(counts->nodes) + " nodes and " + std::to_string(counts->edges) +
                     " edges (--format metis tells more)",
                 *other);
  }
  if (may_be_matrix(lines)) {
    return error(ErrorCode::malformed,
                 lengths(lines.front(), *other) +
                     "; if this is a matrix of MatrixMarket, its first line is missing: "
                     "%%MatrixMarket matrix coordinate pattern general",
                 *other);
  }
  if (may_be_adjacency(lines)) {
    return error(ErrorCode::unsupported,
                 lengths(lines.front(), *other) +
                     "; if these are lists of neighbours, write a line for each edge, with "
                     "networkx by write_edgelist(graph, file, data=False)",
                 *other);
  }
  return std::nullopt;
}

}  // namespace tuplepack::formats
