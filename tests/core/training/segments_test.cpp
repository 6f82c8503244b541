#include "tuplepack/training/segments.hpp"

#include <doctest/doctest.h>

#include <random>

namespace tuplepack::tests::segments_test {

using namespace training;

namespace {

using Ids = std::vector<std::int32_t>;

struct Layout {
  Ids segment_ids, position_ids, cu_seqlens;
};

/// Lays a pack into memory that holds something else before.
Layout lay(const std::vector<std::int64_t>& lengths, std::int64_t stride, std::size_t capacity) {
  Layout layout{Ids(capacity, -7), Ids(capacity, -7), Ids(lengths.size() + 1, -7)};
  fill_segment_ids(lengths, stride, layout.segment_ids);
  fill_position_ids(lengths, stride, layout.position_ids);
  fill_cu_seqlens(lengths, stride, layout.cu_seqlens);
  return layout;
}

}  // namespace

TEST_CASE("items lie one after the other, and the rest is padding") {
  const Layout layout = lay({3, 2}, 1, 7);
  CHECK(layout.segment_ids == Ids{1, 1, 1, 2, 2, 0, 0});
  CHECK(layout.position_ids == Ids{0, 1, 2, 0, 1, 0, 0});
  CHECK(layout.cu_seqlens == Ids{0, 3, 5});
}

TEST_CASE("a stride leaves gaps, which cu_seqlens counts to the item before them") {
  const Layout layout = lay({3, 4, 1}, 4, 14);
  CHECK(layout.segment_ids == Ids{1, 1, 1, 0, 2, 2, 2, 2, 3, 0, 0, 0, 0, 0});
  CHECK(layout.position_ids == Ids{0, 1, 2, 0, 0, 1, 2, 3, 0, 0, 0, 0, 0, 0});
  CHECK(layout.cu_seqlens == Ids{0, 4, 8, 12});
}

TEST_CASE("empty items keep their number and take no room") {
  const Layout layout = lay({0, 2, 0, 1}, 1, 4);
  CHECK(layout.segment_ids == Ids{2, 2, 4, 0});
  CHECK(layout.position_ids == Ids{0, 1, 0, 0});
  CHECK(layout.cu_seqlens == Ids{0, 0, 2, 2, 3});
}

TEST_CASE("an empty pack is padding only") {
  const Layout layout = lay({}, 1, 3);
  CHECK(layout.segment_ids == Ids{0, 0, 0});
  CHECK(layout.position_ids == Ids{0, 0, 0});
  CHECK(layout.cu_seqlens == Ids{0});
}

TEST_CASE("a pack may be full to the brim, or hold nothing at all") {
  CHECK(lay({2, 2}, 2, 4).segment_ids == Ids{1, 1, 2, 2});
  CHECK(lay({0}, 8, 0).segment_ids.empty());
}

TEST_CASE("the three views of a random pack agree") {
  std::mt19937_64 random(11);
  for (int round = 0; round < 300; ++round) {
    const auto stride = static_cast<std::int64_t>(1 + random() % 5);
    std::vector<std::int64_t> lengths(static_cast<std::size_t>(random() % 6));
    std::int64_t used = 0;
    for (std::int64_t& length : lengths) {
      length = static_cast<std::int64_t>(random() % 9);
      while (used % stride != 0) ++used;
      used += length;
    }
    while (used % stride != 0) ++used;
    const auto capacity = static_cast<std::size_t>(used + static_cast<std::int64_t>(random() % 4));
    const Layout layout = lay(lengths, stride, capacity);
    Ids segments(capacity), positions(capacity);
    for (std::size_t j = 0; j < lengths.size(); ++j) {
      REQUIRE(layout.cu_seqlens[j] % stride == 0);
      for (std::int32_t i = 0; i < lengths[j]; ++i) {
        const auto at = static_cast<std::size_t>(layout.cu_seqlens[j] + i);
        segments[at] = static_cast<std::int32_t>(j) + 1;
        positions[at] = i;
      }
    }
    CHECK(layout.segment_ids == segments);
    CHECK(layout.position_ids == positions);
    CHECK(layout.cu_seqlens.back() == used);
  }
}

}  // namespace tuplepack::tests::segments_test
