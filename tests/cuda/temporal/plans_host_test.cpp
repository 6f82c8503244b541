#include "cuda/temporal/plans.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::plans_host_test {

using namespace tuplepack::cuda;

TEST_CASE("pieces are as large as width and addresses allow, and tiles are whole rows of some of them") {
  for (const std::int64_t width : {4, 8, 12, 16, 172 * 4, 1 << 20}) {
    for (std::uintptr_t from = 256; from < 272; from += 4) {
      for (std::uintptr_t to = 512; to < 528; to += 2) {
        for (const bool halved : {false, true}) {
          if (!halved && to % 4 != 0) continue;
          const RowTiles tiles = row_tiles(1000, width, from, to, halved);
          const auto piece = static_cast<std::uintptr_t>(tiles.piece);
          const std::uintptr_t written = halved ? piece / 2 : piece;
          const auto fits = [&](std::uintptr_t bytes) {
            return static_cast<std::uintptr_t>(width) % bytes == 0 && from % bytes == 0 &&
                   to % (halved ? bytes / 2 : bytes) == 0;
          };
          CAPTURE(width);
          CAPTURE(from);
          CAPTURE(to);
          CHECK(fits(piece));
          CHECK((piece == 16 || !fits(2 * piece)));
          CHECK(to % written == 0);
          CHECK(tiles.pieces * tiles.piece == width);
          CHECK(tiles.tiles * tiles.rows >= 1000);
          CHECK((tiles.tiles - 1) * tiles.rows < 1000);
          CHECK((tiles.rows == 1 || tiles.rows * tiles.pieces <= RowTiles::threads * RowTiles::pieces_at_once));
        }
      }
    }
  }
  CHECK(row_tiles(0, 4, 0, 0, false).tiles == 0);
  CHECK(row_tiles(100, 688, 0, 0, true).piece == 16);
}

TEST_CASE("the workspace of unique_inverse has all its parts, and sorted ids need it by the size of the table") {
  for (const std::int64_t ids : {0, 1, 31, 32, 33, 100003, 10000000}) {
    for (const std::int64_t table_size : {0, 1, 33, 2600000}) {
      const UniquePlan sorted = unique_plan(ids, table_size, true);
      CHECK(sorted.words * 32 >= table_size);
      CHECK((sorted.words - 1) * 32 < table_size);
      CHECK(sorted.tiles() * unique_threads >= sorted.words);
      CHECK(sorted.id_blocks * unique_threads * ids_per_thread >= ids);
      CHECK(sorted.workspace_bytes() >= 12 * sorted.words + 4 * sorted.tiles());
      const UniquePlan first = unique_plan(ids, table_size, false);
      CHECK(first.words * 32 >= ids);
      CHECK(first.workspace_bytes() >= 4 * first.words + 4 * first.tiles());
      CHECK(first.workspace_bytes() <= ids / 7 + 48);
    }
  }
}

}  // namespace tuplepack::tests::plans_host_test
