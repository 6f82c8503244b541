#pragma once

#include "formats/text/counted_lines.hpp"
#include "formats/text/line_stream.hpp"
#include "pair_blocks.hpp"
#include "tuplepack/formats/edges/edge_text.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tuplepack::formats {

/// The first line of a graph of METIS: "n m [fmt [ncon]]".
struct MetisCounts {
  std::int64_t nodes = 0;
  std::int64_t edges = 0;            ///< without a direction
  std::int64_t numbers_of_node = 0;  ///< before the neighbours of a node: its size and weights
  bool has_edge_weights = false;     ///< after every neighbour
};

/// None if a line is not such a one.
[[nodiscard]] std::optional<MetisCounts> metis_counts(std::string_view line);

/// Whether text is a graph of METIS: it has the counts of its first line, and every edge is in the lines of both ends, as
/// far as the text goes. None while too little of it is known.
/// text   up to 1 MiB
/// whole  this is all
[[nodiscard]] std::optional<bool> is_metis(std::string_view text, bool whole);

/// Reads a graph of METIS, Chaco and KaHIP: the neighbours of node 1, 2, … in a line each.
class MetisReader {
 public:
  MetisReader(const EdgeTextOptions& options, const EdgeTextSink& sink);
  [[nodiscard]] Result<void> feed(std::string_view bytes);
  [[nodiscard]] Result<void> finish();
  [[nodiscard]] std::array<std::int64_t, 2> nodes() const { return {counts_.nodes, counts_.nodes}; }

 private:
  EdgeTextOptions options_;
  EdgeTextSink sink_;
  PairBlocks pairs_;
  LineStream lines_;
  std::int64_t line_ = 0;
  bool begun_ = false;
  MetisCounts counts_;
  std::int64_t node_ = 0;                     // of the last line, from 1
  std::int64_t upwards_ = 0, downwards_ = 0;  // neighbours with a larger and with a smaller number

  [[nodiscard]] Result<void> read_lines(std::string_view lines);
  [[nodiscard]] Result<void> read_line(std::string_view line);
  [[nodiscard]] Result<void> read_counts(std::string_view line);
  [[nodiscard]] Result<void> read_neighbours(std::string_view line);
  [[nodiscard]] Result<void> add_neighbour(std::int64_t neighbour, std::int64_t column);
};

}  // namespace tuplepack::formats
