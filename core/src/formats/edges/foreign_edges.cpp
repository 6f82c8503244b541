#include "foreign_edges.hpp"

#include "formats/text/counted_lines.hpp"
#include "formats/text/text.hpp"

#include <algorithm>
#include <array>

namespace tuplepack::formats {

/// Takes a line from the front.
static std::string_view take_line(std::string_view& text) {
  const std::size_t newline = std::min(text.find('\n'), text.size());
  const std::string_view line = without_return(text.substr(0, newline));
  text.remove_prefix(std::min(newline + 1, text.size()));
  return line;
}

/// An object, or a list of lists, objects, texts or numbers: "[deleted]" may be a name.
static bool is_json_value(std::string_view text) {
  if (text.starts_with('{')) return true;
  if (!text.starts_with('[')) return false;
  const std::size_t inside = text.find_first_not_of(" \t\r\n", 1);
  return inside != std::string_view::npos &&
         std::string_view("[{\"-0123456789").find(text[inside]) != std::string_view::npos;
}

static bool is_xml(std::string_view text) {
  constexpr std::array<std::string_view, 4> tags{"<?xml", "<!", "<graphml", "<gexf"};
  return std::any_of(tags.begin(), tags.end(), [&](std::string_view tag) { return begins_in_any_case(text, tag); });
}

/// "*Vertices 3"
static bool is_pajek(std::string_view text) {
  constexpr std::array<std::string_view, 5> sections{"*vertices", "*network", "*arcs", "*edges", "*matrix"};
  return std::any_of(sections.begin(), sections.end(),
                     [&](std::string_view word) { return begins_in_any_case(text, word); });
}

/// "p edge 4 3" after lines of comment, "c …"
static bool is_dimacs(std::string_view text) {
  constexpr std::array<std::string_view, 8> problems{"edge", "col", "sp", "max", "min", "asn", "mat", "cut"};
  while (!text.empty()) {
    LineNumbers words(take_line(text));
    const std::string_view first = words.word();
    if (first == "c") continue;
    return first == "p" && std::find(problems.begin(), problems.end(), words.word()) != problems.end();
  }
  return false;
}

/// "graph [", or its head: Creator "…"
static bool is_gml(std::string_view text) {
  LineNumbers words(take_line(text));
  const std::string_view first = words.word();
  if (equal_in_any_case(first, "creator")) return words.word().starts_with('"');
  if (!equal_in_any_case(first, "graph")) return false;
  std::string_view next = words.word();
  if (next.empty()) next = take_line(text);
  return next.starts_with('[');
}

/// "digraph name {"
static bool is_dot(std::string_view text) {
  const std::string_view line = take_line(text);
  if (line.find('{') == std::string_view::npos) return false;
  LineNumbers words(line);
  std::string_view first = words.word();
  if (equal_in_any_case(first, "strict")) first = words.word();
  first = first.substr(0, first.find('{'));
  return equal_in_any_case(first, "graph") || equal_in_any_case(first, "digraph");
}

std::optional<std::string> foreign_edges(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  std::string_view what;
  if (is_json_value(text)) what = "JSON";
  if (is_xml(text)) what = "XML, such as GraphML or GEXF";
  if (is_pajek(text)) what = "a network of Pajek";
  if (is_dimacs(text)) what = "a graph of DIMACS";
  if (is_gml(text)) what = "GML";
  if (is_dot(text)) what = "DOT, the language of Graphviz";
  if (what.empty()) return std::nullopt;
  return "this is " + std::string(what) +
         "; write the edges as two columns, with networkx by write_edgelist(graph, file, data=False)";
}

}  // namespace tuplepack::formats
