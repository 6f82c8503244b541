#include "inspection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tuplepack::cli {

/// Sums of the blocks of `group` × `group` entries.
static std::vector<std::int64_t> grouped_flow(const std::vector<std::int64_t>& flow, std::size_t parts,
                                              std::size_t group) {
  const std::size_t cells = (parts + group - 1) / group;
  std::vector<std::int64_t> sums(cells * cells);
  for (std::size_t i = 0; i < parts; ++i) {
    for (std::size_t j = 0; j < parts; ++j) sums[i / group * cells + j / group] += flow[i * parts + j];
  }
  return sums;
}

/// Four shades above none.
static std::string_view cell_shade(std::int64_t number, std::int64_t most) {
  static constexpr std::array<std::string_view, 5> shades = {" ", "░", "▒", "▓", "█"};
  if (number == 0) return shades[0];
  const double share = static_cast<double>(number) / static_cast<double>(most);
  return shades[std::clamp<std::size_t>(static_cast<std::size_t>(share * 4) + 1, 1, 4)];
}

/// "3", or "48–63" where parts share a row.
static std::string row_label(std::size_t row, std::size_t group, std::size_t parts) {
  const std::size_t last = std::min(row * group + group, parts) - 1;
  return group == 1 ? fmt::format("{}", row) : fmt::format("{}–{}", row * group, last);
}

static std::size_t label_width(std::size_t group, std::size_t parts) {
  const std::size_t digits = fmt::format("{}", parts - 1).size();
  return group == 1 ? digits : 2 * digits + 1;
}

std::string matrix_text(const std::vector<std::int64_t>& flow, std::size_t parts, std::size_t width) {
  constexpr std::size_t frame = 5;  // the margin, a blank and the two sides
  std::size_t group = 1;
  while ((parts + group - 1) / group + label_width(group, parts) + frame > std::max<std::size_t>(width, 20)) ++group;
  const std::size_t cells = (parts + group - 1) / group, labels = label_width(group, parts);
  const std::size_t wide = 2 * cells + labels + frame <= width ? 2 : 1;  // square cells where there is room
  const std::vector<std::int64_t> sums = grouped_flow(flow, parts, group);
  const std::int64_t most = *std::max_element(sums.begin(), sums.end());
  std::string text, edge;
  for (std::size_t i = 0; i < cells * wide; ++i) edge += "─";
  text += fmt::format("  {:>{}} ┌{}┐\n", "", labels, edge);
  for (std::size_t i = 0; i < cells; ++i) {
    text += fmt::format("  {:>{}} │", row_label(i, group, parts), labels);
    for (std::size_t j = 0; j < cells; ++j) {
      const std::string_view cell = i == j && group == 1 ? "·" : cell_shade(sums[i * cells + j], most);
      for (std::size_t c = 0; c < wide; ++c) text += cell;
    }
    text += "│\n";
  }
  text += fmt::format("  {:>{}} └{}┘\n", "", labels, edge);
  const std::string_view what = group == 1 ? "part" : "group of parts";
  return text +
         fmt::format("  rows: source {0}, columns: destination {0}; █ = up to {1}\n", what, counted(most, "edge"));
}

}  // namespace tuplepack::cli
