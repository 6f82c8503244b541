#pragma once

#include "formats/text/counted_lines.hpp"
#include "formats/text/line_stream.hpp"
#include "pair_blocks.hpp"
#include "tuplepack/formats/edges/edge_text.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace tuplepack::formats {

/// The first word of MatrixMarket's files.
inline constexpr std::string_view matrix_market_banner = "%%MatrixMarket";

/// Reads a sparse matrix of MatrixMarket (Boisvert, Pozo, Remington 1996): an edge from row to column for each entry.
class MatrixMarketReader {
 public:
  MatrixMarketReader(const EdgeTextOptions& options, const EdgeTextSink& sink);
  [[nodiscard]] Result<void> feed(std::string_view bytes);
  [[nodiscard]] Result<void> finish();
  [[nodiscard]] std::array<std::int64_t, 2> nodes() const { return sizes_; }

 private:
  EdgeTextOptions options_;
  EdgeTextSink sink_;
  PairBlocks pairs_;
  LineStream lines_;
  std::int64_t line_ = 0;
  int values_ = 0;  // after the two ids of an entry
  bool symmetric_ = false, skew_ = false;
  bool sized_ = false;  // the line of sizes was read
  std::array<std::int64_t, 2> sizes_{};
  std::int64_t entries_ = 0, read_ = 0;

  [[nodiscard]] Result<void> read_lines(std::string_view lines);
  [[nodiscard]] Result<void> read_banner(std::string_view line);
  [[nodiscard]] Result<void> read_sizes(std::string_view line);
  [[nodiscard]] Result<void> read_entry(std::string_view line);
};

}  // namespace tuplepack::formats
