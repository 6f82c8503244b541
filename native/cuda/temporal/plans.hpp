#pragma once

#include "cuda/device/launch_shape.hpp"

/// The launches of the kernels in this folder.
namespace tuplepack::cuda {

/// Copies of rows: a block takes a tile of whole rows, piece by piece, each thread some pieces at once.
struct RowTiles {
  int piece = 4;            ///< bytes read at a time: 4, 8 or 16
  std::int64_t pieces = 0;  ///< in a row
  std::int64_t rows = 1;    ///< in a tile
  std::int64_t tiles = 0;

  static constexpr int threads = 256;
  static constexpr int pieces_at_once = 8;  ///< that a thread has on their way
};

/// width, from, to   of the rows, and the addresses of the first ones; multiples of 4
/// halved            rows become half as wide, and `to` is a multiple of 2
/// result            no tiles for rows without bytes
[[nodiscard]] constexpr RowTiles row_tiles(std::int64_t count, std::int64_t width, std::uintptr_t from,
                                           std::uintptr_t to, bool halved) {
  if (width == 0) return {};
  const std::uintptr_t multiples = static_cast<std::uintptr_t>(width) | from | (halved ? 2 * to : to);
  RowTiles tiles;
  while (tiles.piece < 16 && multiples % (2 * static_cast<std::uintptr_t>(tiles.piece)) == 0) tiles.piece *= 2;
  tiles.pieces = width / tiles.piece;
  tiles.rows = std::max<std::int64_t>(1, std::int64_t{RowTiles::threads} * RowTiles::pieces_at_once / tiles.pieces);
  tiles.tiles = quotient_up(count, tiles.rows);
  return tiles;
}

/// gather_zero_copy: a warp per row.
inline constexpr int line_warps = 8;
inline constexpr std::int64_t line_bytes = 128;

/// unique_inverse: a thread takes several ids, or one word of bits; a tile is the words of a block. One block
/// adds up the tiles.
inline constexpr int unique_threads = 256;
inline constexpr int ids_per_thread = 8;

struct UniquePlan {
  std::int64_t id_blocks = 0;
  std::int64_t words = 0;  ///< of bits: for the ids of the table when they are sorted, else for the places of the batch
  bool sorted = false;

  [[nodiscard]] constexpr std::int64_t tiles() const { return quotient_up(words, unique_threads); }
  [[nodiscard]] constexpr std::int64_t bits_bytes() const { return multiple_up(4 * words, 16); }
  [[nodiscard]] constexpr std::int64_t sums_bytes() const { return multiple_up(4 * tiles(), 16); }
  [[nodiscard]] constexpr std::int64_t workspace_bytes() const {
    return bits_bytes() + sums_bytes() + (sorted ? 8 * words : 0);  // the bits again, with their ranks
  }
};
[[nodiscard]] constexpr UniquePlan unique_plan(std::int64_t ids, std::int64_t table_size, bool sorted) {
  return {.id_blocks = quotient_up(ids, std::int64_t{unique_threads} * ids_per_thread),
          .words = quotient_up(sorted ? table_size : ids, 32),
          .sorted = sorted};
}

/// find_sources: a tile is an id for each thread of a block.
[[nodiscard]] constexpr std::int64_t source_tiles(std::int64_t ids) {
  return quotient_up(ids, unique_threads);
}

/// multiply: a block has a tile of so many values on each side, its threads are a square.
struct ProductTiles {
  std::int64_t rows = 0;  ///< tiles one below the other
  std::int64_t columns = 0;

  static constexpr int side = 64;
  static constexpr int step = 16;  ///< inputs at a time
  static constexpr int threads = 256;
  static constexpr int lane_rows = 16;  ///< threads on a side of the square
};
[[nodiscard]] constexpr ProductTiles product_tiles(std::int64_t rows, std::int64_t columns) {
  return {.rows = quotient_up(rows, ProductTiles::side), .columns = quotient_up(columns, ProductTiles::side)};
}

/// The step like TGN's: a thread for each value, or a warp for each sum over values of a row.
inline constexpr int tgn_threads = 256;

}  // namespace tuplepack::cuda
