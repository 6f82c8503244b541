#include "tuplepack/training/mask.hpp"

#include "training/listing1.hpp"
#include "training/random_segments.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace tuplepack::tests::mask_test {

using namespace training;

using tests::Random;

namespace {

using Ids = std::vector<std::int32_t>;
using Bytes = std::vector<std::uint8_t>;
constexpr float infinity = std::numeric_limits<float>::infinity();

std::vector<MaskOptions> all_options() {
  std::vector<MaskOptions> all;
  for (const bool causal : {false, true}) {
    for (const PaddingRows padding : {PaddingRows::none, PaddingRows::self, PaddingRows::block}) {
      all.push_back({.causal = causal, .padding = padding});
    }
  }
  return all;
}

std::size_t size(std::int64_t entries) {
  return static_cast<std::size_t>(entries);
}

std::vector<std::uint8_t> boolean_mask(const Ids& ids, PackShape shape, const MaskOptions& options) {
  Bytes mask(ids.size() * size(shape.capacity), 7);
  fill_boolean_mask(ids, shape, options, mask);
  return mask;
}

std::vector<std::uint32_t> bit_mask(const Ids& ids, PackShape shape, const MaskOptions& options) {
  std::vector<std::uint32_t> mask(ids.size() * size((shape.capacity + 31) / 32), 0xdeadbeef);
  fill_bit_mask(ids, shape, options, mask);
  return mask;
}

/// 1 where an additive mask holds +0, 0 where it holds the fill, 2 elsewhere.
template <typename T>
Bytes additive_mask(const Ids& ids, PackShape shape, const MaskOptions& options) {
  std::vector<T> mask(ids.size() * size(shape.capacity), rounded_to<T>(123.0F));
  fill_additive_mask(ids, shape, options, std::span<T>(mask));
  Bytes read;
  read.reserve(mask.size());
  for (const T entry : mask) {
    const float value = to_arithmetic(entry);
    read.push_back(value == 0 && !std::signbit(value) ? 1 : value == to_arithmetic(additive_fill<T>(options)) ? 0 : 2);
  }
  return read;
}

Result<Ids> mask_ranges(const Ids& ids, PackShape shape, const MaskOptions& options) {
  Ids ranges(2 * ids.size(), -7);
  if (auto filled = fill_mask_ranges(ids, shape, options, ranges); !filled) return tl::unexpected(filled.error());
  return ranges;
}

struct Tables {
  Ids partial_counts, partial_blocks, full_counts, full_blocks;
  bool operator==(const Tables&) const = default;
};

Tables empty_tables(PackShape shape, std::int64_t block) {
  const std::size_t blocks = size((shape.capacity + block - 1) / block);
  const std::size_t rows = size(shape.packs) * blocks;
  return {Ids(rows, -7), Ids(rows * blocks, -7), Ids(rows, -7), Ids(rows * blocks, -7)};
}

Tables block_tables(const Ids& ids, PackShape shape, const MaskOptions& options, std::int64_t block) {
  Tables tables = empty_tables(shape, block);
  fill_block_tables(ids, shape, options, block,
                    {.partial_counts = tables.partial_counts,
                     .partial_blocks = tables.partial_blocks,
                     .full_counts = tables.full_counts,
                     .full_blocks = tables.full_blocks});
  return tables;
}

/// The keys for which `is_listed`, then the others.
void append_list(const std::vector<bool>& is_listed, Ids& counts, Ids& blocks) {
  counts.push_back(static_cast<std::int32_t>(std::count(is_listed.begin(), is_listed.end(), true)));
  for (const bool listed : {true, false}) {
    for (std::size_t key = 0; key < is_listed.size(); ++key) {
      if (is_listed[key] == listed) blocks.push_back(static_cast<std::int32_t>(key));
    }
  }
}

/// The tables by looking at every pair of positions.
Tables tables_of(const Bytes& mask, PackShape shape, std::int64_t block) {
  Tables tables;
  const std::int64_t s = shape.capacity;
  const std::int64_t blocks = (s + block - 1) / block;
  for (std::int64_t row = 0; row < shape.packs * blocks; ++row) {
    std::vector<bool> partial, full;
    for (std::int64_t key_block = 0; key_block < blocks; ++key_block) {
      std::int64_t attended = 0;
      for (std::int64_t i = row % blocks * block; i < std::min((row % blocks + 1) * block, s); ++i) {
        for (std::int64_t j = key_block * block; j < std::min((key_block + 1) * block, s); ++j) {
          attended += mask[size((row / blocks * s + i) * s + j)];
        }
      }
      full.push_back(attended == block * block);
      partial.push_back(attended > 0 && attended < block * block);
    }
    append_list(partial, tables.partial_counts, tables.partial_blocks);
    append_list(full, tables.full_counts, tables.full_blocks);
  }
  return tables;
}

}  // namespace

TEST_CASE("a pack of two segments and padding by hand") {
  const Ids ids{1, 1, 2, 0, 0};
  const PackShape shape{.packs = 1, .capacity = 5, .segments = 2};
  CHECK(boolean_mask(ids, shape, {}) == Bytes{1, 1, 0, 0, 0,  //
                                              1, 1, 0, 0, 0,  //
                                              0, 0, 1, 0, 0,  //
                                              0, 0, 0, 1, 0,  //
                                              0, 0, 0, 0, 1});
  CHECK(boolean_mask(ids, shape, {.causal = true, .padding = PaddingRows::none}) == Bytes{1, 0, 0, 0, 0,  //
                                                                                          1, 1, 0, 0, 0,  //
                                                                                          0, 0, 1, 0, 0,  //
                                                                                          0, 0, 0, 0, 0,  //
                                                                                          0, 0, 0, 0, 0});
  CHECK(bit_mask(ids, shape, {.padding = PaddingRows::block}) == std::vector<std::uint32_t>{3, 3, 4, 24, 24});
  CHECK(*mask_ranges(ids, shape, {}) == Ids{0, 2, 0, 2, 2, 3, 3, 4, 4, 5});
  CHECK(*mask_ranges(ids, shape, {.padding = PaddingRows::none}) == Ids{0, 2, 0, 2, 2, 3, 3, 3, 4, 4});
  CHECK(*mask_ranges(ids, shape, {.causal = true, .padding = PaddingRows::block}) == Ids{0, 1, 0, 2, 2, 3, 3, 4, 3, 5});
  std::vector<float> mask(25);
  fill_additive_mask(ids, shape, {.fill = -5}, std::span<float>(mask));
  CHECK(std::vector<float>(mask.begin() + 10, mask.begin() + 15) == std::vector<float>{-5, -5, 0, -5, -5});
}

TEST_CASE("block tables by hand") {
  // Blocks of two: {1,1} {1,1} {2,0} {0}; the last one reaches past the end.
  const Tables tables = block_tables({1, 1, 1, 1, 2, 0, 0}, {.packs = 1, .capacity = 7, .segments = 2}, {}, 2);
  CHECK(tables.partial_counts == Ids{0, 0, 1, 1});
  CHECK(tables.partial_blocks == Ids{0, 1, 2, 3, 0, 1, 2, 3, 2, 0, 1, 3, 3, 0, 1, 2});
  CHECK(tables.full_counts == Ids{2, 2, 0, 0});
  CHECK(tables.full_blocks == Ids{0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3});
}

TEST_CASE("all forms of the mask of random segments say what the definition does") {
  Random random(7);
  const std::vector<MaskOptions> options = all_options();
  for (int round = 0; round < 180; ++round) {
    PackShape shape = tests::random_shape(random, 70);
    if (round % 10 == 0) shape.capacity = 32 * random.between(1, 3);
    const Ids ids = tests::random_segments(random, shape, tests::all_orders[round % 3]);
    const MaskOptions& wanted = options[static_cast<std::size_t>(round) / 3 % options.size()];
    const Bytes expected = tests::attention(ids, shape, wanted);
    CHECK(boolean_mask(ids, shape, wanted) == expected);
    CHECK(additive_mask<float>(ids, shape, wanted) == expected);
    CHECK(additive_mask<Float16>(ids, shape, wanted) == expected);
    CHECK(additive_mask<BFloat16>(ids, shape, wanted) == expected);

    const std::size_t s = size(shape.capacity);
    const std::size_t words = (s + 31) / 32;
    const auto bits = bit_mask(ids, shape, wanted);
    std::vector<std::uint32_t> expected_bits(ids.size() * words);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      expected_bits[i / s * words + i % s / 32] |= std::uint32_t{expected[i]} << i % s % 32;
    }
    CHECK(bits == expected_bits);

    const std::int64_t block = round % 4 == 0 ? 1 : random.between(1, 20);
    CHECK(block_tables(ids, shape, wanted, block) == tables_of(expected, shape, block));

    int wrong = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const std::size_t row = i / s;
      const bool attended = attends(ids[row], ids[row / s * s + i % s], static_cast<std::int64_t>(row % s),
                                    static_cast<std::int64_t>(i % s), wanted.causal, wanted.padding);
      if (attended != (expected[i] == 1)) ++wrong;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("ranges of random runs hold what is attended to, and no more") {
  Random random(8);
  const std::vector<MaskOptions> options = all_options();
  int compared = 0;
  for (int round = 0; round < 300; ++round) {
    const PackShape shape = tests::random_shape(random, 40);
    const Ids ids = tests::random_segments(random, shape, tests::all_orders[1 + round % 2]);
    const MaskOptions& wanted = options[static_cast<std::size_t>(round) % options.size()];
    const auto ranges = mask_ranges(ids, shape, wanted);
    if (!ranges) {
      CHECK(wanted.padding == PaddingRows::block);
      CHECK(ranges.error().code == ErrorCode::not_contiguous);
      continue;
    }
    const Bytes mask = tests::attention(ids, shape, wanted);
    const auto s = static_cast<std::int64_t>(shape.capacity);
    int wrong = 0;
    for (std::int64_t row = 0; row < shape.packs * s; ++row) {
      const std::int32_t lo = (*ranges)[size(2 * row)];
      const std::int32_t hi = (*ranges)[size(2 * row + 1)];
      if (lo == hi && lo != row % s) ++wrong;
      for (std::int64_t j = 0; j < s; ++j) {
        if ((j >= lo && j < hi) != (mask[size(row * s + j)] == 1)) ++wrong;
      }
    }
    CHECK(wrong == 0);
    ++compared;
  }
  CHECK(compared > 200);
}

TEST_CASE("ranges of what is not one run are refused") {
  const PackShape shape{.packs = 2, .capacity = 4, .segments = 2};
  const auto error = [&](const Ids& ids, const MaskOptions& options) {
    const auto ranges = mask_ranges(ids, shape, options);
    REQUIRE_FALSE(ranges);
    return ranges.error();
  };
  const Error scattered = error({1, 1, 2, 2, 1, 2, 1, 0}, {});
  CHECK(scattered.code == ErrorCode::not_contiguous);
  CHECK(scattered.message == "pack 1 has a segment in more than one run");
  const Error padding = error({0, 1, 1, 0, 1, 2, 2, 0}, {.padding = PaddingRows::block});
  CHECK(padding.code == ErrorCode::not_contiguous);
  CHECK(padding.message == "pack 0 has its padding in more than one run");
  CHECK(mask_ranges({0, 1, 1, 0, 1, 2, 2, 0}, shape, {}));
  CHECK(error({1, 1, 2, 2, 1, 2, 3, 0}, {}).code == ErrorCode::out_of_range);
}

TEST_CASE("ids need not be small or positive where only equality matters") {
  const Ids ids{-3, 1'000'000, -3, 0};
  const PackShape shape{.packs = 1, .capacity = 4, .segments = 0};
  const Bytes expected{1, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1};
  CHECK(boolean_mask(ids, shape, {}) == expected);
  CHECK(block_tables(ids, shape, {}, 2) == tables_of(expected, shape, 2));
}

TEST_CASE("the fill is rounded to the mask's type and stays finite if it was") {
  const auto fill16 = [](float fill) { return to_float(additive_fill<Float16>({.fill = fill})); };
  const auto brain = [](float fill) { return to_float(additive_fill<BFloat16>({.fill = fill})); };
  const float lowest = std::numeric_limits<float>::lowest();
  CHECK(fill16(-infinity) == -infinity);
  CHECK(fill16(-1e9F) == -65504);
  CHECK(fill16(lowest) == -65504);
  CHECK(fill16(-65519.0F) == -65504);
  CHECK(fill16(-10000.0F) == -10000);
  CHECK(brain(-infinity) == -infinity);
  CHECK(brain(lowest) == -0x1.fep127F);
  CHECK(brain(-10000.0F) == -9984);
  CHECK(additive_fill<float>({.fill = lowest}) == lowest);
  CHECK(additive_fill<float>({}) == -infinity);
}

}  // namespace tuplepack::tests::mask_test
