#include "metis_text.hpp"

#include "formats/text/text.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace tuplepack::formats {

static bool is_comment(std::string_view line) {
  return line.starts_with('%');
}

std::optional<MetisCounts> metis_counts(std::string_view line) {
  const auto numbers = numbers_of(line);
  if (!numbers || numbers->size() < 2 || numbers->size() > 4) return std::nullopt;
  MetisCounts counts{.nodes = (*numbers)[0], .edges = (*numbers)[1]};
  const std::int64_t form = numbers->size() > 2 ? (*numbers)[2] : 0;  // digits: sizes, weights of nodes, of edges
  const bool has_sizes = form / 100 == 1, has_weights = form / 10 % 10 == 1;
  if (form > 111 || form / 10 % 10 > 1 || form % 10 > 1) return std::nullopt;
  const std::int64_t constraints = numbers->size() > 3 ? (*numbers)[3] : 1;
  counts.numbers_of_node = (has_sizes ? 1 : 0) + (has_weights ? constraints : 0);
  counts.has_edge_weights = form % 10 == 1;
  return counts;
}

// ---- whether it is one ----

/// The neighbours in a line; none if it is not one of neighbours.
static std::optional<std::vector<std::int64_t>> neighbours_in(std::string_view line, const MetisCounts& counts) {
  const auto numbers = numbers_of(line);
  const auto skipped = static_cast<std::size_t>(counts.numbers_of_node);
  if (!numbers || numbers->size() < skipped) return std::nullopt;
  const std::size_t step = counts.has_edge_weights ? 2 : 1;
  if ((numbers->size() - skipped) % step != 0) return std::nullopt;
  std::vector<std::int64_t> neighbours;
  for (std::size_t i = skipped; i < numbers->size(); i += step) neighbours.push_back((*numbers)[i]);
  return neighbours;
}

/// Whether edges between nodes whose lines are there are in both of these.
static bool is_symmetric(std::vector<std::vector<std::int64_t>>& lists) {
  for (auto& list : lists) std::sort(list.begin(), list.end());
  const auto known = static_cast<std::int64_t>(lists.size());
  for (std::int64_t node = 1; node <= known; ++node) {
    for (const std::int64_t other : lists[static_cast<std::size_t>(node - 1)]) {
      if (other > known) continue;
      const auto& back = lists[static_cast<std::size_t>(other - 1)];
      if (!std::binary_search(back.begin(), back.end(), node)) return false;
    }
  }
  return true;
}

std::optional<bool> is_metis(std::string_view text, bool whole) {
  constexpr std::size_t enough = std::size_t{1} << 20;
  constexpr std::int64_t min_without_edges = 2;  // lines, which are empty; after "1 0" one may just be there
  std::optional<MetisCounts> counts;
  std::vector<std::vector<std::int64_t>> lists;
  std::int64_t listed = 0;
  const bool all = whole;
  whole = whole || text.size() >= enough;
  while (!text.empty()) {
    const std::size_t newline = text.find('\n');
    if (newline == std::string_view::npos && !all) break;
    const std::string_view line = without_return(text.substr(0, newline));
    text.remove_prefix(std::min(newline, text.size() - 1) + 1);
    if (is_comment(line) || (!counts && LineNumbers(line).done())) continue;
    if (!counts) {
      counts = metis_counts(line);
      if (!counts || counts->nodes < (counts->edges == 0 ? min_without_edges : 1)) return false;
      continue;
    }
    if (static_cast<std::int64_t>(lists.size()) == counts->nodes) {
      if (!LineNumbers(line).done()) return false;
      continue;
    }
    auto neighbours = neighbours_in(line, *counts);
    if (!neighbours) return false;
    const auto node = static_cast<std::int64_t>(lists.size()) + 1;
    for (const std::int64_t other : *neighbours) {
      if (other < 1 || other > counts->nodes || other == node) return false;
    }
    listed += static_cast<std::int64_t>(neighbours->size());
    lists.push_back(std::move(*neighbours));
  }
  if (!counts) return whole ? std::optional(false) : std::nullopt;
  if (listed > 2 * counts->edges || !is_symmetric(lists)) return false;
  if (all) return static_cast<std::int64_t>(lists.size()) == counts->nodes && listed == 2 * counts->edges;
  return whole ? std::optional(true) : std::nullopt;
}

// ---- the reader ----

MetisReader::MetisReader(const EdgeTextOptions& options, const EdgeTextSink& sink)
    : options_(options), sink_(sink), pairs_(sink.pairs) {}

Result<void> MetisReader::read_counts(std::string_view line) {
  const auto counts = metis_counts(line);
  if (!counts) {
    return fail(ErrorCode::malformed, quote(line) + " is not METIS's line of counts: nodes, edges, and perhaps a form",
                line_);
  }
  counts_ = *counts;
  begun_ = true;
  for (const IdLimit& limit : options_.limits) {
    if (counts_.nodes > limit.count) {
      return fail(
          ErrorCode::out_of_range,
          std::to_string(counts_.nodes) + " nodes are more than " + std::to_string(limit.count) + ", " + limit.count_of,
          line_);
    }
  }
  if (sink_.note) {
    const bool both = options_.undirected == UndirectedEdges::both;
    const bool weighted = counts_.has_edge_weights || counts_.numbers_of_node > 0;
    sink_.note("read as a graph of METIS (--format csv: as two columns); ids from 1 become ids from 0" +
               std::string(weighted ? ", weights are ignored" : "") + ", and each of the " +
               std::to_string(counts_.edges) + " undirected edges is written " +
               (both ? "in both directions" : "once (--undirected both: in both directions)"));
  }
  return {};
}

Result<void> MetisReader::add_neighbour(std::int64_t neighbour, std::int64_t column) {
  if (neighbour < 1 || neighbour > counts_.nodes) {
    return fail(
        ErrorCode::out_of_range,
        "neighbour " + std::to_string(neighbour) + " is not one of the nodes 1 to " + std::to_string(counts_.nodes),
        line_, column);
  }
  if (neighbour == node_) {
    return fail(ErrorCode::malformed,
                "node " + std::to_string(node_) + " is its own neighbour, which METIS does not allow", line_, column);
  }
  ++(neighbour > node_ ? upwards_ : downwards_);
  if (options_.undirected == UndirectedEdges::once && neighbour < node_) return {};
  return pairs_.add(node_ - 1, neighbour - 1);
}

Result<void> MetisReader::read_neighbours(std::string_view line) {
  LineNumbers numbers(line);
  if (node_ == counts_.nodes) {
    if (numbers.done()) return {};  // empty lines at the end
    return fail(ErrorCode::malformed, "a line follows those of the " + std::to_string(counts_.nodes) + " nodes", line_);
  }
  ++node_;
  const auto read = [&](std::string_view what) -> Result<std::int64_t> {
    if (const auto number = numbers.next()) return *number;
    const std::string_view word = line.substr(static_cast<std::size_t>(numbers.column() - 1));
    return fail(
        ErrorCode::malformed,
        word.empty() ? std::string(what) + " is missing" : quote(word.substr(0, word.find(' '))) + " is not an integer",
        line_, numbers.column());
  };
  for (std::int64_t i = 0; i < counts_.numbers_of_node; ++i) {
    if (auto number = read("a weight of the node"); !number) return tl::unexpected(number.error());
  }
  while (!numbers.done()) {
    const auto neighbour = read("a neighbour");
    if (!neighbour) return tl::unexpected(neighbour.error());
    if (auto ok = add_neighbour(*neighbour, numbers.column()); !ok) return ok;
    if (!counts_.has_edge_weights) continue;
    if (auto weight = read("the weight of an edge"); !weight) return tl::unexpected(weight.error());
  }
  return {};
}

Result<void> MetisReader::read_line(std::string_view line) {
  ++line_;
  if (is_comment(line)) return {};
  if (begun_) return read_neighbours(line);
  return LineNumbers(line).done() ? Result<void>() : read_counts(line);
}

Result<void> MetisReader::read_lines(std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t newline = lines.find('\n');
    if (auto ok = read_line(without_return(lines.substr(0, newline))); !ok) return ok;
    lines.remove_prefix(newline + 1);
  }
  return {};
}

Result<void> MetisReader::feed(std::string_view bytes) {
  return lines_.feed(bytes, [&](std::string_view lines) { return read_lines(lines); });
}

Result<void> MetisReader::finish() {
  if (auto ok = lines_.finish([&](std::string_view lines) { return read_lines(lines); }); !ok) return ok;
  if (!begun_) return fail(ErrorCode::empty, "no line of counts");
  if (node_ != counts_.nodes) {
    return fail(ErrorCode::malformed, "the first line declares " + std::to_string(counts_.nodes) + " nodes, but " +
                                          std::to_string(node_) + " lines of neighbours follow");
  }
  if (upwards_ != downwards_) {
    return fail(ErrorCode::malformed, "an edge is listed at one end only: METIS lists each at both");
  }
  if (upwards_ != counts_.edges) {
    return fail(ErrorCode::malformed, "the first line declares " + std::to_string(counts_.edges) + " edges, but " +
                                          std::to_string(upwards_) + " are listed");
  }
  return pairs_.flush();
}

}  // namespace tuplepack::formats
